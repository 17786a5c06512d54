import { sql } from 'kysely';
import { isSealer, sealSome } from './chain.ts';
import { addCheckpoint, copyCheckpoints } from './checkpoints.ts';
import { auditFolder, openAuditKey } from './signing-key.ts';
import type { Db, Tx } from '../db/db.ts';
import { type Clock, repeat } from '../time/time.ts';
import type { Config } from '../config/config.ts';
import type { Logger } from '../log/log.ts';

interface Sealing {
  db: Db;
  clock: Clock;
  config: Pick<Config, 'auditKey' | 'dataDir'>;
}

const everyMs = 2000;

/** What is done each time, on however many processes: one of them at a time, the others leave it alone. */
export function openSealer({ db, config, clock }: Sealing) {
  const key = openAuditKey(config);
  const alone = <T>(work: (tx: Tx) => Promise<T>) =>
    db.transaction().execute(async (tx) => ((await isSealer(tx)) ? await work(tx) : undefined));

  /** Seals what waits, and signs how far it has come once a minute; at the end of a server (`last`), at once. */
  return async function seal({ last = false } = {}) {
    for (let more: boolean | undefined = true; more === true;) more = await alone(sealSome);
    await alone((tx) => addCheckpoint(tx, key, clock.now(), last));
    // Not before it is committed: the file never says more than the table.
    await alone((tx) => copyCheckpoints(tx, auditFolder(config.dataDir)));
  };
}

/** Seals the audit every few seconds until it is stopped, and then once more. */
export function openSealing(needs: Sealing & { log: Logger }) {
  const seal = openSealer(needs);
  const sweep = repeat(() => seal(), { everyMs, failing: 'the audit could not be sealed', log: needs.log });
  return {
    async stop() {
      await sweep.stop();
      await seal({ last: true }).catch((error: { code?: string }) =>
        needs.log.warn({ code: error.code }, 'the last of the audit could not be sealed'),
      );
    },
  };
}

/** How many rows are not sealed yet, and for how many seconds the oldest of them has waited. */
export async function countUnsealed(db: Db) {
  const { rows } = await sql<{ count: number; oldest: number }>`
    select count(*) as count, coalesce(extract(epoch from now() - min(since)), 0)::float8 as oldest
    from audit_unsealed`.execute(db);
  return rows[0] as { count: number; oldest: number };
}
