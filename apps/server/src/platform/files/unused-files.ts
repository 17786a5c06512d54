import type { Db } from '../db/db.ts';
import type { Files } from './stored-files.ts';
import type { Logger } from '../log/log.ts';
import { repeat } from '../time/time.ts';

/** Which of some stored files belong to a module's rows. */
type FilesOf = (db: Db, keys: string[]) => Promise<Set<string>>;

/** Removes what uploads that were killed left on the disk: at the start, and once an hour. */
export function removeUnusedFiles(db: Db, files: Files, owners: readonly FilesOf[], log: Logger) {
  const sweep = async () => {
    const count = await files.sweep(async (keys) => {
      const sets = await Promise.all(owners.map((filesOf) => filesOf(db, keys)));
      return new Set(sets.flatMap((set) => [...set]));
    });
    if (count > 0) log.info({ count }, 'removed unfinished uploads');
  };
  return repeat(sweep, { everyMs: 3600 * 1000, failing: 'unfinished uploads could not be removed', log });
}
