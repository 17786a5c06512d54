import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';

/**
 * Removes a person from all waiting lists, with what they wrote there. An offer that was made stays open for an answer.
 */
export async function leaveAllLists(tx: Tx, userId: number) {
  await sql`delete from waits where patient_id = ${userId}`.execute(tx);
}
