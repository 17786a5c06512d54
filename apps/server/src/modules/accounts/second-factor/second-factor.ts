import type { FactorKind } from '@carecommons/contract/administration-rules';
import type { SecondFactor } from '@carecommons/contract/second-factor';
import { sql } from 'kysely';
import { audit, type AuditEntry } from '../../../platform/audit/audit.ts';
import type { ColumnOf, Db, RowOf, Tx } from '../../../platform/db/db.ts';
import { invalidField, Problem } from '../../../platform/errors/errors.ts';
import type { Actor } from '../../../platform/auth/auth.ts';
import { holdPerson } from '../hold-person.ts';
import { sendEmail, type EmailText } from '../send-email.ts';
import { dropApp, isDigits, takeStep } from './second-factor-app.ts';
import { bare, dropCodes, replaceCodes, takeRecoveryCode } from './second-factor-codes.ts';
import { endSessions } from '../sessions.ts';
import { requireFactor } from './step-up.ts';

interface Dependencies {
  secret: string;
  now: Date;
}

/** Who changes a second factor, their own or another person's; undefined for the operator at the command line. */
type Doer = Pick<Actor, 'user_id' | 'session_id'> | undefined;

/** What the actor has set up, as only the actor sees it. */
export async function getSecondFactor(
  db: Db,
  actor: Actor,
): Promise<Omit<SecondFactor, 'passkeys_possible' | 'required'>> {
  const { rows } = await sql<{
    confirmed: boolean;
    app_added_at: ColumnOf<'authenticator_apps', 'confirmed_at'>;
    recovery_codes_left: number;
  }>`
    select s.second_factor_at is not null as confirmed, a.confirmed_at as app_added_at,
      (select count(*) from recovery_codes r where r.user_id = s.user_id and r.used_at is null) as recovery_codes_left
    from sessions s left join authenticator_apps a on a.user_id = s.user_id and a.confirmed_at is not null
    where s.id = ${actor.session_id} and s.user_id = ${actor.user_id}`.execute(db);
  const passkeys = await sql<RowOf<'passkeys', 'id' | 'name' | 'added_at' | 'last_used_at'>>`
    select id, name, added_at, last_used_at from passkeys where user_id = ${actor.user_id} order by id`.execute(db);
  if (rows[0] === undefined) throw new Problem('not_signed_in');
  return {
    ...rows[0],
    app_added_at: rows[0].app_added_at?.toISOString() ?? null,
    passkeys: passkeys.rows.map((row) => ({
      ...row,
      added_at: row.added_at.toISOString(),
      last_used_at: row.last_used_at?.toISOString() ?? null,
    })),
  };
}

/**
 * Lets the actor change the ways into the account only in a session with a second factor, if they have one. Without one
 * they may set up the first. Changes for one person run one after the other. Throws `second_factor_required`.
 */
export async function mayChange(tx: Tx, actor: Actor, now: Date): Promise<{ has: boolean }> {
  await holdPerson(tx, actor.user_id);
  return await requireFactor(tx, actor, now);
}

/** Which second factors a person has set up, and whether recovery codes are left. */
export async function factorsOf(db: Db, userId: number) {
  const { rows } = await sql<{ app: boolean; passkey: boolean; recovery: boolean }>`
    select exists (select from authenticator_apps where user_id = ${userId} and confirmed_at is not null) as app,
      exists (select from passkeys where user_id = ${userId}) as passkey,
      exists (select from recovery_codes where user_id = ${userId} and used_at is null) as recovery`.execute(db);
  return rows[0] as (typeof rows)[number];
}

/**
 * Marks the actor's session as confirmed by a second factor just now. The caller forgets the person after its commit.
 */
export async function markSession(tx: Tx, actor: Actor, now: Date) {
  await sql`update sessions set second_factor_at = ${now}, confirmed_at = ${now}
    where id = ${actor.session_id} and user_id = ${actor.user_id}`.execute(tx);
}

/**
 * Uses up a code of a person's confirmed app, or a recovery code, which is emailed to the person. False for a wrong
 * code.
 */
export async function takeCode(
  tx: Tx,
  person: Pick<Actor, 'user_id'> & { session_id?: string },
  given: string,
  { secret, now }: Dependencies,
): Promise<boolean> {
  const code = bare(given);
  const { user_id, session_id = '' } = person;
  await holdPerson(tx, user_id);
  if (isDigits(code)) return await takeStep(tx, user_id, code, { secret, now, confirmed: true });
  const left = await takeRecoveryCode(tx, user_id, code, secret, now);
  if (left === undefined) return false;
  await recordAndSendEmail(tx, user_id, { user_id, session_id }, 'recovery_code_used', now, {
    subject: 'A recovery code was used',
    text: 'One of your recovery codes was used to sign in or to confirm it is you. {left} of them are left.',
    values: { left },
  });
  return true;
}

/** The refusal of a code in a form other than the login. */
export const wrongCode = () => invalidField('code', new Problem('invalid_code').message);

/**
 * Creates new recovery codes for the actor. Throws `wrong_state` if there is no second factor that they could replace.
 */
