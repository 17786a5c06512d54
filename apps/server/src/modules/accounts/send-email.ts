import { sql } from 'kysely';
import type { RowOf, Tx } from '../../platform/db/db.ts';
import type { Values } from '../../platform/languages/languages.ts';
import { post } from '../../platform/mail/mail.ts';

/**
 * An email to a person, in English. In the text `{site}` is the site's address; other `{names}` are
 * filled from `values`. `visit` is added to their calendar or removed from it. `notification` is the one that it is
 * about, which must still apply when the email is sent.
 */
export interface EmailText {
  subject: string;
  text: string;
  values?: Values;
  visit?: number;
  notification?: number;
}

/** Emails to one person keep their order. */
export const laneOf = (userId: number) => `person ${userId}`;

/** The person to whom the emails of a lane go; undefined if the lane belongs to nobody. */
export const personOf = (lane: string | null) => {
  const [, id] = /^person (\d+)$/.exec(lane ?? '') ?? [];
  return id === undefined ? undefined : Number(id);
};

/**
 * Emails a person in their language after the commit, to the verified address; without one, nothing is sent. It must
 * not contain details of anybody's health.
 */
export async function sendEmail(
  tx: Tx,
  userId: number,
  { subject, text, values, visit, notification }: EmailText,
  now: Date,
): Promise<void> {
  const { rows } = await sql<RowOf<'users', 'email' | 'language'>>`
    select email, language from users where id = ${userId} and email_verified_at is not null and disabled_at is null`.execute(
    tx,
  );
  const [verified] = rows;
  if (verified === undefined) return;
  const { email: to, language } = verified;
  const calendar = visit === undefined ? {} : { calendar: { user_id: userId, appointment_id: visit } };
  await post(tx, { to, language, subject, text, values, notification, ...calendar }, laneOf(userId), now);
}

/** Sent after each change of a password. */
export const passwordChanged: EmailText = {
  subject: 'Your password was changed',
  text: `The password of your account was changed, and all other sessions were signed out.

If it was not you, choose a new password now:
{site}/forgot-password
`,
};

/** Sent after a password was reset with a link: passkeys open the account without the password. */
export function passwordReset(passkeys: readonly { name: string }[]): EmailText {
  if (passkeys.length === 0) return passwordChanged;
  const named = `These passkeys still open your account: {passkeys}
If you do not know one of them, remove it now:
{site}/account
`;
  const values = { passkeys: passkeys.map(({ name }) => `“${name}”`).join(', ') };
  return { ...passwordChanged, text: `${passwordChanged.text}\n${named}`, values };
}

// "Chrome on Android" in the language of the email.
function deviceParts(device: string): { browser?: string; system?: string } {
  const [browser, system] = device.split(' on ');
  return { ...(browser && { browser }), ...(system && { system }) };
}

function deviceLine(device: string) {
  const { browser, system } = deviceParts(device);
  if (browser === undefined) return 'Device: unknown';
  return system === undefined ? 'Device: {browser}' : 'Device: {browser} on {system}';
}

/** Sent after a sign-in from a device or network that is new for the person. */
export const newSignIn = (device: string, network: string): EmailText => ({
  subject: 'New sign-in to your account',
  text: `Somebody signed in to your account from a device or a network that was not used for it before.

${deviceLine(device)}
Network: {network}

If it was you, there is nothing to do. If it was not, choose a new password, and sign out everywhere else:
{site}/account
`,
  values: { ...deviceParts(device), network },
});

/** Sent if two parties used one session: one of them must have stolen it. */
export const sessionReused: EmailText = {
  subject: 'One of your sessions was signed out',
  text: `A session of your account was used from two places at once. It was signed out, to be safe.

If you know no reason, sign in, look where else you are signed in, and choose a new password:
{site}/account
`,
};
