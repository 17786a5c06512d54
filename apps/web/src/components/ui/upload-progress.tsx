import { Trans, useLingui } from '@lingui/react/macro';

/** How much of a file has gone out, from 0 to 1; then the server looks into it. */
export function UploadProgress({ part }: { part: number }) {
  const { t } = useLingui();
  const percent = Math.round(part * 100);
  return (
    <div className="grid gap-1">
      <progress
        aria-label={t`Upload`}
        max={100}
        value={percent}
        className="h-2 w-full overflow-hidden rounded-full bg-raised [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-raised [&::-webkit-progress-value]:bg-primary"
      />
      <p className="tabular text-sm text-muted" role="status">
        {percent < 100 ? <Trans>{percent}% sent</Trans> : <Trans>Sent. The file is being checked…</Trans>}
      </p>
    </div>
  );
}
