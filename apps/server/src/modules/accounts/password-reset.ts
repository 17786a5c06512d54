import type { OpeningPasskey, resetPassword as resetEndpoint } from '@carecommons/contract/emails';
import type { BodyOf } from '@carecommons/contract/endpoint';
import { resetMinutes } from '@carecommons/contract/limits';
import { sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import type { Clock } from '../../platform/time/time.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Db, RowOf, Tx } from '../../platform/db/db.ts';
import { enqueue, type Job } from '../../platform/jobs/jobs.ts';
import { post } from '../../platform/mail/mail.ts';
import { hashPassword, weaknessOf } from '../../platform/auth/auth.ts';
import { invalidField, Problem } from '../../platform/errors/errors.ts';
import type { Call } from '../../platform/routing/routing.ts';
import { setPassword } from './accounts.ts';
import { dropLinks, findLink, makeLink, takeLink } from './email-links.ts';
import { laneOf, passwordReset, sendEmail } from './send-email.ts';
import { removed } from './second-factor/second-factor.ts';
import { endSessions } from './sessions.ts';

const kind = 'password_reset';

/**
 * Requests a link for an address. It is sent only if the address is confirmed. The caller cannot tell: a job looks up
 * the person later, so every address takes the same time.
 */
export async function askForReset(tx: Tx, email: string, now: Date) {
  await enqueue(tx, { kind, payload: { email } }, now);
}

/** The job that looks up the person of an address and sends the link. */
export function resetWork({ db, config, clock }: { db: Db; config: Config; clock: Clock }) {
  async function send({ payload }: Job) {
    const { email } = payload as { email: string };
    await db.transaction().execute(async (tx) => {
      const { rows } = await sql<RowOf<'users', 'id' | 'username' | 'email' | 'language'>>`
        select id, username, email, language from users where lower(email) = lower(${email})
          and email_verified_at is not null and disabled_at is null`.execute(tx);
      const [user] = rows;
      if (user === undefined) return;
      const wanted = { userId: user.id, purpose: 'reset', email: user.email, lifeMs: resetMinutes * 60_000 } as const;
      const now = clock.now();
      const seed = await makeLink(tx, wanted, config.secret, now);
      const text = `Somebody, hopefully you, has forgotten the password of your account. Its username is {username}

Choose a new password here:

{link}

The link works once, within {minutes} minutes. If it was not you, ignore this email: your password stays as it is.
`;
      const message = {
        to: user.email,
        language: user.language,
        subject: 'Choose a new password',
        text,
        values: { username: user.username, minutes: resetMinutes },
        link: { page: '/reset-password', seed },
      } as const;
      await post(tx, message, laneOf(user.id), now);
    });
  }
  return { [kind]: send };
}

/** The passkeys of the person of a link, and whether the link can remove them. Throws `link_ended`. */
export async function listResetPasskeys(db: Db, token: string, now: Date) {
  const { user_id } = await findLink(db, token, ['reset'], now);
  const passkeys = await passkeysOf(db, user_id);
  return { passkeys, removable: await mayRemove(db, user_id, now) };
}

async function passkeysOf(db: Db, userId: number): Promise<OpeningPasskey[]> {
  const { rows } = await sql<RowOf<'passkeys', 'id' | 'name' | 'added_at'>>`
    select id, name, added_at from passkeys where user_id = ${userId} order by id`.execute(db);
  return rows.map((row) => ({ ...row, added_at: row.added_at.toISOString() }));
}

/** A mailbox alone must not open what needs a second factor: people who help to run the site ask an administrator. */
async function mayRemove(db: Db, userId: number, now: Date) {
  const { rows } = await sql`
    select from grants where user_id = ${userId} and (expires_at is null or expires_at > ${now})`.execute(db);
  return rows.length === 0;
}

async function removePasskeys(tx: Tx, userId: number, ids: readonly number[], now: Date) {
  if (!(await mayRemove(tx, userId, now)))
    throw new Problem('wrong_state', { message: 'An administrator can remove your passkeys. Please write to us.' });
  const { numAffectedRows } = await sql`
    delete from passkeys where user_id = ${userId} and id = any(${ids}::integer[])`.execute(tx);
  if (numAffectedRows === 0n) return;
  await removed(tx, { user_id: userId, session_id: '' }, 'passkey', now);
}

type Dependencies = Pick<Call<never>, 'db' | 'config' | 'clock' | 'endHandedOut'>;
type Wanted = BodyOf<typeof resetEndpoint>;

/**
 * Sets the password of the person to whom a link was sent, ends all sessions, and returns the person. Throws
 * `link_ended`, 400 naming `new_password`, `busy`. The link is used up only if the password is set.
 */
export async function resetPassword({ db, config, clock, endHandedOut }: Dependencies, wanted: Wanted) {
  const { token, new_password: password } = wanted;
  const now = clock.now();
  const { user_id } = await findLink(db, token, ['reset'], now);
  const { rows } = await sql<RowOf<'users', 'username' | 'email'>>`
    select username, email from users where id = ${user_id}`.execute(db);
  const user = rows[0] as (typeof rows)[number];
  const weakness = weaknessOf(password, user);
  if (weakness !== undefined) throw invalidField('new_password', weakness);
  const hash = await hashPassword(password, config.secret);
  await db.transaction().execute(async (tx) => {
    await takeLink(tx, token, ['reset'], now);
    await setPassword(tx, { user_id }, hash, now);
    await endSessions(tx, user_id, 'reset', now);
    await dropLinks(tx, user_id, ['change']);
    const person = { user_id, session_id: '' };
    if (wanted.end_links) await endHandedOut(tx, person, now);
    if (wanted.remove_passkeys.length > 0) await removePasskeys(tx, user_id, wanted.remove_passkeys, now);
    await sendEmail(tx, user_id, passwordReset(await passkeysOf(tx, user_id)), now);
    await audit(tx, { at: now, actor: { user_id, session_id: '' }, action: 'password_reset', outcome: 'done' });
  });
  return { user_id, username: user.username };
}
