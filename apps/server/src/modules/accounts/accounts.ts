import type { Grant } from '@carecommons/contract/endpoint';
import { sql } from 'kysely';
import type { ColumnOf, Db, RowOf, Tx } from '../../platform/db/db.ts';
import {
  type Actor,
  hashPassword,
  idAtSignIn,
  isOutdated,
  verifyPassword,
  weaknessOf,
} from '../../platform/auth/auth.ts';
import { invalidField, Problem } from '../../platform/errors/errors.ts';
import { endSessions } from './sessions.ts';
import { skeletonOf } from './username-skeleton.ts';

export { withPassword } from './current-password.ts';
export { languageOf } from './language.ts';
export { sendEmail } from './send-email.ts';
export { passwordLink } from './password-link.ts';
export {
  accountEvents,
  accounts,
  basicProfiles,
  factorHolders,
  heldGrants,
  holdAccounts,
  people,
  sessions,
} from './people.ts';
export { lacksProviderFactor } from './second-factor/provider-factor.ts';
export { mayChange as mayChangeAccess, resetSecondFactor } from './second-factor/second-factor.ts';
export { resealAll, usesOf } from './secret-uses.ts';
export { requireConfirmed } from './second-factor/step-up.ts';

interface NewAccount {
  username: string;
  email: string;
  password: string;
}

function usernameTaken() {
  const { message } = new Problem('username_taken');
  return new Problem('username_taken', { errors: [{ field: 'username', message }] });
}

/**
 * Prepares a new account and hashes its password. Throws 400 for a weak password, `busy`, and `username_taken`, also if
 * the username looks like another one.
 */
export async function prepareAccount(db: Db, account: NewAccount, secret: string) {
  const { username, email, password } = account;
  const weakness = weaknessOf(password, account);
  if (weakness !== undefined) throw invalidField('password', weakness);
  const skeleton = skeletonOf(username);
  const taken = await sql`
    select 1 from users where lower(username) = lower(${username}) or username_skeleton = ${skeleton}`.execute(db);
  if (taken.rows.length > 0) throw usernameTaken();
  return { username, skeleton, email, password_hash: await hashPassword(password, secret) };
}

/** Creates a prepared account with a language, and returns its id. Throws `username_taken`. */
export async function openAccount(
  db: Db,
  account: Awaited<ReturnType<typeof prepareAccount>>,
  now: Date,
  language: string | null = null,
) {
  const { rows } = await sql<RowOf<'users', 'id'>>`
    insert into users (username, username_skeleton, email, password_hash, created_at, password_changed_at, language)
    values (${account.username}, ${account.skeleton}, ${account.email}, ${account.password_hash}, ${now}, ${now},
      ${language})
    on conflict do nothing returning id`.execute(db);
  if (rows[0] === undefined) throw usernameTaken();
  return rows[0].id;
}

/** Creates an account and returns its id. Throws 400 for a weak password, `username_taken`, `busy`. */
export async function register(db: Db, account: NewAccount, secret: string, now: Date): Promise<number> {
  return await openAccount(db, await prepareAccount(db, account, secret), now);
}

/**
 * The person whose username, or else confirmed email address, and password these are, with the stored hash. An unknown name, a wrong
 * password and a disabled account throw the same `invalid_credentials` after the same time. Throws `busy`.
 */
export async function authenticate(
  db: Db,
  name: string,
  password: string,
  secret: string,
): Promise<RowOf<'users', 'id' | 'password_hash'>> {
  const { rows } = await sql<RowOf<'users', 'id' | 'password_hash'> & { enabled: boolean }>`
    select id, password_hash, disabled_at is null as enabled
    from users where id = ${idAtSignIn(name)}`.execute(db);
  const [user] = rows;
  const right = await verifyPassword(password, user?.password_hash, secret);
  if (user === undefined || !right || !user.enabled) throw new Problem('invalid_credentials');
  if (!isOutdated(user.password_hash, secret)) return user;
  const renewed = await hashPassword(password, secret);
  await sql`update users set password_hash = ${renewed}
    where id = ${user.id} and password_hash = ${user.password_hash}`.execute(db);
  // Another sign-in may have renewed it first, or the password was changed: the present hash decides.
  return await authenticate(db, name, password, secret);
}

/** Hashes a new password of the actor. Throws 400 naming `new_password` if it is weak, and `busy`. */
export async function hashNewPassword(db: Db, actor: Actor, password: string, secret: string) {
  const weakness = weaknessOf(password, await getUser(db, actor));
  if (weakness !== undefined) throw invalidField('new_password', weakness);
  return await hashPassword(password, secret);
}

/** Stores the hash of a person's new password. */
export async function setPassword(tx: Tx, actor: Pick<Actor, 'user_id'>, passwordHash: string, now: Date) {
  await sql`update users set password_hash = ${passwordHash}, password_changed_at = ${now}
    where id = ${actor.user_id}`.execute(tx);
}

