import { sql } from 'kysely';
import type { Db } from '../db/db.ts';

/** Counts a try with a link that the site never signed; `id` is undefined where there is no such thing. */
export async function countForged(
  db: Db,
  kind: 'record' | 'evidence' | 'export',
  id: number | undefined,
  now: Date,
): Promise<void> {
  const hour = new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000);
  await sql`
    insert into forged_links as f (kind, item_id, hour, tries) values (${kind}, ${id ?? 0}, ${hour}, 1)
    on conflict (kind, item_id, hour) do update set tries = f.tries + 1`.execute(db);
}

/** Deletes the counts from before a moment. */
export async function deleteForged(db: Db, before: Date): Promise<void> {
  await sql`delete from forged_links where hour < ${before}`.execute(db);
}
