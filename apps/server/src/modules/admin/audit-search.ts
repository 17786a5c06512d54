import type { AuditRow } from '@carecommons/contract/administration';
import type { AuditAction } from '@carecommons/contract/administration-rules';
import { type RawBuilder, sql } from 'kysely';
import { type Db, type Page, pageOf } from '../../platform/db/db.ts';
import { people } from '../accounts/accounts.ts';
import { allSpecialities, providerProfiles } from '../providers/providers.ts';
import { auditRows } from '../../platform/audit/audit.ts';
import { rooms } from '../chat/chat.ts';

/** Where the page before ended: when, in microseconds, and the number of the row. */
export type Cursor = readonly [number, number];

interface ListQuery {
  /** The actor, the owner of the record, or the subject of the decision. */
  person?: number | undefined;
  action?: AuditAction | undefined;
  from?: Date | undefined;
  until?: Date | undefined;
  limit: number;
  after?: Cursor | undefined;
}

type FoundRow = AuditRow & { microseconds: number };

/** A page of the audit, newest first. */
export async function searchAudit(db: Db, { person, limit, ...asked }: ListQuery, now: Date): Promise<Page<AuditRow>> {
  const filter = filterOf(asked, now);
  // Each role that a person can have in a row has its own index, which returns its newest rows.
  const ways = person === undefined ? [sql<boolean>`true`] : waysOf(person);
  const newest = ways.map(
    (way) => sql`(
      select a.* from ${auditRows} a where ${way} and ${filter} order by a.at desc, a.id desc limit ${limit + 1})`,
  );
  const { rows } = await sql<FoundRow>`
    select a.id, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
      (extract(epoch from a.at) * 1000000)::bigint as microseconds, a.action, ${named(sql`a.actor_id`)} as actor, a.role,
      ${named(sql`a.patient_id`)} as patient, a.record_id, a.outcome, a.reason,
      case when a.item_kind is not null then json_build_object('kind', a.item_kind, 'id', a.item_id, 'name', case a.item_kind
        when 'user' then (select username from ${people} account where id = a.item_id)
        when 'room' then (select name from ${rooms} room where id = a.item_id)
        when 'provider' then (select name from ${providerProfiles} profile where user_id = a.item_id)
        when 'speciality' then (select name from ${allSpecialities} speciality where id = a.item_id) end) end as item
    from (${sql.join(newest, sql` union `)}) a order by a.at desc, a.id desc limit ${limit + 1}`.execute(db);
  return pageOf(rows, limit, ({ microseconds, id }): Cursor => [microseconds, id]);
}

const waysOf = (person: number) => [
  sql<boolean>`a.actor_id = ${person}`,
  sql<boolean>`a.patient_id = ${person}`,
  sql<boolean>`(a.item_kind = 'user' and a.item_id = ${person})`,
];

function filterOf({ action, from, until, after }: Omit<ListQuery, 'person' | 'limit'>, now: Date) {
  // Excludes the partitions of future months.
  const parts: RawBuilder<unknown>[] = [sql`a.at <= ${now}`];
  if (action !== undefined) parts.push(sql`a.action = ${action}`);
  if (from !== undefined) parts.push(sql`a.at >= ${from}`);
  if (until !== undefined) parts.push(sql`a.at < ${until}`);
  if (after !== undefined) {
    const [microseconds, id] = after;
    parts.push(sql`(a.at, a.id) < (timestamptz 'epoch' + ${microseconds} * interval '1 microsecond', ${id})`);
  }
  return sql.join(parts, sql` and `);
}

/** A person, or null; an erased account has no name. */
const named = (id: RawBuilder<unknown>) => sql`
  (select json_build_object('id', u.id, 'username', u.username) from ${people} u where u.id = ${id})`;
