import { setTimeout as sleep } from 'node:timers/promises';
import { Gauge, type Registry } from 'prom-client';
import type { Db } from '../db/db.ts';
import { countJobs } from '../jobs/jobs.ts';
import { countUnsealed } from '../audit/audit.ts';

// However many ask for the metrics, the database is asked this often at most.
const keptMs = 10_000;
// Prometheus waits ten seconds; the rest is told while the database does not answer.
const waitsMs = 2000;

interface Waiting {
  jobs: Awaited<ReturnType<typeof countJobs>>;
  unsealed: Awaited<ReturnType<typeof countUnsealed>>;
}

/** Adds to the metrics what waits in the database: the same whichever process is asked. */
export function addQueueGauges(db: Db, registry: Registry) {
  const registers = [registry];
  const up = new Gauge({
    name: 'carecommons_database_up',
    help: '1 where the database answered the last time that it was asked for these figures, within two seconds.',
    registers,
  });
  const jobs = new Gauge({
    name: 'carecommons_jobs',
    help: 'Jobs: due now, being done, for later (a further try, or behind another one), given up.',
    labelNames: ['kind', 'state'],
    registers,
  });
  const late = new Gauge({
    name: 'carecommons_jobs_late_seconds',
    help: 'For how long the oldest job that is due has waited.',
    labelNames: ['kind'],
    registers,
  });
  const unsealed = new Gauge({
    name: 'carecommons_audit_unsealed',
    help: 'Rows of the audit that are not sealed.',
    registers,
  });
  const lag = new Gauge({
    name: 'carecommons_audit_unsealed_oldest_seconds',
    help: 'For how long the oldest of them has waited.',
    registers,
  });
  let asked: { at: number; answer: Promise<Waiting | undefined> } | undefined;

  /** The figures; undefined where the database does not give them in time. Whoever asks meanwhile gets the same. */
  function ask() {
    if (asked !== undefined && performance.now() - asked.at < keptMs) return asked.answer;
    const answer = Promise.race([readQueues(db).catch(() => undefined), sleep(waitsMs, undefined, { ref: false })]);
    asked = { at: performance.now(), answer };
    return answer;
  }

  /** An old figure would look like one of now: what is not known is left out. */
  function setGauges(waiting: Waiting | undefined) {
    for (const gauge of [jobs, late]) gauge.reset();
    up.set(waiting === undefined ? 0 : 1);
    unsealed.set(waiting?.unsealed.count ?? Number.NaN);
    lag.set(waiting?.unsealed.oldest ?? Number.NaN);
    for (const row of waiting?.jobs ?? []) {
      jobs.labels(row.kind, row.state).set(row.count);
      if (row.state === 'waiting') late.labels(row.kind).set(row.late);
    }
  }

  // All are filled by the first of them that is asked for, and the registry asks all at once: each waits for the same.
  for (const gauge of [up, jobs, late, unsealed, lag]) {
    Object.assign(gauge, { collect: async () => setGauges(await ask()) });
  }
}

async function readQueues(db: Db): Promise<Waiting> {
  return { jobs: await countJobs(db), unsealed: await countUnsealed(db) };
}
