import type { DataExport } from '@carecommons/contract/my-data';
import { Trans, useLingui } from '@lingui/react/macro';

/** How far the copy is. */
export function ExportProgress({ of: { done, total } }: { of: DataExport }) {
  const { t } = useLingui();
  return (
    <div className="grid gap-1">
      <progress
        aria-label={t`Your copy`}
        max={total ?? 1}
        value={total === null ? 0 : done}
        className="h-2 w-full overflow-hidden rounded-full bg-raised [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-raised [&::-webkit-progress-value]:bg-primary"
      />
      <p className="tabular text-sm text-muted">
        {total === null ? (
          <Trans>It is about to begin…</Trans>
        ) : (
          <Trans>
            {done} of {total} entries and files
          </Trans>
        )}
      </p>
      {/* Read out once, not with every number. */}
      <p role="status">
        <Trans>Your copy is being put together. You can leave this page; it will be here.</Trans>
      </p>
    </div>
  );
}
