import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';

/**
 * Locks a person until the transaction ends. Everything that changes the ways into an account does this before it
 * touches the person's codes, links, passkeys or sessions: whoever waits for a person then holds no lock that another
 * one waits for.
 */
export async function holdPerson(tx: Tx, userId: number) {
  await sql`select from users where id = ${userId} for no key update`.execute(tx);
}
