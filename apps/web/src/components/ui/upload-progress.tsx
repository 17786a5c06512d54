import { Trans, useLingui } from '@lingui/react/macro';
import { ProgressBar } from './progress-bar.tsx';

/** How much of a file has gone out, from 0 to 1; then the server looks into it. */
export function UploadProgress({ part }: { part: number }) {
  const { t } = useLingui();
  const percent = Math.round(part * 100);
  return (
    <div className="grid gap-1">
      <ProgressBar label={t`Upload`} part={percent < 100 ? part : undefined} />
      <p className="tabular text-sm text-muted" aria-hidden>
        <Sent percent={percent} />
      </p>
      {/* Seen at each step, read out at each quarter. */}
      <p className="sr-only" role="status">
        <Sent percent={Math.floor(percent / 25) * 25} />
      </p>
    </div>
  );
}

const Sent = ({ percent }: { percent: number }) =>
  percent < 100 ? <Trans>{percent}% sent</Trans> : <Trans>Sent. The file is being checked…</Trans>;
