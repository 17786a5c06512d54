import type { Db, Tx } from './pool.ts';

type Effect = () => unknown;

const effects = new WeakMap<Tx, Effect[]>();

/** Runs work in a transaction, and after its commit, in their order, the effects that the work has asked for. */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const asked: Effect[] = [];
  const answer = await db.transaction().execute(async (tx) => {
    effects.set(tx, asked);
    return await work(tx);
  });
  for (const effect of asked) await effect();
  return answer;
}

/**
 * Has something done once the transaction is committed, such as telling devices or removing a file: never where it is rolled back, nor
 * where an earlier answer is sent again. It must not be needed: a process that dies after the commit does none of it. Throws
 * where the transaction was not begun by `inTransaction`, as the `transaction` of a call is.
 */
export function afterCommit(tx: Tx, effect: Effect) {
  const asked = effects.get(tx);
  if (asked === undefined) throw new Error('This transaction was not begun by inTransaction.');
  asked.push(effect);
}
