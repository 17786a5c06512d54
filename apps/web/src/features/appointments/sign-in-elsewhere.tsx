import { Trans } from '@lingui/react/macro';
import { buttonClass } from '../../components/ui/button.tsx';

/** Leads to signing in, and to a page after it, in another tab: what is filled in here stays as it is. */
export function SignInElsewhere({ next }: { next: string }) {
  return (
    <a href={`/login?next=${encodeURIComponent(next)}`} target="_blank" rel="noreferrer" className={buttonClass()}>
      <Trans>Sign in in a new tab</Trans>
    </a>
  );
}
