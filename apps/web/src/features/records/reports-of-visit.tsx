import type { MedicalRecord } from '@carecommons/contract/records';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useApi } from '../../lib/calls/api.ts';
import { ownRecordsQuery, writtenRecordsQuery } from './api.ts';

/** The reports that the provider wrote after one visit, to open; nothing where there are none. */
export function WrittenReportsOfVisit({ appointmentId }: { appointmentId: number }) {
  const { data } = useInfiniteQuery(writtenRecordsQuery(useApi(), { appointment: appointmentId }));
  return <Links records={data?.pages.flatMap(({ rows }) => rows) ?? []} />;
}

/** The same for the patient. */
export function OwnReportsOfVisit({ appointmentId }: { appointmentId: number }) {
  const { data } = useInfiniteQuery(ownRecordsQuery(useApi(), appointmentId));
  return <Links records={data?.pages.flatMap(({ rows }) => rows) ?? []} />;
}

function Links({ records }: { records: MedicalRecord[] }) {
  const { t } = useLingui();
  const given = records.flatMap(({ id, title, report }) => (report === null ? [] : [{ id, title, report }]));
  if (given.length === 0) return null;
  return (
    <ul className="grid" aria-label={t`Reports of this visit`}>
      {given.map(({ id, title, report }) => (
        <li key={id}>
          <a
            href={report}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-11 items-center gap-2 text-primary underline underline-offset-4"
          >
            <FileText size={20} className="shrink-0" aria-hidden />
            <Trans>{title || t`Medical Report`} (new tab)</Trans>
          </a>
        </li>
      ))}
    </ul>
  );
}
