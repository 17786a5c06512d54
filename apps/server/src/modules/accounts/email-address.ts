import { confirmDays } from '@carecommons/contract/limits';
import { sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import type { Db, RowOf, Tx } from '../../platform/db/db.ts';
import { post } from '../../platform/mail/mail.ts';
import { invalidField, Problem } from '../../platform/errors/errors.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import { dropLinks, makeLink, takeLink } from './email-links.ts';
import { languageOf } from './language.ts';
import { laneOf, sendEmail } from './send-email.ts';
import { dropUnconfirmedFactors } from './second-factor/second-factor.ts';

const page = '/verify-email';
const lifeMs = confirmDays * 24 * 3600 * 1000;
const values = { days: confirmDays };

interface OwnEmail extends RowOf<'users', 'email'> {
  verified: boolean;
  change_to: string | null;
}

/** The actor's address, whether it is confirmed, and the new one that waits for confirmation. */
export async function getOwnEmail(db: Db, actor: Actor, now: Date): Promise<OwnEmail> {
  const { rows } = await sql<OwnEmail>`
    select u.email, u.email_verified_at is not null as verified, l.email as change_to
    from users u left join email_links l on l.user_id = u.id and l.purpose = 'change' and l.expires_at > ${now}
    where u.id = ${actor.user_id}`.execute(db);
  if (rows[0] === undefined) throw new Problem('not_signed_in');
  return rows[0];
}

/** Sends the email that confirms the address with which an account was opened. */
export async function sendVerification(tx: Tx, userId: number, email: string, secret: string, now: Date) {
  const seed = await makeLink(tx, { userId, purpose: 'verify', email, lifeMs }, secret, now);
  // No username: anybody can have registered it with this address.
  const text = `Welcome to Carecommons.

An account was opened with this email address. Please confirm that it is yours:

{link}

The link works once, within {days} days. If you did not open an account, ignore this email: you will not get another.
`;
  const subject = 'Confirm your email address';
  const to = { to: email, language: await languageOf(tx, userId) };
  await post(tx, { ...to, subject, text, values, link: { page, seed } }, laneOf(userId), now);
}

/** Throws `wrong_state` if the actor's address is already confirmed. */
export async function resendVerification(tx: Tx, actor: Actor, secret: string, now: Date) {
  const { email, verified } = await getOwnEmail(tx, actor, now);
  if (verified) throw new Problem('wrong_state', { message: 'Your email address is confirmed already.' });
  await sendVerification(tx, actor.user_id, email, secret, now);
}

/** Sends a confirmation link to a new address of the actor, and a notice to the old one. Throws 400 naming `email`. */
export async function askForChange(tx: Tx, actor: Actor, email: string, secret: string, now: Date) {
  const before = await getOwnEmail(tx, actor, now);
  if (before.email === email) throw invalidField('email', 'This is already your email address.');
  const seed = await makeLink(tx, { userId: actor.user_id, purpose: 'change', email, lifeMs }, secret, now);
  const text = `This email address was given as the new one of an account at Carecommons. Please confirm that it is yours:

{link}

The link works once, within {days} days. If you did not expect it, ignore this email.
`;
  const subject = 'Confirm your new email address';
  const to = { to: email, language: await languageOf(tx, actor.user_id) };
  await post(tx, { ...to, subject, text, values, link: { page, seed } }, laneOf(actor.user_id), now);
  const notice = `A new email address was given for your account, and waits to be confirmed. Until then emails come here.

If it was not you, somebody knows your password. Please change it now, which also stops the new address:
{site}/account
`;
  await sendEmail(tx, actor.user_id, { subject: 'Your email address is about to change', text: notice }, now);
}

/**
 * Confirms the address to which a token was sent. A new address becomes the address of the account. When the first
 * address is confirmed, the second factors set up before are removed; the caller then forgets the person. Throws
 * `link_ended`, and `email_taken` if another account has confirmed the address.
 */
export async function confirmEmail(tx: Tx, token: string, now: Date) {
  const { user_id, purpose, email } = await takeLink(tx, token, ['verify', 'change'], now);
  if (purpose === 'change') {
    const text = `Your account has a new email address, to which all emails go from now on. This is the last one that comes here.

If it was not you, please write to the people who run the site:
{site}/contact
`;
    await sendEmail(tx, user_id, { subject: 'Your email address was changed', text }, now);
    // Links that were sent to the old address stop working.
    await dropLinks(tx, user_id, ['verify', 'reset']);
  }
  const { rows } = await sql<{ first: boolean }>`
    select email_verified_at is null as first from users where id = ${user_id}`.execute(tx);
  await verifyEmail(tx, user_id, email, now);
  const factors_removed = rows[0]?.first === true && (await dropUnconfirmedFactors(tx, user_id, now));
  const action = purpose === 'change' ? 'email_changed' : 'email_verified';
  await audit(tx, { at: now, actor: { user_id, session_id: '' }, action, outcome: 'done' });
  return { user_id, email, factors_removed };
}

/** Sets a person's confirmed address. Throws `email_taken`. */
export async function verifyEmail(tx: Tx, userId: number, email: string, now: Date) {
  try {
    await sql`update users set email = ${email}, email_verified_at = ${now} where id = ${userId}`.execute(tx);
  } catch (error) {
    const { constraint } = error as { constraint?: string };
    throw constraint === 'users_verified_email' ? new Problem('email_taken') : error;
  }
}
