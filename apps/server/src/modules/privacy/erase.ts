import { sql } from 'kysely';
import type { ErasureStep } from '../erasure/erasure.ts';
import { endExports } from './exports.ts';

/** Deletes finished and unfinished exports of the person's data. Consents remain, under an id alone. */
export const eraseExports: ErasureStep = async ({ db, files }, { user_id }) => {
  const gone = await db.transaction().execute((tx) => endExports(tx, sql`user_id = ${user_id}`));
  for (const file of gone) await files.remove(file);
};
