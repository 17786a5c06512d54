import type { Moderated } from '@carecommons/contract/moderation';
import { sql } from 'kysely';
import { type ColumnOf, type Db, type Page, pageOf, type RowOf } from '../../platform/db/db.ts';
import { people } from '../accounts/accounts.ts';

/** Where the previous page ended: when the item was reported or hidden, in milliseconds, and the number of its row. */
export type Cursor = readonly [number, number];

interface ListQuery {
  state: 'waiting' | 'hidden';
  limit: number;
  after?: Cursor | undefined;
}

interface ModeratedRow
  extends Omit<Moderated, 'reported_at' | 'hidden_at'>, RowOf<'moderated', 'reported_at' | 'hidden_at'> {
  row: ColumnOf<'moderated', 'id'>;
}

const notesAtMost = 5;

/** A page of the items that wait for a moderator, or of the hidden ones; last reported or hidden first. */
export async function listModerated(db: Db, { state, limit, after }: ListQuery): Promise<Page<Moderated>> {
  const since = state === 'waiting' ? sql`m.reported_at` : sql`m.hidden_at`;
  const older =
    after === undefined ? sql`true` : sql`(${since}, m.id) < (${new Date(after[0])}::timestamptz, ${after[1]})`;
  const { rows } = await sql<ModeratedRow>`
    select m.id as row, m.kind, m.item_id as id, json_build_object('id', u.id, 'username', u.username) as author,
      m.excerpt, m.address, m.reported_at, m.hidden_at, m.hidden_reason,
      coalesce(r.report_count, 0)::integer as report_count, coalesce(r.reasons, '[]') as reasons,
      array(select note from reports where moderated_id = m.id and decided_at is null and note is not null
        order by created_at desc limit ${notesAtMost}) as notes
    from moderated m join ${people} u on u.id = m.author_id
    left join lateral (
      select sum(count) as report_count,
        json_agg(json_build_object('reason', reason, 'count', count) order by count desc, reason) as reasons
      from (select reason, count(*) from reports where moderated_id = m.id and decided_at is null group by reason) one
    ) r on true
    where ${since} is not null and ${older} order by ${since} desc, m.id desc limit ${limit + 1}`.execute(db);
  const { rows: page, next } = pageOf(rows, limit, ({ row, reported_at, hidden_at }): Cursor => {
    return [(state === 'waiting' ? reported_at : hidden_at)?.getTime() ?? 0, row];
  });
  return { rows: page.map(sent), next };
}

function sent(row: ModeratedRow): Moderated {
  const { row: _, reported_at, hidden_at, ...rest } = row;
  return { ...rest, reported_at: reported_at?.toISOString() ?? null, hidden_at: hidden_at?.toISOString() ?? null };
}
