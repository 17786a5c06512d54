import type { DeadLetter } from '@carecommons/contract/administration';
import type { JobKind } from '@carecommons/contract/administration-rules';
import { sql } from 'kysely';
import { audit } from '../../core/audit.ts';
import type { Db, Tx } from '../../core/db.ts';
import { listDead, retry } from '../../core/jobs.ts';
import { type Page, pageOf } from '../../core/pages.ts';
import { Problem } from '../../core/problem.ts';
import type { Actor } from '../../core/session.ts';
import { personOf } from '../accounts/letters.ts';

/** Where the page before ended: when the job was given up, in milliseconds, and its number. */
type Place = readonly [number, number];

/** A page of the letters and other work that were given up, last first, with whom each was for. */
export async function listDeadLetters(
  db: Db,
  { limit, after }: { limit: number; after?: Place | undefined },
): Promise<Page<DeadLetter>> {
  const jobs = await listDead(db, limit + 1, after && { dead_at: new Date(after[0]), id: after[1] });
  const { rows, next } = pageOf(jobs, limit, ({ dead_at, id }): Place => [dead_at.getTime(), id]);
  const names = await namesOf(
    db,
    rows.map(({ lane }) => personOf(lane)).filter((id) => id !== undefined),
  );
  const letters = rows.map(({ lane, last_error: error, created_at, dead_at, ...job }) => {
    const id = personOf(lane);
    const username = id === undefined ? undefined : names.get(id);
    const person = id === undefined || username === undefined ? null : { id, username };
    return { ...job, person, error, created_at: created_at.toISOString(), dead_at: dead_at.toISOString() };
  });
  return { rows: letters, next };
}

async function namesOf(db: Db, ids: number[]) {
  const { rows } = await sql<{ id: number; username: string }>`
    select id, username from users where id = any(${ids}::integer[])`.execute(db);
  return new Map(rows.map(({ id, username }) => [id, username]));
}

/** Has one tried again. Throws `not_found`. */
export async function retryLetter(tx: Tx, actor: Actor, id: number, now: Date) {
  const { rows } = await sql<{ kind: JobKind; lane: string | null }>`
    select kind, lane from jobs where id = ${id} and dead_at is not null`.execute(tx);
  const [job] = rows;
  if (job === undefined || !(await retry(tx, id))) throw new Problem('not_found');
  const person = personOf(job.lane);
  const item = person === undefined ? undefined : { kind: 'user' as const, id: person };
  await audit(tx, { at: now, actor, action: 'retry', item, outcome: 'done', reason: job.kind });
}
