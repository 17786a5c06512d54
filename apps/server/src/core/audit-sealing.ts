import { isSealer, sealSome } from './audit-chain.ts';
import { addCheckpoint, copyCheckpoints } from './audit-checkpoints.ts';
import { auditFolder, openAuditKey } from './audit-key.ts';
import type { Tx } from './db.ts';
import type { Services } from './route.ts';
import { openSweep } from './sweep.ts';

type Sealing = Pick<Services, 'db' | 'clock'> & { config: Pick<Services['config'], 'auditKey' | 'dataDir'> };

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
export function openSealing(needs: Sealing & Pick<Services, 'log'>) {
  const seal = openSealer(needs);
  const sweep = openSweep(() => seal(), { everyMs, failing: 'the audit could not be sealed', log: needs.log });
  return {
    async stop() {
      await sweep.stop();
      await seal({ last: true }).catch((error: { code?: string }) =>
        needs.log.warn({ code: error.code }, 'the last of the audit could not be sealed'),
      );
    },
  };
}
