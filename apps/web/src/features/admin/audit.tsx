import type { AuditRow } from '@carecommons/contract/administration';
import { auditActions, type AuditItem } from '@carecommons/contract/administration-rules';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Ban } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../../components/ui/badge.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { SelectField, TextField } from '../../components/ui/field.tsx';
import { QueryList } from '../../components/ui/query-list.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { Link } from '../../lib/navigation.tsx';
import { daysFrom, instantOf, ownZone } from '../../lib/texts/zoned.ts';
import { AddressSearch, useFilters, UsernameField, wrongIn } from '../../components/address-search.tsx';
import { auditQuery } from './api.ts';
import { AdminFrame } from './frame.tsx';
import { useWords } from './words.ts';

/** Who did what, with whose records, to whom; newest first. */
export function Audit() {
  const { t } = useLingui();
  return (
    <AdminFrame title={t`Audit`} grant="administrator">
      <Found />
    </AdminFrame>
  );
}

const names = ['username', 'action', 'from', 'until'] as const;

function Found() {
  const { t } = useLingui();
  const words = useWords();
  const filters = useFilters(names);
  const list = useInfiniteQuery(
    auditQuery(useApi(), {
      username: filters.username,
      action: auditActions.find((one) => one === filters.action),
      from: beginningOf(filters.from, 0),
      until: beginningOf(filters.until, 1),
    }),
  );
  const wrong = wrongIn(list.error, 'username');
  return (
    <>
      <AddressSearch
        page="/admin/audit"
        filters={filters}
        columns="sm:grid-cols-2 lg:grid-cols-[2fr_2fr_1fr_1fr_auto]"
        button="sm:max-lg:col-span-2"
      >
        <div className="sm:max-lg:col-span-2">
          <UsernameField filters={filters} error={wrong} />
        </div>
        <div className="sm:max-lg:col-span-2">
          <SelectField name="action" label={<Trans>What was done</Trans>} defaultValue={filters.action ?? ''}>
            <option value="">{t`Anything`}</option>
            {auditActions.map((action) => (
              <option key={action} value={action}>
                {words.actions[action]}
              </option>
            ))}
          </SelectField>
        </div>
        <TextField type="date" name="from" label={<Trans>From</Trans>} defaultValue={filters.from} />
        <TextField type="date" name="until" label={<Trans>To</Trans>} defaultValue={filters.until} />
      </AddressSearch>
      {wrong === undefined && (
        <QueryList
          list={list}
          failure={<Trans>The audit could not be loaded.</Trans>}
          empty={<EmptyState title={<Trans>Nothing was recorded about this.</Trans>} />}
        >
          {(rows) => (
            <ol className="grid gap-2">
              {rows.map((row) => (
                <li key={row.id} className="min-w-0">
                  <AuditEntry row={row} />
                </li>
              ))}
            </ol>
          )}
        </QueryList>
      )}
    </>
  );
}

/** When a day begins on this device, or one some days after it. */
function beginningOf(day: string | undefined, after: number) {
  if (day === undefined || !/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(Date.parse(day))) return undefined;
  return instantOf({ date: daysFrom(day, after + 1)[after] as string, time: '00:00' }, ownZone()).toISOString();
}

function AuditEntry({ row: { at, action, actor, patient, record_id, item, outcome, reason } }: { row: AuditRow }) {
  const { t } = useLingui();
  const words = useWords();
  const kinds: Record<AuditItem, string> = {
    user: t`Person`,
    room: t`Chat room`,
    speciality: t`Speciality`,
    provider: t`Provider`,
    claim: t`Verification`,
    evidence: t`Document`,
    share: t`Sharing`,
    export: t`Copy of all data`,
    blog: t`Article`,
    question: t`Question`,
    answer: t`Answer`,
    message: t`Message`,
  };
  const given: Record<string, string> =
    action === 'search' ? { ...words.reasons, ...words.actions } : action === 'retry' ? words.jobs : words.reasons;
  const facts: ReactNode[] = [];
  if (patient !== null) facts.push(<Trans>Patient: {<PersonLink person={patient} />}</Trans>);
  if (record_id !== null) facts.push(<Trans>Report {record_id}</Trans>);
  if (item?.kind === 'user') facts.push(<PersonLink person={{ id: item.id, username: item.name ?? `${item.id}` }} />);
  else if (item !== null) facts.push(`${kinds[item.kind]}: ${item.name ?? item.id}`);
  if (reason !== null) facts.push(given[reason] ?? <code>{reason}</code>);
  return (
    <article className="grid gap-1 rounded-card border border-line bg-surface px-4 py-3">
      <h2 className="flex flex-wrap items-center gap-2 text-base wrap-anywhere">
        {words.actions[action]}
        {outcome === 'refused' && (
          <Badge variant="bad" icon={Ban}>
            <Trans>Refused</Trans>
          </Badge>
        )}
      </h2>
      <p className="text-sm wrap-anywhere text-muted">
        <time dateTime={at}>{words.moment(at)}</time>
        {' · '}
        {actor === null ? <Trans>nobody who was signed in</Trans> : <PersonLink person={actor} />}
        {facts.map((fact, index) => (
          <span key={index}>
            {' · '}
            {fact}
          </span>
        ))}
      </p>
    </article>
  );
}

function PersonLink({ person: { id, username } }: { person: { id: number; username: string } }) {
  return (
    <Link to={`/admin/users/${id}`} className="underline underline-offset-4">
      <bdi>{username}</bdi>
    </Link>
  );
}
