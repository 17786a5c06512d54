import { sql } from 'kysely';

/**
 * The id of the account that a sign-in with this name opens, null for none: the account with that username, else the one that has
 * confirmed that email address.
 */
export const idAtSignIn = (name: string | null) => sql<number | null>`coalesce(
  (select id from users where lower(username) = lower(${name}::text) and erased_at is null),
  (select id from users where lower(email) = lower(${name}::text) and email_verified_at is not null and erased_at is null))`;
