import { Trans, useLingui } from '@lingui/react/macro';
import picture from '../assets/lost.svg';
import { CallError } from '../lib/calls/call.ts';
import { useHead } from '../lib/head.tsx';
import { known } from '../lib/texts/i18n.ts';
import { Button, ButtonLink } from './ui/button.tsx';

/** The generic screen of the specification: the sentence, then the status or message, then the ways on. */
function Unexpected({ what, onRetry }: { what: string; onRetry?: () => void }) {
  useHead({ title: what });
  return (
    <div className="page grid justify-items-center gap-4 py-16 text-center">
      <img src={picture} alt="" width={240} height={150} />
      <h1 className="text-2xl">
        <Trans>Unexpected Application Error!</Trans>
      </h1>
      <p className="text-lg text-muted">{what}</p>
      <div className="flex flex-wrap justify-center gap-3">
        {onRetry && (
          <Button onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
        )}
        <ButtonLink to="/" look="quiet">
          <Trans>Go to the home page</Trans>
        </ButtonLink>
      </div>
    </div>
  );
}

export function NotFoundView() {
  const { t } = useLingui();
  return <Unexpected what={t`404 Not Found`} />;
}

interface Props {
  error: unknown;
  /** Tries again; absent where nothing can. */
  resetErrorBoundary?: () => void;
}

export function ErrorView({ error, resetErrorBoundary }: Props) {
  const status = error instanceof CallError && error.status > 0 ? `${error.status} ` : '';
  const { i18n } = useLingui();
  const message = error instanceof Error ? known(i18n, error.message) : '';
  return <Unexpected what={`${status}${message}`} onRetry={resetErrorBoundary ?? (() => window.location.reload())} />;
}
