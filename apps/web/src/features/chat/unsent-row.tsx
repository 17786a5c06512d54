import { Trans } from '@lingui/react/macro';
import { CircleAlert, Clock } from 'lucide-react';
import { Button } from '../../components/ui/button.tsx';
import { useNow } from '../../lib/texts/now.ts';
import { useOnline } from '../../lib/kept/online.ts';
import type { Unsent } from './outbox.ts';

interface Props {
  unsent: Unsent;
  onRetry: () => void;
  onDrop: () => void;
}

// So long a message is simply on its way.
const patienceMs = 5000;

/** A message that the server has not taken yet: on its way, waiting for the network, or refused. */
export function UnsentRow({ unsent: { content, refused, slower, at }, onRetry, onDrop }: Props) {
  const online = useOnline();
  const late = useNow().getTime() - new Date(at).getTime() > patienceMs;
  return (
    <div className="grid justify-items-end gap-1 pt-3">
      <div className="max-w-[min(34rem,85%)] rounded-card border border-dashed border-control px-3 py-2">
        <p dir="auto" className="whitespace-pre-wrap">
          {content}
        </p>
        <p className="flex items-center justify-end gap-1 text-xs text-muted">
          {refused === null ? (
            <>
              <Clock size={14} aria-hidden />
              {online ? (
                (slower ?? <Trans>Sending…</Trans>)
              ) : (
                <Trans>Waiting for a network. It will be sent when you are online.</Trans>
              )}
            </>
          ) : (
            <span className="flex items-start gap-1 text-danger">
              <CircleAlert size={14} className="mt-0.5 shrink-0" aria-hidden />
              <Trans>Not sent: {refused}</Trans>
            </span>
          )}
        </p>
      </div>
      {(refused !== null || late) && (
        <div className="flex gap-2">
          <Button variant="plain" onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
          <Button variant="plain" onClick={onDrop}>
            <Trans>Discard</Trans>
          </Button>
        </div>
      )}
    </div>
  );
}
