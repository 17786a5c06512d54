import type { MedicalRecord } from '@carecommons/contract/records';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { FilePlus2 } from 'lucide-react';
import { ButtonLink } from '../../components/ui/button.tsx';
import { ListSearch, useListFilters } from '../../components/address-search.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { ListComing, QueryList } from '../../components/ui/query-list.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { writtenRecordsQuery } from './api.ts';
import { RecordCard } from './record-card.tsx';
import { ReleaseReport } from './release-report.tsx';
import { inVersions, isGone, isHeld, isReplaceable } from './versions.ts';
import { WithdrawReport } from './withdraw-report.tsx';

/** The reports that the person wrote as provider: first those that wait to be released, then all others, newest first. */
export function WrittenReports() {
  const api = useApi();
  const filters = useListFilters();
  const waiting = useInfiniteQuery(writtenRecordsQuery(api, { waiting: 'true', ...filters }));
  const others = useInfiniteQuery(writtenRecordsQuery(api, { waiting: 'false', ...filters }));
  // What waits stands above the list, which would be pushed down were it there first.
  if (waiting.isPending) return <ListComing />;
  const waits = waiting.data?.pages.some(({ rows }) => rows.length > 0) === true;
  const failure = <Trans>The reports that you wrote could not be loaded.</Trans>;
  const searched = Object.values(filters).some((value) => value !== undefined);
  const none = !searched && !waits && others.data?.pages[0]?.rows.length === 0;
  return (
    <>
      {!none && (
        <ListSearch
          page="/record"
          filters={filters}
          hint={<Trans>The name of a patient, or a word of the title.</Trans>}
          error={others.error}
        />
      )}
      {waits && (
        <section className="grid gap-4">
          <h3 className="text-base text-muted">
            <Trans>Not with the patient yet</Trans>
          </h3>
          <QueryList list={waiting} failure={failure} empty={null}>
            {(records) => <Cards records={records} />}
          </QueryList>
          <h3 className="text-base text-muted">
            <Trans>All others</Trans>
          </h3>
        </section>
      )}
      <QueryList
        list={others}
        failure={failure}
        empty={
          searched ? (
            <EmptyState title={<Trans>Nothing found</Trans>}>
              <Trans>No other report that you wrote has these words and days.</Trans>
            </EmptyState>
          ) : (
            <EmptyState
              title={waits ? <Trans>No other reports</Trans> : <Trans>You have not written a report yet</Trans>}
              action={
                <ButtonLink to="/book/provider/all" variant="quiet">
                  <Trans>All appointments</Trans>
                </ButtonLink>
              }
            >
              <Trans>After a visit, choose “Generate Report” in the list of all your appointments.</Trans>
            </EmptyState>
          )
        }
      >
        {(records) => <Cards records={records} />}
      </QueryList>
    </>
  );
}

function Cards({ records }: { records: MedicalRecord[] }) {
  return (
    <ul className="grid items-start gap-4 md:grid-cols-2">
      {inVersions(records).map(({ record, earlier }) => (
        <li key={record.id} className="min-w-0">
          <RecordCard record={record} names="patient" earlier={earlier} action={<Actions record={record} />} />
        </li>
      ))}
    </ul>
  );
}

/** What its author can do with a report. */
function Actions({ record }: { record: MedicalRecord }) {
  const { t } = useLingui();
  const title = record.title || t`Medical Report`;
  if (isGone(record)) return null;
  return (
    <>
      {isHeld(record) && <ReleaseReport record={record} />}
      {isReplaceable(record) && (
        <ButtonLink
          to={`/record/${record.appointment}?replaces=${record.id}`}
          variant="plain"
          className="flex-auto md:flex-none"
          aria-label={t`Newer version: ${title}`}
        >
          <FilePlus2 size={20} aria-hidden />
          <Trans>Newer version</Trans>
        </ButtonLink>
      )}
      <WithdrawReport record={record} />
    </>
  );
}
