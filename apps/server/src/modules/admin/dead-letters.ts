import type { DeadLetter } from '@carecommons/contract/administration';
import { sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, type Page, pageOf, type RowOf, type Tx } from '../../platform/db/db.ts';
import { findDead, listDead, retry } from '../../platform/jobs/jobs.ts';
import { Problem } from '../../platform/errors/errors.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import { personOf } from '../accounts/send-email.ts';
import { people } from '../accounts/accounts.ts';

/** Where the page before ended: when the job was given up, in milliseconds, and its number. */
type Cursor = readonly [number, number];

/** A page of the emails and other jobs that were given up, most recent first, each with its recipient. */
export async function listDeadLetters(
  db: Db,
  { limit, after }: { limit: number; after?: Cursor | undefined },
): Promise<Page<DeadLetter>> {
  const jobs = await listDead(db, limit + 1, after && { dead_at: new Date(after[0]), id: after[1] });
  const { rows, next } = pageOf(jobs, limit, ({ dead_at, id }): Cursor => [dead_at.getTime(), id]);
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
  const { rows } = await sql<RowOf<'users', 'id' | 'username'>>`
    select id, username from ${people} account where id = any(${ids}::integer[])`.execute(db);
  return new Map(rows.map(({ id, username }) => [id, username]));
}

/** Schedules one for another attempt. Throws `not_found`. */
export async function retryLetter(tx: Tx, actor: Actor, id: number, now: Date) {
  const job = await findDead(tx, id);
  if (job === undefined || !(await retry(tx, id))) throw new Problem('not_found');
  const person = personOf(job.lane);
  const item = person === undefined ? undefined : { kind: 'user' as const, id: person };
  await audit(tx, { at: now, actor, action: 'retry', item, outcome: 'done', reason: job.kind });
}
