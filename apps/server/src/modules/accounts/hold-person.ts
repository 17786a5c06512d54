import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';

/**
 * Holds a person until the transaction ends. Whatever changes the ways into an account does this before it touches the
 * person's codes, links, passkeys or sessions: who waits for a person then holds nothing that another waits for.
 */
export async function holdPerson(tx: Tx, userId: number) {
  await sql`select from users where id = ${userId} for no key update`.execute(tx);
}
