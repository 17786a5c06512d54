import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { type Clock, repeat } from '../time/time.ts';
import type { Db } from '../db/db.ts';
import type { Logger } from '../log/log.ts';

interface Read {
  at: Date;
  reader: number;
  /** Null for a list. */
  appointment: number | null;
}

const hourMs = 3_600_000;
const writtenAtOnce = 1000;
// More than can be read in the second between two writes; only while the database is away do so many wait.
const waitingAtMost = 100_000;

export type VisitReads = ReturnType<typeof openVisitReads>;

/**
 * Records who read a visit of somebody else: once for a reader, visit and hour, once for a reader of lists and day. Rows are
 * written a second later, in one statement, so that no read waits for them; `stop` writes what is left. With `timer: false` they
 * are written by `flush` alone.
 */
export function openVisitReads({
  db,
  clock,
  log,
  timer = true,
}: {
  db: Db;
  clock: Clock;
  log: Logger;
  timer?: boolean;
}) {
  const known = new LRUCache<string, true>({ max: 50_000 });
  let waiting: Read[] = [];

  async function flush() {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, writtenAtOnce);
      await sql`
        insert into visit_reads (at, reader_id, appointment_id)
        select r.at, r.reader, r.appointment
        from unnest(${batch.map(({ at }) => at)}::timestamptz[], ${batch.map(({ reader }) => reader)}::integer[],
          ${batch.map(({ appointment }) => appointment)}::integer[]) r (at, reader, appointment)
        join users u on u.id = r.reader left join appointments a on a.id = r.appointment
        where r.appointment is null or a.id is not null
        on conflict do nothing`.execute(db);
      waiting = waiting.slice(batch.length);
    }
  }
  const sweep = timer
    ? repeat(flush, { everyMs: 1000, failing: 'reads of visits could not be written', log })
    : undefined;

  return {
    /** Notes that somebody read a visit of somebody else, or, with null, a list of them. */
    note({ user_id: reader }: { user_id: number }, appointment: number | null) {
      const span = appointment === null ? 24 * hourMs : hourMs;
      const at = Math.floor(clock.now().getTime() / span) * span;
      const key = `${reader} ${appointment} ${at}`;
      if (known.has(key) || waiting.length >= waitingAtMost) return;
      known.set(key, true);
      waiting.push({ at: new Date(at), reader, appointment });
    },
    flush,
    async stop() {
      await sweep?.stop();
      await flush().catch((error: unknown) => {
        log.warn({ code: (error as { code?: string }).code }, 'reads of visits were lost');
      });
    },
  };
}

/** Deletes the reads from before a moment. */
export async function deleteVisitReads(db: Db, before: Date): Promise<void> {
  await sql`delete from visit_reads where at < ${before}`.execute(db);
}

/** Who read visits of others. */
export const visitsRead = sql`(select id, at, reader_id, appointment_id from visit_reads)`;
