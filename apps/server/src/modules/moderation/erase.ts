import { erasedText } from '@carecommons/contract/erasure-rules';
import { sql } from 'kysely';
import type { RowOf } from '../../platform/db/db.ts';
import type { ErasureStep } from '../erasure/erasure.ts';

/**
 * Removes a leaver's texts, and what was written about them, from the moderation. That something was reported and
 * decided stays, as numbers.
 */
export const eraseModeration: ErasureStep = async ({ db, clock }, { user_id }) => {
  const now = clock.now();
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<RowOf<'moderated', 'id'>>`
      update moderated set excerpt = '', reported_at = null, hidden_reason = case when hidden_at is not null then ${erasedText} end
      where author_id = ${user_id} returning id`.execute(tx);
    const own = rows.map(({ id }) => id);
    await sql`
      update reports set note = null, decided_at = coalesce(decided_at, ${now}) where moderated_id = any(${own}::int[])`.execute(
      tx,
    );
    await sql`select erase_reasons_of_moderation(${user_id})`.execute(tx);
    await sql`update reports set note = null where reporter_id = ${user_id}`.execute(tx);
    await sql`
      update appeals set text = ${erasedText}, answer = null, outcome = coalesce(outcome, 'gone'),
        decided_at = coalesce(decided_at, ${now})
      where author_id = ${user_id}`.execute(tx);
  });
};
