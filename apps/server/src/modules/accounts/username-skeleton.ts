import { sql } from 'kysely';
import unhomoglyph from 'unhomoglyph';
import type { Db, RowOf } from '../../platform/db/db.ts';
import type { Logger } from '../../platform/log/log.ts';
import { repeat } from '../../platform/time/time.ts';

/**
 * The appearance of a username, by the confusables table of UTS 39: names that look alike have the same skeleton.
 * Capital letters are read both as they look and as their lower case: no two of `Ivan`, `ivan` and `lvan` can exist.
 */
export function skeletonOf(username: string): string {
  return prototypeOf(prototypeOf(username).toLowerCase());
}

const prototypeOf = (text: string) => unhomoglyph(text.normalize('NFD')).normalize('NFD');

const atOnce = 1000;

/**
 * Adds the skeletons of accounts that have none, so that nobody can register a name that looks like one of them. If two
 * already look alike, the first one holds the skeleton; both accounts stay.
 */
export async function fillSkeletons(db: Db) {
  for (let after = 0; ;) {
    const { rows } = await sql<RowOf<'users', 'id' | 'username'>>`
      select id, username from users where username_skeleton is null and erased_at is null and id > ${after}
      order by id limit ${atOnce}`.execute(db);
    for (const { id, username } of rows) {
      const skeleton = skeletonOf(username);
      await sql`
        update users set username_skeleton = ${skeleton} where id = ${id} and erased_at is null
          and not exists (select from users where username_skeleton = ${skeleton})`
        .execute(db)
        .catch((error: unknown) => {
          // Somebody registered with it at the same moment.
          if ((error as { constraint?: string }).constraint !== 'users_username_skeleton') throw error;
        });
    }
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

/** Runs this at the start and once an hour: during an upgrade, an older version may still create accounts. */
export const sweepSkeletons = ({ db, log }: { db: Db; log: Logger }) =>
  repeat(() => fillSkeletons(db), { everyMs: 3_600_000, failing: 'usernames could not be looked through', log });
