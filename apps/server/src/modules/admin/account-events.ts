import type { FoundAccountEvent, VisitRead } from '@carecommons/contract/account-events';
import type { AccountEvent } from '@carecommons/contract/account-event-rules';
import { type RawBuilder, sql } from 'kysely';
import { type ColumnOf, type Db, pageOf } from '../../platform/db/db.ts';
import { accountEvents, people } from '../accounts/accounts.ts';
import { visitsRead } from '../../platform/audit/audit.ts';

/** Where the page before ended: when, in milliseconds, and the number of the row. */
type Cursor = readonly [at: number, id: number];

interface Paged {
  limit: number;
  after?: Cursor | undefined;
}

interface ListQuery extends Paged {
  person?: number | undefined;
  kind?: AccountEvent | undefined;
  network?: string | undefined;
  from?: Date | undefined;
  until?: Date | undefined;
}

const olderThan = (after: Cursor | undefined) =>
  after === undefined ? undefined : sql`(e.at, e.id) < (${new Date(after[0])}::timestamptz, ${after[1]}::bigint)`;

/** The conjunction of the given conditions, without those that are undefined. */
const all = (...conditions: (RawBuilder<unknown> | undefined)[]) =>
  sql.join([sql`true`, ...conditions.filter((one) => one !== undefined)], sql` and `);

const given = <T>(value: T | undefined, condition: (value: T) => RawBuilder<unknown>) =>
  value === undefined ? undefined : condition(value);

type Sent<Row extends { at: string }> = Omit<Row, 'at'> & { at: ColumnOf<'account_events' | 'visit_reads', 'at'> };

function paged<Row extends { at: string; id: number }>(rows: Sent<Row>[], limit: number) {
  const page = pageOf(rows, limit, ({ at, id }): Cursor => [at.getTime(), id]);
  return { ...page, rows: page.rows.map((row) => ({ ...row, at: row.at.toISOString() })) };
}

/** A page of account events, newest first. */
export async function searchAccountEvents(db: Db, { limit, after, ...asked }: ListQuery) {
  const which = all(
    given(asked.person, (person) => sql`e.user_id = ${person}`),
    given(asked.kind, (kind) => sql`e.kind = ${kind}`),
    given(asked.network, (network) => sql`e.network = ${network}`),
    given(asked.from, (from) => sql`e.at >= ${from}`),
    given(asked.until, (until) => sql`e.at < ${until}`),
    olderThan(after),
  );
  const { rows } = await sql<Sent<FoundAccountEvent>>`
    select e.id, e.at, e.kind, e.device, e.network, e.is_new, e.tries, encode(e.name_hash, 'hex') as name,
      case when u.id is not null then json_build_object('id', u.id, 'username', u.username) end as person
    from (select * from ${accountEvents} e where ${which} order by e.at desc, e.id desc limit ${limit + 1}) e
    left join ${people} u on u.id = e.user_id order by e.at desc, e.id desc`.execute(db);
  return paged<FoundAccountEvent>(rows, limit);
}

/** A page of the reads of other people's visits, newest first. */
export async function searchVisitReads(
  db: Db,
  { limit, after, person, appointment }: Paged & { person?: number | undefined; appointment?: number | undefined },
) {
  const which = all(
    given(person, (reader) => sql`e.reader_id = ${reader}`),
    given(appointment, (id) => sql`e.appointment_id = ${id}`),
    olderThan(after),
  );
  const { rows } = await sql<Sent<VisitRead>>`
    select e.id, e.at, e.appointment_id, json_build_object('id', u.id, 'username', u.username) as reader
    from ${visitsRead} e join ${people} u on u.id = e.reader_id where ${which}
    order by e.at desc, e.id desc limit ${limit + 1}`.execute(db);
  return paged<VisitRead>(rows, limit);
}