export async function renewCodes(tx: Tx, actor: Actor, { secret, now }: Dependencies): Promise<string[]> {
  const { has } = await mayChange(tx, actor, now);
  if (!has) throw new Problem('wrong_state', { message: 'Please set up an authenticator app or a passkey first.' });
  await recordAndSendEmail(tx, actor.user_id, actor, 'recovery_codes_made', now, {
    subject: 'You have new recovery codes',
    text: 'You have new recovery codes. Earlier ones no longer work.',
  });
  return await replaceCodes(tx, actor.user_id, secret);
}

const addedEmails: Record<FactorKind, EmailText> = {
  passkey: {
    subject: 'A passkey was added to your account',
    text: 'The passkey now counts as your second factor. Your other sessions were signed out.',
  },
  'authenticator app': {
    subject: 'An authenticator app was added to your account',
    text: 'The authenticator app now counts as your second factor. Your other sessions were signed out.',
  },
};
const removedEmails: Record<FactorKind, EmailText> = {
  passkey: {
    subject: 'A passkey was removed from your account',
    text: 'The passkey is no longer your second factor.',
  },
  'authenticator app': {
    subject: 'The authenticator app was removed from your account',
    text: 'The authenticator app is no longer your second factor.',
  },
};

/**
 * After a factor was added: ends the person's other sessions, which have not used it; records it and notifies the
 * person.
 */
export async function added(tx: Tx, actor: Actor, what: FactorKind, now: Date) {
  await endSessions(tx, actor.user_id, 'factor_added', now, actor.session_id);
  await recordAndSendEmail(tx, actor.user_id, actor, 'factor_added', now, addedEmails[what], what);
}

/**
 * After a factor was removed: the person's other sessions have to confirm again, and so has this one if it was the last
 * factor. Recovery codes are deleted with the last factor. The caller forgets the person after its commit.
 */
export async function removed(tx: Tx, actor: Pick<Actor, 'user_id' | 'session_id'>, what: FactorKind, now: Date) {
  const { rows } = await sql`
    select from authenticator_apps where user_id = ${actor.user_id} and confirmed_at is not null
    union all select from passkeys where user_id = ${actor.user_id}`.execute(tx);
  const last = rows.length === 0;
  if (last) await dropCodes(tx, actor.user_id);
  await sql`update sessions set second_factor_at = null
    where user_id = ${actor.user_id} and (${last} or id is distinct from ${actor.session_id || null}::uuid)`.execute(
    tx,
  );
  await recordAndSendEmail(tx, actor.user_id, actor, 'factor_removed', now, removedEmails[what], what);
}

/** Removes all second factors of a person; returns whether there were any. */
async function dropFactors(tx: Tx, userId: number): Promise<boolean> {
  const { rows } = await sql`
    with gone as (delete from passkeys where user_id = ${userId} returning user_id)
    select from gone union all select from authenticator_apps where user_id = ${userId}`.execute(tx);
  await dropApp(tx, userId);
  await dropCodes(tx, userId);
  await sql`update sessions set second_factor_at = null where user_id = ${userId}`.execute(tx);
  return rows.length > 0;
}

/**
 * Removes the factors that were set up before the account's address was confirmed: a person who registered with
 * somebody else's address would otherwise keep a way in. The caller forgets the person after its commit. Returns
 * whether there were any.
 */
export async function dropUnconfirmedFactors(tx: Tx, userId: number, now: Date): Promise<boolean> {
  if (!(await dropFactors(tx, userId))) return false;
  await recordAndSendEmail(tx, userId, { user_id: userId, session_id: '' }, 'factor_reset', now, {
    subject: 'Your second factor was removed',
    text: 'What was set up as your second factor before your email address was confirmed was removed: it may have been set up by somebody else. Please set it up again.',
  });
  return true;
}

/**
 * Removes all second factors of a person who has lost them, and ends the person's sessions. The caller forgets the
 * person after its commit. Returns whether there were any.
 */
export async function resetSecondFactor(tx: Tx, userId: number, doer: Doer, now: Date): Promise<boolean> {
  if (!(await dropFactors(tx, userId))) return false;
  await endSessions(tx, userId, 'factor_reset', now);
  await recordAndSendEmail(tx, userId, doer, 'factor_reset', now, {
    subject: 'Your second factor was removed',
    text: 'An administrator removed your authenticator app, your passkeys and your recovery codes, and signed you out everywhere. Please set up a second factor again.',
  });
  return true;
}

/** The audit entry and the email of one event, in its transaction. */
async function recordAndSendEmail(
  tx: Tx,
  userId: number,
  doer: Doer,
  action: AuditEntry['action'],
  now: Date,
  { text, ...email }: EmailText,
  reason?: FactorKind,
) {
  await audit(tx, { at: now, actor: doer, action, item: { kind: 'user', id: userId }, outcome: 'done', reason });
  const unknown = 'If this was not you, change your password now: {site}/account';
  await sendEmail(tx, userId, { ...email, text: `${text}\n\n${unknown}\n` }, now);
}
