import { createHmac, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { SendMailOptions } from 'nodemailer';
import type { Config } from '../config/config.ts';
import type { Db, Tx } from '../db/db.ts';
import { dropJobs, enqueue, type Job } from '../jobs/jobs.ts';
import { type Languages, openLanguages, type Values, type Words } from '../languages/languages.ts';
import { deriveKey, deriveKeyOf, versionInUse } from '../crypto/crypto.ts';
import { spanned } from '../telemetry/telemetry.ts';

/**
 * An email in plain text, as it is in English: it is translated, line by line, when it is sent. In its text `{site}` stands for
 * the site's address and `{link}` for the link with its token, which is made then, too: it stands nowhere before.
 */
export interface Email {
  /** A bare address. */
  to: string;
  /** In which its reader is written to; null is English. */
  language?: string | null;
  /** Words of ours alone. */
  subject: string;
  text: string;
  /** What is put in the place of other `{names}`. What people have written stands here, and never in the text. */
  values?: Values | undefined;
  link?: { page: `/${string}`; seed: string };
  /**
   * A visit of the reader's that their calendar takes in, or out where it was cancelled. It is written when the email is
   * sent, from the visit as it is then: an email that was held up never brings a time that no longer holds.
   */
  calendar?: { user_id: number; appointment_id: number };
  /** What it tells of: where that does not hold any more when the email would be sent, it is not sent. */
  notification?: number | undefined;
}

/** A visit as a calendar takes it from an email (RFC 5546). */
export interface Invitation {
  method: 'REQUEST' | 'CANCEL';
  content: string;
}

/** Writes the calendar part of an email to `to`; undefined where there is nothing for a calendar. */
type Invite = (userId: number, appointmentId: number, to: string, words: Words) => Promise<Invitation | undefined>;

/** Whether what an email tells still holds. */
type Holds = (notification: number) => Promise<boolean>;

interface Dependencies {
  languages?: Languages;
  invite?: Invite;
  holds?: Holds;
}

const kind = 'letter';
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 };
// No quotes, no brackets, no lists, no blanks: what is left is one address and nothing else.
const bareAddress = /^[^\s@<>()[\],;:\\"\p{Cc}]{1,64}@[^\s@<>()[\],;:\\"\p{Cc}]{1,189}$/u;

/** Sends an email once the transaction is committed. Emails of one lane arrive in their order. */
export async function post(tx: Tx, email: Email, lane: string, now: Date) {
  await enqueue(tx, { kind, payload: email, lane }, now);
}

/** The seed of a link: random, and which version of the secret makes its token, also in an email that is sent later. */
export const newSeed = (secret: string) => `${versionInUse(secret)}.${randomBytes(32).toString('base64url')}`;

/** The token of a link: 256 bits which nobody can tell who has the seed, from the database, but not the secret. */
export function linkToken(secret: string, seed: string): string {
  // Seeds from before there were versions name none.
  const version = Number(/^(\d+)\./.exec(seed)?.[1] ?? 1);
  const purpose = 'link in a letter';
  return createHmac('sha256', deriveKeyOf(secret, purpose, version) ?? deriveKey(secret, purpose))
    .update(seed)
    .digest('base64url');
}

/** The folder in which emails are put where no mail server is set. */
export const mailFolder = (config: Pick<Config, 'dataDir'>) => join(config.dataDir, 'mail');

/**
 * The work of sending emails: by the mail server in `SMTP_URL`, else into files. `site` is the address under which people
 * know the site. All tries of an email are the same message, so that a receiver can tell a second copy. `languages` say it as its
 * reader reads, `invite` writes what emails carry for calendars, `holds` judges what they tell: an email may have waited for hours.
 */
