import { deletedUser } from '@carecommons/contract/erasure-rules';
import { sql } from 'kysely';
import type { RowOf } from '../../platform/db/db.ts';
import { forgetWords } from '../../platform/search/search.ts';
import type { ErasureStep } from '../erasure/erasure.ts';
import { providerTexts } from './providers.ts';
import { searchWords } from './search.ts';

/**
 * Removes an erased provider from the directory. A row remains for visits and reports to refer to, and their name until
 * `name_until`.
 */
export const eraseProvider: ErasureStep = async ({ db }, { user_id, name_until }) => {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<RowOf<'providers', 'search'>>`
      select search from providers where user_id = ${user_id} for update`.execute(tx);
    if (rows[0] === undefined) return;
    await sql`delete from provider_photos where provider_id = ${user_id}`.execute(tx);
    await sql`delete from provider_specialities where provider_id = ${user_id}`.execute(tx);
    await sql`
      update providers set name = case when ${name_until !== null} then name else ${deletedUser} end, address = '',
        phone = '', experience = 0, fees = 0, education = '', about = '', city = null, languages = '{}', gender = null,
        registration_number = null, council = null, verified_at = null, verified_until = null, verified_profile = null, suspended_at = null,
        suspended_reason = null, listed = false, name_key = '', search = '', photo = null
      where user_id = ${user_id}`.execute(tx);
    await forgetWords(tx, searchWords, [rows[0].search]);
  });
  providerTexts.clear();
};
