import { accountEvents } from '@carecommons/contract/account-event-rules';
import type { FoundAccountEvent } from '@carecommons/contract/account-events';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { AccountEventText, useEventNames } from '../../components/account-event.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { SelectField, TextField } from '../../components/ui/field.tsx';
import { QueryList } from '../../components/ui/query-list.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { Link } from '../../lib/navigation.tsx';
import { AddressSearch, useFilters, UsernameField, wrongIn } from '../../components/address-search.tsx';
import { accountEventsQuery } from './api.ts';
import { AdminFrame } from './frame.tsx';

/** Who signed in or tried to, and how accounts were changed; newest first. */
export function AccountEvents() {
  const { t } = useLingui();
  return (
    <AdminFrame title={t`Sign-ins`} grant="administrator">
      <Found />
    </AdminFrame>
  );
}

const names = ['username', 'kind', 'network'] as const;

function Found() {
  const { t } = useLingui();
  const kinds = useEventNames();
  const filters = useFilters(names);
  const list = useInfiniteQuery(
    accountEventsQuery(useApi(), { ...filters, kind: accountEvents.find((one) => one === filters.kind) }),
  );
  const wrong = wrongIn(list.error, 'username');
  return (
    <>
      <AddressSearch page="/admin/sign-ins" filters={filters} columns="sm:grid-cols-2 lg:grid-cols-[2fr_2fr_2fr_auto]">
        <UsernameField filters={filters} error={wrong} />
        <SelectField name="kind" label={<Trans>What happened</Trans>} defaultValue={filters.kind ?? ''}>
          <option value="">{t`Anything`}</option>
          {accountEvents.map((kind) => (
            <option key={kind} value={kind}>
              {kinds[kind]}
            </option>
          ))}
        </SelectField>
        <TextField
          name="network"
          label={<Trans>Network, such as 203.0.113.0/24</Trans>}
          autoComplete="off"
          autoCapitalize="none"
          maxLength={50}
          defaultValue={filters.network}
        />
      </AddressSearch>
      {wrong === undefined && (
        <QueryList
          list={list}
          failure={<Trans>The sign-ins could not be loaded.</Trans>}
          empty={<EmptyState title={<Trans>Nothing about this is on record.</Trans>} />}
        >
          {(rows) => (
            <ol className="grid gap-2">
              {rows.map((row) => (
                <li key={row.id} className="min-w-0 rounded-card border border-line bg-surface px-4 py-3">
                  <AccountEventText event={row} more={<More event={row} />} />
                </li>
              ))}
            </ol>
          )}
        </QueryList>
      )}
    </>
  );
}

function More({ event: { person, name, network, tries } }: { event: FoundAccountEvent }) {
  return (
    <>
      {person !== null && (
        <>
          {' · '}
          <Link to={`/admin/users/${person.id}`} className="underline underline-offset-4">
            <bdi>{person.username}</bdi>
          </Link>
        </>
      )}
      {person === null && name !== null && (
        <>
          {' · '}
          <Trans>
            a name that nobody has (mark <code>{name.slice(0, 8)}</code>)
          </Trans>
        </>
      )}
      {tries > 1 && (
        <>
          {' · '}
          <Plural value={tries} one="# try within the hour" other="# tries within the hour" />
        </>
      )}
      {' · '}
      <Link
        to={`/admin/sign-ins?${new URLSearchParams({ network }).toString()}`}
        className="underline underline-offset-4"
      >
        <Trans>Everything from this network</Trans>
      </Link>
    </>
  );
}
