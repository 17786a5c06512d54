import type { Db } from '../../core/db.ts';
import type { Files } from '../../core/files.ts';
import type { Logger } from '../../core/log.ts';
import { filesOfRecords } from './records.ts';

const everyMs = 3600 * 1000;

/** Removes what uploads that were killed left on the disk: at the start, and once an hour. */
export function sweepRecordFiles(db: Db, files: Files, log: Logger) {
  let running: Promise<void> = sweep();
  const timer = setInterval(() => (running = sweep()), everyMs);
  timer.unref();

  async function sweep() {
    try {
      const count = await files.sweep((keys) => filesOfRecords(db, keys));
      if (count > 0) log.info({ count }, 'removed unfinished uploads');
    } catch (error) {
      log.warn({ code: (error as { code?: string }).code }, 'unfinished uploads could not be removed');
    }
  }

  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
