import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useApi } from '../../lib/api.ts';
import { writtenRecordsQuery } from './api.ts';

/** The reports that the provider wrote after one visit, to open; nothing where there are none. */
export function ReportsOfVisit({ appointmentId }: { appointmentId: number }) {
  const { t } = useLingui();
  const { data } = useInfiniteQuery(writtenRecordsQuery(useApi()));
  const records = data?.pages.flatMap(({ rows }) => rows) ?? [];
  const given = records.filter(({ appointment, withdrawn }) => appointment === appointmentId && !withdrawn);
  if (given.length === 0) return null;
  return (
    <ul className="grid" aria-label={t`Reports of this visit`}>
      {given.map(({ id, title, report }) => (
        <li key={id}>
          <a
            href={report ?? undefined}
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
