import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { PagedList } from '../../components/ui/paged-list.tsx';
import { useApi } from '../../lib/api.ts';
import { writtenRecordsQuery } from './api.ts';
import { RecordCard } from './record-card.tsx';
import { WithdrawReport } from './withdraw-report.tsx';

/** The reports that the person wrote as provider, newest first, each with the way to take it back. */
export function WrittenReports() {
  const list = useInfiniteQuery(writtenRecordsQuery(useApi()));
  return (
    <PagedList
      list={list}
      failure={<Trans>The reports that you wrote could not be loaded.</Trans>}
      empty={
        <EmptyState title={<Trans>You have not written a report yet</Trans>}>
          <Trans>After a visit, choose “Generate Report” in the list of all your appointments.</Trans>
        </EmptyState>
      }
    >
      {(records) => (
        <ul className="grid gap-4 md:grid-cols-2">
          {records.map((record) => (
            <li key={record.id}>
              <RecordCard
                record={record}
                names="patient"
                action={!record.withdrawn && <WithdrawReport record={record} />}
              />
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  );
}
