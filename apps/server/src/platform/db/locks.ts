import { sql } from 'kysely';
import type { Tx } from './pool.ts';

/**
 * The advisory locks of transactions, in the order in which one transaction takes several: never one after a later one, or two
 * transactions could wait for each other. A name is hashed into the lock's number, and function `turn_at_time` of the database uses
 * the same for `time of a provider`: names are not changed.
 */
const order = [
  'list of erasures',
  'export of a person',
  'waiting lists of a patient',
  'requests of a patient',
  'time of a provider',
  'reports of a provider',
  'shares of a patient',
] as const;

export type LockName = (typeof order)[number];

const lastTaken = new WeakMap<Tx, number>();

/**
 * Waits for a lock, which the transaction then has to its end: of one person, or without `id` the only one of its name. Throws where the
 * transaction has a later one already.
 */
export async function lock(tx: Tx, name: LockName, id?: number) {
  const position = order.indexOf(name);
  const last = lastTaken.get(tx) ?? -1;
  if (position < last) throw new Error(`The lock “${name}” comes before “${order[last]}”, which is taken already.`);
  lastTaken.set(tx, position);
  if (id === undefined) await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(tx);
  else await sql`select pg_advisory_xact_lock(hashtext(${name}), ${id})`.execute(tx);
}
