import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db, Tx } from '../../platform/db/db.ts';

/** The day by which activity is counted. */
export const dayOf = (at: Date) => at.toISOString().slice(0, 10);

// The people known to be counted today: most calls then need no query.
const counted = new WeakMap<Db, LRUCache<string, true>>();

/** Counts a person as active in a room today. */
export async function markActive(db: Db, roomId: number, userId: number, now: Date) {
  const day = dayOf(now);
  let known = counted.get(db);
  if (known === undefined) counted.set(db, (known = new LRUCache({ max: 50_000 })));
  const key = `${day} ${roomId} ${userId}`;
  if (known.has(key)) return;
  await db.transaction().execute((tx) => countActive(tx, roomId, userId, day));
  known.set(key, true);
}

/** Counts a person as active in a room on a day, unless a later day is stored. */
export async function countActive(tx: Tx, roomId: number, userId: number, day: string) {
  const { rows } = await sql<{ day: string }>`
    select active_on::text as day from room_members
    where room_id = ${roomId} and user_id = ${userId} for update`.execute(tx);
  const before = rows[0]?.day;
  if (before !== undefined && before >= day) return;
  const { rows: moved } = await sql`
    insert into room_members as m (room_id, user_id, active_on) values (${roomId}, ${userId}, ${day}::date)
    on conflict (room_id, user_id) do update set active_on = excluded.active_on where m.active_on = ${before ?? null}::date
    returning 1`.execute(tx);
  // Another process has just counted the same person.
  if (moved.length === 0) return;
  // Everybody locks the earlier day first, so there are no deadlocks.
  if (before !== undefined) {
    await sql`update room_days set people = people - 1 where room_id = ${roomId} and day = ${before}::date`.execute(tx);
  }
  await sql`
    insert into room_days as d (room_id, day, people) values (${roomId}, ${day}::date, 1)
    on conflict (room_id, day) do update set people = d.people + 1`.execute(tx);
}
