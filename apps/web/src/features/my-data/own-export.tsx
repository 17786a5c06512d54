import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { LoadFailure } from '../../components/ui/load-failure.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { exportQuery } from './api.ts';
import { AskForExport } from './ask-for-export.tsx';
import { ExportProgress } from './export-progress.tsx';
import { ReadyExport } from './ready-export.tsx';

/** A copy of everything that is known about the person: asked for, put together, saved. */
export function OwnExport() {
  const id = useId();
  const { data, error, refetch } = useQuery(exportQuery(useApi()));
  const [asking, setAsking] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const present = data?.export ?? undefined;
  const working = present?.state === 'waiting' || present?.state === 'running';
  return (
    <section aria-labelledby={id}>
      <Card className="grid gap-5">
        <div className="grid gap-1">
          <h2 id={id} ref={heading} tabIndex={-1} className="text-lg">
            <Trans>A copy of your data</Trans>
          </h2>
          <p className="max-w-read text-muted">
            <Trans>
              Everything that is kept about you, in one ZIP file: your reports and photos as they are, the rest as text
              that programs can read, and who opened your reports.
            </Trans>
          </p>
        </div>
        {present !== undefined && working && <ExportProgress of={present} />}
        {present?.state === 'ready' && <ReadyExport ready={present} />}
        {present?.state === 'failed' && (
          <Notice kind="danger">
            <Trans>It did not work just now. We keep trying. You can also ask again.</Trans>
          </Notice>
        )}
        {data !== undefined && !working && !asking && (
          <Button
            variant={present === undefined ? 'primary' : 'quiet'}
            className="justify-self-start"
            onClick={() => setAsking(true)}
          >
            {present === undefined ? <Trans>Ask for a copy</Trans> : <Trans>Ask for a new copy</Trans>}
          </Button>
        )}
        {asking && (
          <AskForExport
            onClose={() => {
              setAsking(false);
              heading.current?.focus({ preventScroll: true });
            }}
          />
        )}
        {error !== null && data === undefined && (
          <LoadFailure title={<Trans>This could not be loaded.</Trans>} error={error} onRetry={() => void refetch()} />
        )}
      </Card>
    </section>
  );
}
