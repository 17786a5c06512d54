import { Trans, useLingui } from '@lingui/react/macro';
import picture from '../assets/lost.svg';
import { CallError } from '../lib/calls/call.ts';
import { useHead } from '../lib/head.tsx';
import { usePath } from '../lib/navigation.tsx';
import { known } from '../lib/texts/i18n.ts';
import { isCurrent, useNavItems } from './layout/navigation.tsx';
import { Button, ButtonLink } from './ui/button.tsx';

interface UnexpectedProps {
  what: string;
  /** Nothing is at this address, or not any more: trying again would not help. */
  gone?: boolean;
  onRetry?: () => void;
}

/** The generic screen of the specification: the sentence, then the status or message, then the ways on. */
function Unexpected({ what, gone = false, onRetry }: UnexpectedProps) {
  useHead({ title: what });
  const path = usePath();
  const { t } = useLingui();
  const items = useNavItems();
  const above = /^\/(all|books|profile)\//.test(path)
    ? { to: '/providers', label: t`Find a provider` }
    : items.find((item) => !item.exact && isCurrent(item, path));
  return (
    <div className="page grid justify-items-center gap-4 py-16 text-center">
      <img src={picture} alt="" width={240} height={150} />
      <h1 className="text-2xl">
        <Trans>Unexpected Application Error!</Trans>
      </h1>
      <p className="text-lg text-muted">{what}</p>
      {gone && (
        <p className="max-w-read">
          <Trans>It may have been deleted, or the address is not quite right.</Trans>
        </p>
      )}
      <div className="flex flex-wrap justify-center gap-3">
        {gone && above && <ButtonLink to={above.to}>{above.label}</ButtonLink>}
        {!gone && onRetry && (
          <Button onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
        )}
        <ButtonLink to="/" variant="quiet">
          <Trans>Go to the home page</Trans>
        </ButtonLink>
      </div>
    </div>
  );
}

export function NotFoundView() {
  const { t } = useLingui();
  return <Unexpected what={t`404 Not Found`} gone />;
}

interface Props {
  error: unknown;
  /** Tries again; absent where nothing can. */
  resetErrorBoundary?: () => void;
}

export function ErrorView({ error, resetErrorBoundary }: Props) {
  const code = error instanceof CallError ? error.status : 0;
  const status = code > 0 ? `${code} ` : '';
  const { i18n } = useLingui();
  const message = error instanceof Error ? known(i18n, error.message) : '';
  return (
    <Unexpected
      what={`${status}${message}`}
      // Of an address that is none the server says that it cannot be right.
      gone={code === 404 || code === 400}
      onRetry={resetErrorBoundary ?? (() => window.location.reload())}
    />
  );
}
