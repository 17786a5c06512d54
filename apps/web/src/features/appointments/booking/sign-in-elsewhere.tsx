import { Trans } from '@lingui/react/macro';
import { buttonClass } from '../../../components/ui/button.tsx';
import { usePath } from '../../../lib/navigation.tsx';

/** Leads to signing in, and back to this page, in another tab: what is filled in here stays as it is. */
export function SignInElsewhere() {
  const path = usePath();
  return (
    <a href={`/login?next=${encodeURIComponent(path)}`} target="_blank" rel="noreferrer" className={buttonClass()}>
      <Trans>Sign in in a new tab</Trans>
    </a>
  );
}
