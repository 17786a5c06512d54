import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { TextField } from '../../components/ui/field.tsx';
import { QueryList } from '../../components/ui/query-list.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { Link } from '../../lib/navigation.tsx';
import { AddressSearch, useFilters, UsernameField, wrongIn } from '../../components/address-search.tsx';
import { visitReadsQuery } from './api.ts';
import { AdminFrame } from './frame.tsx';
import { useWords } from './words.ts';

/** Who read a visit of somebody else: a line for each reader, visit and hour, and for each reader of a list and day. */
export function VisitReads() {
  const { t } = useLingui();
  return (
    <AdminFrame title={t`Who read visits`} grant="administrator">
      <Found />
    </AdminFrame>
  );
}

const names = ['username', 'appointment'] as const;

function Found() {
  const words = useWords();
  const filters = useFilters(names);
  const list = useInfiniteQuery(visitReadsQuery(useApi(), filters));
  const wrong = { username: wrongIn(list.error, 'username'), appointment: wrongIn(list.error, 'appointment') };
  return (
    <>
      <AddressSearch page="/admin/visit-reads" filters={filters} columns="sm:grid-cols-[2fr_2fr_auto]">
        <UsernameField filters={filters} error={wrong.username} />
        <TextField
          name="appointment"
          label={<Trans>Number of the visit</Trans>}
          inputMode="numeric"
          autoComplete="off"
          maxLength={10}
          defaultValue={filters.appointment}
          error={wrong.appointment}
        />
      </AddressSearch>
      {wrong.username === undefined && wrong.appointment === undefined && (
        <QueryList
          list={list}
          failure={<Trans>Who read visits could not be loaded.</Trans>}
          empty={<EmptyState title={<Trans>Nothing about this is on record.</Trans>} />}
        >
          {(rows) => (
            <ol className="grid gap-2">
              {rows.map(({ id, at, reader, appointment_id }) => (
                <li key={id} className="min-w-0 rounded-card border border-line bg-surface px-4 py-3 wrap-anywhere">
                  <p className="font-semibold">
                    {appointment_id === null ? (
                      <Trans>Read a list of visits</Trans>
                    ) : (
                      <Trans>Read visit {appointment_id}</Trans>
                    )}
                  </p>
                  <p className="text-sm text-muted">
                    <time dateTime={at}>{appointment_id === null ? words.dayOfList(at) : words.moment(at)}</time>
                    {reader !== null && (
                      <>
                        {' · '}
                        <Link to={`/admin/users/${reader.id}`} className="underline underline-offset-4">
                          <bdi>{reader.username}</bdi>
                        </Link>
                      </>
                    )}
                  </p>
                </li>
              ))}
            </ol>
          )}
        </QueryList>
      )}
    </>
  );
}
