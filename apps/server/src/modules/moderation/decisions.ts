import type { Reported, Written } from '@carecommons/contract/decisions';
import type { ReportState } from '@carecommons/contract/moderation-rules';
import { sql } from 'kysely';
import { type ColumnOf, type Db, type Page, pageOf, type RowOf } from '../../platform/db/db.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import { heldGrants, people } from '../accounts/accounts.ts';

/** Where the previous page ended: when the item was reported, in milliseconds, and its number. */
export type ReportedCursor = readonly [number, number];

interface ListQuery<Cursor> {
  limit: number;
  after?: Cursor | undefined;
}

interface ReportedRow
  extends Omit<Reported, 'created_at' | 'decided_at'>, RowOf<'reports', 'created_at' | 'decided_at'> {
  thing: ColumnOf<'moderated', 'id'>;
}

/** A page of the items that the actor reported, newest first; never other people's reports. */
export async function listReported(
  db: Db,
  actor: Actor,
  { limit, after }: ListQuery<ReportedCursor>,
): Promise<Page<Reported>> {
  const older =
    after === undefined
      ? sql`true`
      : sql`(r.created_at, r.moderated_id) < (${new Date(after[0])}::timestamptz, ${after[1]})`;
  const shownAgain = sql`exists (select from moderation_decisions s
    where s.moderated_id = d.moderated_id and s.decision = 'show' and s.id > d.id)`;
  const state = sql<ReportState>`case when r.decided_at is null then 'waiting' when d.id is null then 'gone'
    when d.decision = 'show' then 'stands' when ${shownAgain} then 'shown_again' else 'hidden' end`;
  const { rows } = await sql<ReportedRow>`
    select m.id as thing, m.kind, r.reason, r.note, r.created_at, ${state} as state, r.decided_at,
      case when m.hidden_at is null and (d.id is not null or r.decided_at is null) then m.address end as address
    from reports r join moderated m on m.id = r.moderated_id left join moderation_decisions d on d.id = r.decision_id
    where r.reporter_id = ${actor.user_id} and ${older}
    order by r.created_at desc, r.moderated_id desc limit ${limit + 1}`.execute(db);
  const { rows: page, next } = pageOf(rows, limit, ({ created_at, thing }): ReportedCursor => [
    created_at.getTime(),
    thing,
  ]);
  const sent = page.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
  }));
  return { rows: sent, next };
}

/** Where the previous page ended: the number of a decision. */
export type WrittenCursor = readonly [number];

interface WrittenRow extends Omit<Written, 'decided_at' | 'appeal'>, RowOf<'moderation_decisions', 'decided_at'> {
  decision_id: ColumnOf<'moderation_decisions', 'id'>;
  appeal: Written['appeal'];
}

/**
 * For an item `m`: its last decision that made it visible. All hidings since then count as one, whatever their reasons.
 */
export const lastShown = sql<number>`coalesce((select max(s.id) from moderation_decisions s
  where s.moderated_id = m.id and s.decision = 'show'), 0)`;

/** For an appeal against a decision `d` about an item `m`: whether only the moderator who hid it can decide it. */
export const noOtherModerator = (now: Date) => sql<boolean>`not exists (
  select from ${heldGrants(now)} g join ${people} o on o.id = g.user_id
  where g.name = 'moderator' and o.disabled_at is null and o.id <> d.moderator_id and o.id <> m.author_id)`;

const iso = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A page of the last decisions about what the actor wrote, newest first, each with its appeal. */
export async function listWritten(
  db: Db,
  actor: Actor,
  { limit, after }: ListQuery<WrittenCursor>,
): Promise<Page<Written>> {
  const older = after === undefined ? sql`true` : sql`d.id < ${after[0]}`;
  const { rows } = await sql<WrittenRow>`
    select d.id as decision_id, m.kind, m.item_id as id, m.excerpt, m.address, d.decision, d.reason, d.decided_at,
      d.decision = 'hide' and m.hidden_at is not null and a.id is null as may_appeal,
      case when a.id is not null then json_build_object('text', a.text, 'created_at', ${iso('a.created_at')},
        'outcome', a.outcome, 'answer', a.answer, 'decided_at', ${iso('a.decided_at')}) end as appeal
    from moderated m join moderation_decisions d on d.moderated_id = m.id
    left join lateral (
      select p.id, p.text, p.created_at, p.outcome, p.answer, p.decided_at
      from appeals p join moderation_decisions h on h.id = p.decision_id
      where h.moderated_id = m.id and (h.id > ${lastShown} or (d.decision = 'show' and p.decided_at = d.decided_at))
      order by p.id desc limit 1) a on true
    where m.author_id = ${actor.user_id} and ${older}
      and not exists (select from moderation_decisions l where l.moderated_id = m.id and l.id > d.id)
    order by d.id desc limit ${limit + 1}`.execute(db);
  const { rows: page, next } = pageOf(rows, limit, ({ decision_id }): WrittenCursor => [decision_id]);
  const sent = page.map((row) => ({ ...row, decided_at: row.decided_at.toISOString() }));
  return { rows: sent, next };
}
