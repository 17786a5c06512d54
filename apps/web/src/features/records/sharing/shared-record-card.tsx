import type { SharedRecord } from '@carecommons/contract/shares';
import { Trans, useLingui } from '@lingui/react/macro';
import { ReportCard } from '../report-card.tsx';
import { ReportFacts } from '../report-facts.tsx';

/** A report as somebody reads it with whom it is shared. */
export function SharedRecordCard({ record, patient }: { record: SharedRecord; patient: string }) {
  const { t } = useLingui();
  const { title, type, date, doctor, sentence, replaced, report, download } = record;
  return (
    <ReportCard
      title={title || t`Medical Report`}
      facts={
        <ReportFacts type={type} at={date}>
          {doctor ?? <Trans>Added by {patient}</Trans>}
        </ReportFacts>
      }
      view={report}
      download={download}
    >
      {sentence !== null && (
        <p dir="auto" className="max-w-read wrap-anywhere">
          {sentence}
        </p>
      )}
      {replaced && (
        <p className="text-sm">
          <Trans>Its author has since replaced it with a newer version, which is not shared here.</Trans>
        </p>
      )}
    </ReportCard>
  );
}
