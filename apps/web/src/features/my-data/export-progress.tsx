import type { DataExport } from '@carecommons/contract/my-data';
import { Trans, useLingui } from '@lingui/react/macro';
import { ProgressBar } from '../../components/ui/progress-bar.tsx';

/** How far the copy is. */
export function ExportProgress({ of: { done, total } }: { of: DataExport }) {
  const { t } = useLingui();
  return (
    <div className="grid gap-1">
      <ProgressBar label={t`Your copy`} part={total === null ? undefined : done / Math.max(total, 1)} />
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
