import { deletedUser } from '@carecommons/contract/erasure-rules';
import { sql } from 'kysely';
import type { Db, RowOf } from '../../platform/db/db.ts';
import { type ErasureStep, hasKeptCare, keepCare } from '../erasure/erasure.ts';
import { dropJobs } from '../../platform/jobs/jobs.ts';
import { forgetEmails } from '../../platform/mail/mail.ts';
import { forgetAnswers } from '../../platform/routing/routing.ts';
import { eraseFromKeptAnswers, type IdsAbout } from './kept-answers.ts';
import { laneOf } from './send-email.ts';

/**
 * Deletes the stored responses of a leaver, and removes what names or quotes them from those of other people. Must run
 * while their reports and shares are still known (`idsAbout`).
 */
export const eraseFromAnswers =
  (idsAbout: (db: Db, userId: number) => Promise<IdsAbout>): ErasureStep =>
  async ({ db }, { user_id }) => {
    await forgetAnswers(db, user_id);
    await eraseFromKeptAnswers(db, user_id, await idsAbout(db, user_id));
  };

/** Erases a person's identity and every way into the account. The id stays, because other rows refer to it. */
export const eraseAccount: ErasureStep = async ({ db, config }, { user_id, number, care_until }) => {
  const { rows } = await sql<RowOf<'users', 'email'>>`select email from users where id = ${user_id}`.execute(db);
  const email = rows[0]?.email ?? '';
  // Emails that were written to the folder because there is no mail server; the receipt is the last one.
  await forgetEmails(config, email, number);
  await db.transaction().execute(async (tx) => {
    await sql`select from users where id = ${user_id} for no key update`.execute(tx);
    await dropJobs(tx, sql<boolean>`lane = ${laneOf(user_id)}`, number);
    // Another person may have asked for the same address.
    await dropJobs(
      tx,
      sql<boolean>`kind = 'password_reset' and lower(payload->>'email') = lower(${email})
        and not exists (select from users u where lower(u.email) = lower(${email}) and u.id <> ${user_id})`,
    );
    if (care_until !== null) {
      await keepCare(
        tx,
        'person',
        user_id,
        sql`select f.user_id, null, jsonb_build_object('name', f.name) from profiles f
          where f.user_id = ${user_id} and ${hasKeptCare(sql`f.user_id`)}`,
      );
    }
    await sql`delete from profiles where user_id = ${user_id}`.execute(tx);
    await sql`delete from email_links where user_id = ${user_id}`.execute(tx);
    await sql`delete from authenticator_apps where user_id = ${user_id}`.execute(tx);
    await sql`delete from recovery_codes where user_id = ${user_id}`.execute(tx);
    await sql`delete from passkeys where user_id = ${user_id}`.execute(tx);
    await sql`delete from grants where user_id = ${user_id}`.execute(tx);
    await sql`delete from sessions where user_id = ${user_id}`.execute(tx);
    await sql`delete from account_events where user_id = ${user_id}`.execute(tx);
    await sql`
      update users set username = ${deletedUser}, email = '', email_verified_at = null, password_hash = '', role = 'unknown',
        language = null, username_skeleton = null
      where id = ${user_id}`.execute(tx);
  });
};
