import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';

/** Takes a person off all waiting lists, with what they wrote there. What was offered already stays open for an answer. */
export async function leaveAllLists(tx: Tx, userId: number) {
  await sql`delete from waits where patient_id = ${userId}`.execute(tx);
}
