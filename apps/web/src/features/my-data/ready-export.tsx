import type { DataExport } from '@carecommons/contract/my-data';
import { Trans, useLingui } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { buttonClass } from '../../components/ui/button.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { useWhen } from '../../lib/texts/when.ts';
import { ownZone } from '../../lib/texts/zoned.ts';

const kilobyte = 1024;

/** The copy is there: how large, until when, and where it is saved from. */
export function ReadyExport({ ready: { bytes, ends_at, download } }: { ready: DataExport }) {
  const { i18n } = useLingui();
  const until = useWhen().moment(new Date(ends_at), ownZone());
  const size = bytes ?? 0;
  const kilobytes = i18n.number(Math.max(1, Math.round(size / kilobyte)));
  const megabytes = i18n.number(size / kilobyte ** 2, { maximumFractionDigits: 1 });
  return (
    <div className="grid justify-items-start gap-3">
      <Notice kind="success">
        <p className="font-semibold">
          <Trans>Your copy is ready.</Trans>
        </p>
        <p>
          <Trans>You can save it until {until}. Then it is deleted here.</Trans>
        </p>
      </Notice>
      {download !== null && (
        <a href={download} download className={buttonClass()}>
          <Download size={20} aria-hidden />
          {size < kilobyte ** 2 ? (
            <Trans>Save the copy ({kilobytes} kB)</Trans>
          ) : (
            <Trans>Save the copy ({megabytes} MB)</Trans>
          )}
        </a>
      )}
      <p className="max-w-read text-sm text-muted">
        <Trans>It opens without a password. Please keep it where only you can read it.</Trans>
      </p>
    </div>
  );
}