export function mailWork(
  config: Config,
  site: string,
  { languages = openLanguages(), invite, holds }: Dependencies = {},
) {
  const deliver = config.smtpUrl === undefined ? intoFiles(mailFolder(config)) : bySmtp(config.smtpUrl);

  async function send({ uid, payload, created_at }: Job) {
    const { to, language, subject, text, values, link, calendar, notification } = payload as Email;
    if (notification !== undefined && (await holds?.(notification)) === false) return;
    if (!bareAddress.test(to)) throw Object.assign(new Error('no bare address'), { code: 'address', permanent: true });
    // The token goes in the fragment, which browsers send to nobody: it comes into no log.
    const target = link && `${site}${link.page}#token=${linkToken(config.secret, link.seed)}`;
    const words = await languages.wordsIn(language);
    const filledIn = { ...values, site, ...(target === undefined ? {} : { link: target }) };
    const lines = text.split('\n').map((line) => words.translate(line, filledIn));
    const invitation = calendar && (await invite?.(calendar.user_id, calendar.appointment_id, to, words));
    await deliver(uid, {
      from: { name: 'Carecommons', address: config.mailFrom },
      to: { name: '', address: to },
      envelope: { from: config.mailFrom, to: [to] },
      subject: words.translate(subject),
      text: lines.join('\n'),
      ...(invitation && { icalEvent: { ...invitation, filename: 'visit.ics' } }),
      date: created_at,
      messageId: `<${uid}@${config.mailFrom.split('@').at(-1)}>`,
      headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': words.language },
      // What is written in an email never makes the sender read a file or an address.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }
  return { [kind]: send };
}

/** Removes emails to an address from the folder, but for those that hold `except`. */
export async function forgetEmails(config: Pick<Config, 'dataDir'>, address: string, except: string) {
  const folder = mailFolder(config);
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const text = await readFile(path, 'utf8').catch(() => '');
    const head = text.split('\r\n\r\n', 1)[0] ?? '';
    const to = /^to:\s*<?([^\s>]+)>?\s*$/im.exec(head)?.[1];
    if (to?.toLowerCase() === address.toLowerCase() && !text.includes(except)) await rm(path, { force: true });
  }
}

/** Takes emails out of the queue that go to people whose lanes these are, where they were given up or are older than a day. */
export async function dropOldEmails(db: Db, lanes: readonly string[], now: Date) {
  const before = new Date(now.getTime() - 86_400_000);
  await dropJobs(
    db,
    sql<boolean>`kind = ${kind} and lane = any(${lanes}) and (dead_at is not null or created_at < ${before})`,
  );
}

type Deliver = (uid: string, message: SendMailOptions) => Promise<void>;

/** What makes and sends emails, loaded with the first one. */
const library = () => import('nodemailer');

function smtpSettings(url: string) {
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);
  // Over a network nothing goes unencrypted unless the address says so (`?requireTLS=false`).
  return { ...timeouts, url, requireTLS: !local };
}

/** Connects to the mail server and signs in there, without sending anything. Throws an error with a `code` where it does not let us. */
export async function tryMailServer(url: string): Promise<void> {
  const { createTransport } = await library();
  await createTransport(smtpSettings(url)).verify();
}

function bySmtp(url: string): Deliver {
  const settings = smtpSettings(url);
  return async (_uid, message) => {
    const { createTransport } = await library();
    try {
      await spanned('smtp send', { kind: 'client' }, () => createTransport(settings).sendMail(message));
    } catch (error) {
      const { code = 'smtp', responseCode } = error as { code?: string; responseCode?: number };
      const refused = (code === 'EENVELOPE' || code === 'EMESSAGE') && (responseCode ?? 0) >= 500;
      const reported = responseCode === undefined ? code : `${code} ${responseCode}`;
      throw Object.assign(new Error('the email was not accepted'), { code: reported, permanent: refused });
    }
  };
}

function intoFiles(folder: string): Deliver {
  const settings = { streamTransport: true, buffer: true, newline: 'windows' } as const;
  return async (uid, message) => {
    const { createTransport } = await library();
    const { message: bytes } = await createTransport(settings).sendMail(message);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, `${uid}.eml`);
    // A name at a time: a file that is there is whole.
    await writeFile(`${path}.part`, bytes as Buffer, { mode: 0o600 });
    await rename(`${path}.part`, path);
  };
}
