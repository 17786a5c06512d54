import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';

// What other modules read of accounts. Statements use each fragment like a table, and PostgreSQL plans it like the
// table.

/** Who people are, and whether they still exist: one row for each account, by `id`. */
export const people = sql`(
  select id, username, language, created_at, email_verified_at, disabled_at, erased_at from users)`;

/** The same, with what only the person and administrators may see. */
export const accounts = sql`(
  select id, username, email, role, language, created_at, disabled_at, erased_at from users)`;

/** What people call themselves as patients, by `user_id`. */
export const basicProfiles = sql`(select user_id, name, phone from profiles)`;

/** The current grants, by `user_id`. */
export const heldGrants = (now: Date) => sql`(
  select user_id, name, granted_at, expires_at from grants where expires_at is null or expires_at > ${now})`;

/** Who has a second factor, by `user_id`. */
export const factorHolders = sql`(
  select user_id from authenticator_apps where confirmed_at is not null union select user_id from passkeys)`;

/** Where people are or were signed in, by `id` and `user_id`. */
export const sessions = sql`(select id, user_id, device, ended_at, expires_at from sessions)`;

/** How accounts were used. */
export const accountEvents = sql`(
  select id, at, kind, user_id, device, network, is_new, tries, name_hash from account_events)`;

/** Blocks registrations until the transaction ends; returns whether an account exists. */
export async function holdAccounts(tx: Tx): Promise<boolean> {
  await sql`lock table users in share row exclusive mode`.execute(tx);
  const { rows } = await sql`select from users limit 1`.execute(tx);
  return rows.length > 0;
}
