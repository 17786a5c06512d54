import type { MedicalRecord } from '@carecommons/contract/records';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ScrollText, Share2 } from 'lucide-react';
import { ButtonLink } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { ListRow } from '../../components/ui/list-row.tsx';
import { ListComing, QueryList } from '../../components/ui/query-list.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { ownRecordsQuery, waitingRecordsQuery } from './api.ts';
import { ChangeDocument } from './change-document.tsx';
import { DeleteDocument } from './delete-document.tsx';
import { RecordCard } from './record-card.tsx';
import { inVersions } from './versions.ts';
import { WaitingReports } from './waiting-reports.tsx';

/** The person's own reports as patient, newest first. */
export function OwnReports() {
  const api = useApi();
  const list = useInfiniteQuery(ownRecordsQuery(api));
  const waiting = useInfiniteQuery(waitingRecordsQuery(api));
  // It stands above the list, which would be pushed down were it there first.
  if (waiting.isPending) return <ListComing />;
  const toCome = waiting.data?.pages.flatMap(({ rows }) => rows) ?? [];
  return (
    <>
      <WaitingReports records={toCome} />
      <QueryList
        list={list}
        failure={<Trans>Your reports could not be loaded.</Trans>}
        empty={
          <EmptyState
            title={<Trans>No medical reports found</Trans>}
            action={
              <ButtonLink to="/providers">
                <Trans>Book an appointment</Trans>
              </ButtonLink>
            }
          >
            <Trans>When a provider writes a report after a visit, it appears here, and only you can see it.</Trans>
          </EmptyState>
        }
      >
        {(records) => (
          <ul className="grid items-start gap-4 md:grid-cols-2">
            {inVersions(records).map(({ record, earlier }) => (
              <ListRow key={record.id}>
                <RecordCard record={record} names="doctor" earlier={earlier} action={<Actions record={record} />} />
              </ListRow>
            ))}
          </ul>
        )}
      </QueryList>
    </>
  );
}

/** What its patient can do with a report. */
function Actions({ record }: { record: MedicalRecord }) {
  const { id, title, report, appointment } = record;
  const { t } = useLingui();
  return (
    <>
      {report !== null && (
        <ButtonLink
          to={`/record?view=share&report=${id}`}
          variant="plain"
          className="flex-auto md:flex-none"
          aria-label={t`Share: ${title}`}
        >
          <Share2 size={20} aria-hidden />
          <Trans>Share</Trans>
        </ButtonLink>
      )}
      <ButtonLink
        to={`/record?view=opened&report=${id}`}
        variant="plain"
        className="flex-auto md:flex-none"
        aria-label={t`Who opened this: ${title}`}
      >
        <ScrollText size={20} aria-hidden />
        <Trans>Who opened this</Trans>
      </ButtonLink>
      {appointment === null && <ChangeDocument record={record} />}
      {appointment === null && <DeleteDocument record={record} />}
    </>
  );
}
