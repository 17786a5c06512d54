import { Trans } from '@lingui/react/macro';
import { CloudOff } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { usePath } from '../../lib/navigation.tsx';
import { useOnline } from '../../lib/kept/online.ts';
import { useWhen } from '../../lib/texts/when.ts';
import { ownZone } from '../../lib/texts/zoned.ts';

/** When the present page was kept, where it comes from the device and not from the network. */
function useKeptAt() {
  const path = usePath();
  const [cached] = useState(() => ({ path: window.location.pathname, at: document.documentElement.dataset.kept }));
  return cached.path === path && cached.at !== undefined && path !== '/offline' ? new Date(cached.at) : undefined;
}

/** Says on every page that one is offline, and of when the page is; within a status. */
export function OfflineLine() {
  const online = useOnline();
  const keptAt = useKeptAt();
  const when = useWhen();
  const of = keptAt && when.moment(keptAt, ownZone());
  if (online && of === undefined) return null;
  return (
    <div className="border-b border-line bg-accent-soft text-sm text-accent">
      <div className="page flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-2">
        <CloudOff size={20} className="shrink-0" aria-hidden />
        <p className="min-w-0 flex-1">
          {online ? (
            <Trans>The network did not answer: this page is from {of}.</Trans>
          ) : of === undefined ? (
            <Trans>You are offline. What you write stays on this device until you are online again.</Trans>
          ) : (
            <Trans>You are offline. This page is from {of}.</Trans>
          )}
        </p>
        {online && (
          <Button variant="plain" onClick={() => window.location.reload()}>
            <Trans>Load it again</Trans>
          </Button>
        )}
      </div>
    </div>
  );
}
