import type { WaitingRecord } from '@carecommons/contract/records';
import { Trans, useLingui } from '@lingui/react/macro';
import { CalendarClock, MessageCircle } from 'lucide-react';
import { useWhen } from '../../lib/texts/when.ts';

/** What a provider has for the patient and has not released yet: from whom, and when it comes; nothing of what it is. */
export function WaitingReports({ records }: { records: WaitingRecord[] }) {
  const { t } = useLingui();
  if (records.length === 0) return null;
  return (
    <ul className="grid gap-2" aria-label={t`Reports that are still to come`}>
      {records.map((record) => (
        <li key={record.id} className="flex items-start gap-3 rounded-card border border-line bg-surface px-4 py-3">
          {record.release_on === null ? (
            <MessageCircle size={20} className="mt-0.5 shrink-0 text-primary" aria-hidden />
          ) : (
            <CalendarClock size={20} className="mt-0.5 shrink-0 text-primary" aria-hidden />
          )}
          <Says record={record} />
        </li>
      ))}
    </ul>
  );
}

function Says({ record: { doctor, release_on: day } }: { record: WaitingRecord }) {
  const { t } = useLingui();
  const when = useWhen();
  const name = doctor || t`Your Doctor`;
  return (
    <p className="min-w-0 wrap-anywhere">
      {day === null ? (
        <Trans>{name} has a report for you and will speak with you first.</Trans>
      ) : (
        <Trans>
          {name} has a report for you. You can read it from {when.day(new Date(day), 'UTC')} on.
        </Trans>
      )}
    </p>
  );
}
