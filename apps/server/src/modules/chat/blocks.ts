import type { BlockedPerson } from '@carecommons/contract/chat';
import { sql } from 'kysely';
import { type Db, type Page, pageOf, type RowOf } from '../../platform/db/db.ts';
import { invalidField, Problem } from '../../platform/errors/errors.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import { people } from '../accounts/accounts.ts';

/** Where the previous page ended: the time in milliseconds, and the id. */
export type BlockCursor = readonly [number, number];

/** A page of the people whom the actor has blocked, last blocked first. */
export async function listBlocks(
  db: Db,
  actor: Actor,
  { limit, after }: { limit: number; after?: BlockCursor | undefined },
): Promise<Page<BlockedPerson>> {
  const from =
    after === undefined
      ? sql`true`
      : sql`(b.blocked_at, b.blocked_id) < (${new Date(after[0])}::timestamptz, ${after[1]})`;
  const { rows } = await sql<BlockedPerson & RowOf<'blocks', 'blocked_at'>>`
    select u.id, u.username, b.blocked_at from blocks b join ${people} u on u.id = b.blocked_id
    where b.user_id = ${actor.user_id} and ${from}
    order by b.blocked_at desc, b.blocked_id desc limit ${limit + 1}`.execute(db);
  return pageOf(rows, limit, ({ blocked_at, id }) => [blocked_at.getTime(), id]);
}

/** Blocks a person for the actor; a second time changes nothing. Throws 400 for oneself, `not_found`. */
export async function block(db: Db, actor: Actor, userId: number, now: Date) {
  if (userId === actor.user_id) throw invalidField('user_id', 'You cannot block yourself.');
  const { rows } = await sql<{ found: boolean }>`
    with person as (select id from ${people} account where id = ${userId}),
      blocked as (insert into blocks (user_id, blocked_id, blocked_at)
        select ${actor.user_id}::integer, id, ${now}::timestamptz from person on conflict do nothing)
    select exists (select from person) as found`.execute(db);
  if (rows[0]?.found !== true) throw new Problem('not_found');
}

/** Removes a block, if there is one. */
export async function unblock(db: Db, actor: Actor, userId: number) {
  await sql`delete from blocks where user_id = ${actor.user_id} and blocked_id = ${userId}`.execute(db);
}