/** The actor's own account, with what only the actor may see. */
export async function getUser(db: Db, actor: Actor) {
  const { rows } = await sql<RowOf<'users', 'username' | 'email'> & { user_id: ColumnOf<'users', 'id'> }>`
    select id as user_id, username, email from users where id = ${actor.user_id}`.execute(db);
  if (rows[0] === undefined) throw new Problem('not_signed_in');
  return rows[0];
}

type BasicProfile = RowOf<'profiles', 'name' | 'about' | 'phone'>;

/** The actor's basic profile; undefined until it is first saved. */
export async function getProfile(db: Db, actor: Actor): Promise<BasicProfile | undefined> {
  const { rows } = await sql<BasicProfile>`
    select name, about, phone from profiles where user_id = ${actor.user_id}`.execute(db);
  return rows[0];
}

/**
 * Saves the actor's basic profile. An account without a role becomes a patient's; the caller then forgets the person.
 */
export async function saveProfile(tx: Tx, actor: Actor, { name, about, phone }: BasicProfile, now: Date) {
  await sql`
    insert into profiles (user_id, name, about, phone, updated_at)
    values (${actor.user_id}, ${name}, ${about}, ${phone}, ${now})
    on conflict (user_id) do update set name = excluded.name, about = excluded.about, phone = excluded.phone,
      updated_at = excluded.updated_at`.execute(tx);
  const { rows } = await sql<RowOf<'users', 'role'>>`
    update users set role = case when role = 'unknown' then 'patient' else role end
    where id = ${actor.user_id} returning role`.execute(tx);
  if (rows[0] === undefined) throw new Problem('not_signed_in');
  return { name, about, phone, role: rows[0].role };
}

/** Makes the person a healthcare provider permanently. The caller forgets the person after its commit. */
export async function becomeProvider(tx: Tx, userId: number) {
  await sql`update users set role = 'healthcare_provider' where id = ${userId}`.execute(tx);
}

/** The account with that username, in any spelling of it; locked until the transaction ends. */
export async function findAccount(tx: Tx, by: { username: string } | { id: number }) {
  const which = 'id' in by ? sql`id = ${by.id}` : sql`lower(username) = lower(${by.username.normalize('NFC')})`;
  const { rows } = await sql<RowOf<'users', 'id' | 'username'> & { disabled: boolean }>`
    select id, username, disabled_at is not null as disabled from users
    where ${which} and erased_at is null for no key update`.execute(tx);
  return rows[0];
}

/**
 * Gives a person a grant, with or without an end. A grant that they have gets the new end. Throws `last_administrator`.
 */
export async function setGrant(tx: Tx, userId: number, name: Grant, end: Date | null, now: Date) {
  await refusingLastAdministrator(
    sql`
    insert into grants (user_id, name, granted_at, expires_at) values (${userId}, ${name}, ${now}, ${end})
    on conflict (user_id, name) do update
    set granted_at = excluded.granted_at, expires_at = excluded.expires_at`.execute(tx),
  );
}

/** Revokes a grant; false if the person did not have it. Throws `last_administrator`. */
export async function removeGrant(tx: Tx, userId: number, name: Grant): Promise<boolean> {
  const { rows } = await refusingLastAdministrator(
    sql`
    delete from grants where user_id = ${userId} and name = ${name} returning 1`.execute(tx),
  );
  return rows.length > 0;
}

/** Disables an account and ends its sessions, or enables it again. Throws `last_administrator`. */
export async function setDisabled(tx: Tx, userId: number, disabled: boolean, now: Date) {
  await refusingLastAdministrator(
    sql`
    update users set disabled_at = ${disabled ? now : null} where id = ${userId}`.execute(tx),
  );
  if (disabled) await endSessions(tx, userId, 'disabled', now);
}

/**
 * Closes an account permanently; it is erased from then on. The caller forgets the person. Throws `last_administrator`.
 */
export async function closeAccount(tx: Tx, userId: number, now: Date) {
  await refusingLastAdministrator(sql`delete from grants where user_id = ${userId}`.execute(tx));
  await sql`
    update users set erased_at = ${now}, disabled_at = coalesce(disabled_at, ${now}) where id = ${userId}`.execute(tx);
  await endSessions(tx, userId, 'erased', now);
}

/** Ends all sessions of a person, who can sign in again. */
export async function logOutEverywhere(tx: Tx, userId: number, now: Date) {
  await endSessions(tx, userId, 'administrator', now);
}

/** Turns the database's refusal to lose the last administrator into a Problem. */
async function refusingLastAdministrator<T>(statement: Promise<T>): Promise<T> {
  try {
    return await statement;
  } catch (error) {
    throw (error as { constraint?: string }).constraint === 'last_administrator'
      ? new Problem('last_administrator')
      : error;
  }
}
