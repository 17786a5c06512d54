import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { TextField } from '../../components/ui/field.tsx';
import { PagedList } from '../../components/ui/paged-list.tsx';
import { useApi } from '../../lib/api.ts';
import { CallError } from '../../lib/call.ts';
import { textOf } from '../../lib/form.ts';
import { Link, useNavigate, useSearchText } from '../../lib/navigation.tsx';
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
  const navigate = useNavigate();
  const asked = { username: useSearchText('username'), appointment: useSearchText('appointment') };
  const list = useInfiniteQuery(visitReadsQuery(useApi(), asked));
  const errors = list.error instanceof CallError ? list.error.errors : [];
  const wrong = (name: string) => errors.find(({ field }) => field === name)?.message;
  return (
    <>
      <form
        key={JSON.stringify(asked)}
        role="search"
        className="grid items-end gap-4 rounded-card border border-line bg-surface p-4 *:min-w-0 *:grid-cols-1 sm:grid-cols-[2fr_2fr_auto]"
        onSubmit={(event) => {
          event.preventDefault();
          const values = new FormData(event.currentTarget);
          const given = names.map((name) => [name, textOf(values, name).trim()]).filter(([, value]) => value !== '');
          navigate(`/admin/visit-reads?${new URLSearchParams(given).toString()}`);
        }}
      >
        <TextField
          name="username"
          label={<Trans>Username</Trans>}
          autoComplete="off"
          autoCapitalize="none"
          maxLength={150}
          defaultValue={asked.username}
          error={wrong('username')}
        />
        <TextField
          name="appointment"
          label={<Trans>Number of the visit</Trans>}
          inputMode="numeric"
          autoComplete="off"
          maxLength={10}
          defaultValue={asked.appointment}
          error={wrong('appointment')}
        />
        <Button type="submit">
          <Trans>Search</Trans>
        </Button>
      </form>
      {errors.length === 0 && (
        <PagedList
          list={list}
          failure={<Trans>Who read visits could not be loaded.</Trans>}
          empty={<EmptyState title={<Trans>Nothing of this is on record.</Trans>} />}
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
                    <time dateTime={at}>{words.moment(at)}</time>
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
        </PagedList>
      )}
    </>
  );
}
