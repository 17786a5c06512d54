import type { MedicalRecord } from '@carecommons/contract/records';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ButtonLink } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { PagedList } from '../../components/ui/paged-list.tsx';
import { useApi } from '../../lib/api.ts';
import { ownRecordsQuery } from './api.ts';
import { RecordCard } from './record-card.tsx';

/** The person's own reports as patient, newest first. */
export function OwnReports() {
  const list = useInfiniteQuery(ownRecordsQuery(useApi()));
  return (
    <PagedList
      list={list}
      failure={<Trans>Your reports could not be loaded.</Trans>}
      empty={
        <EmptyState title={<Trans>No medical reports found</Trans>}>
          <Trans>When a provider writes a report after a visit, it comes up here, for you alone.</Trans>
        </EmptyState>
      }
    >
      {(records) => (
        <ul className="grid gap-4 md:grid-cols-2">
          {records.map((record) => (
            <li key={record.id}>
              <RecordCard record={record} names="doctor" action={<WhoOpened record={record} />} />
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  );
}

function WhoOpened({ record: { id, title } }: { record: MedicalRecord }) {
  const { t } = useLingui();
  return (
    <ButtonLink
      to={`/record?view=opened&report=${id}`}
      look="plain"
      className="flex-auto md:ms-auto md:flex-none"
      aria-label={t`Who opened this: ${title}`}
    >
      <Trans>Who opened this</Trans>
    </ButtonLink>
  );
}
