import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keptThings } from '@carecommons/contract/erasure-rules';
import { type NotificationKind, notificationKinds } from '@carecommons/contract/notification-rules';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Tx } from '../src/platform/db/db.ts';
import { mailFolder } from '../src/platform/mail/mail.ts';
import type { Actor } from '../src/platform/auth/auth.ts';
import { openWeb } from '../src/platform/web/web.ts';
import { askForChange, confirmEmail, sendVerification } from '../src/modules/accounts/email-address.ts';
import {
  newSignIn,
  passwordChanged,
  passwordReset,
  sessionReused,
  sendEmail,
} from '../src/modules/accounts/send-email.ts';
import { askForReset } from '../src/modules/accounts/password-reset.ts';
import {
  added,
  dropUnconfirmedFactors,
  removed,
  renewCodes,
  resetSecondFactor,
  takeCode,
} from '../src/modules/accounts/second-factor/second-factor.ts';
import { sendDecisionEmails } from '../src/modules/moderation/emails.ts';
import { emailOf } from '../src/modules/notifications/emails.ts';
import { emailOf as receiptEmail } from '../src/modules/privacy/erasure-email.ts';
import { linkMade } from '../src/modules/records/shares.ts';
import { emails as ofVerification } from '../src/modules/verification/emails.ts';
import { type TestApp, testApp } from './servers/app.ts';
import { reachable } from './fixtures/claims.ts';
import { good, logInAgain, type Person, signUp } from './fixtures/factories.ts';
import { sendEmails } from './fixtures/emails.ts';
import type { ReadEmail } from './oracles/read-email.ts';
import { addApp } from './fixtures/second-factor.ts';

// Each kind of email that the product writes, to somebody who reads Hindi and to somebody who never chose.

let t: TestApp;
let administrator: Person;
const messages: Record<'en' | 'hi', ReadEmail[]> = { en: [], hi: [] };
const number = 'ABCDE-FGHJK-MNPQR-STVWX';
const visit = { id: 7, starts_at: new Date('2026-11-24T05:00:00Z'), time_zone: 'Asia/Kolkata' };
const inTransaction = <T>(work: (tx: Tx) => Promise<T>) => t.db.transaction().execute(work);

async function actorOf(person: Person): Promise<Actor> {
  const actor = await t.services.sessions.actorOf(`Bearer ${person.access}`, true);
  return actor ?? expect.fail('signed out');
}

async function decide(person: Person, verb: string, more: object = {}) {
  const body = { reason: 'Because.', ...more };
  await good(t, `POST /api/admin/users/${person.user_id}/${verb}/`, { as: administrator.access, body });
}

/** Has every kind of email written to a person, and gives them. */
async function everyEmailTo(newcomer: Person, language: string | null): Promise<ReadEmail[]> {
  await sendEmails(t);
  await reachable(t, newcomer);
  await sql`update users set language = ${language} where id = ${newcomer.user_id}`.execute(t.db);
  const { secret } = t.config;
  const now = t.clock.now();
  const { user_id } = newcomer;
  const { email } = (await t.call('GET /current-user/', { as: newcomer.access })).body as { email: string };
  const actor = await actorOf(newcomer);

  await inTransaction(async (tx) => {
    await sendVerification(tx, user_id, email, secret, now);
    await askForReset(tx, email, now);
    const signIns = [newSignIn('', '203.0.113.0/24'), newSignIn('Chrome on Android', '203.0.113.0/24')];
    const ofAccount = [passwordChanged, passwordReset([{ name: '7' }]), sessionReused, linkMade, ...signIns];
    for (const telling of [...ofAccount, ...Object.values(ofVerification)]) await sendEmail(tx, user_id, telling, now);
    for (const what of ['reported', 'written', 'appeal'] as const) await sendDecisionEmails(tx, [user_id], what, now);
    for (const kind of Object.keys(notificationKinds) as NotificationKind[])
      await sendEmail(tx, user_id, emailOf(kind, visit), now);
    for (const until of [null, '2030-01-31T00:00:00.000Z']) {
      const kept = keptThings.map((what) => ({ what, count: 1, until }));
      await sendEmail(
        tx,
        user_id,
        receiptEmail({ number, kept, requested_at: now.toISOString(), gone: [] } as never, 'Asia/Kolkata'),
        now,
      );
    }
  });
  const { recovery } = await addApp(t, newcomer);
  await inTransaction(async (tx) => {
    await takeCode(tx, actor, recovery[0] as string, { secret, now });
    await added(tx, actor, 'passkey', now);
    await removed(tx, actor, 'passkey', now);
    await removed(tx, actor, 'authenticator app', now);
  });
  const confirmed = await inTransaction(async (tx) => {
    await sql`update sessions set second_factor_at = ${now} where user_id = ${user_id}`.execute(tx);
    return await renewCodes(tx, actor, { secret, now });
  });
  expect(confirmed).not.toEqual([]);
  await inTransaction((tx) => resetSecondFactor(tx, user_id, undefined, now));
  await inTransaction(async (tx) => {
    await sql`insert into authenticator_apps (user_id, secret, created_at) values (${user_id}, '', ${now})`.execute(tx);
    await dropUnconfirmedFactors(tx, user_id, now);
  });

  for (const grant of ['administrator', 'moderator', 'verifier']) await decide(newcomer, 'grant', { grant });
  for (const grant of ['administrator', 'moderator', 'verifier']) await decide(newcomer, 'revoke', { grant });
  const person = await logInAgain(t, newcomer);
  await decide(person, 'end-sessions');
  await decide(person, 'disable');
  await decide(person, 'enable');

  await inTransaction((tx) => askForChange(tx, actor, `new.${email}`, secret, now));
  const sent = await sendEmails(t);
  const { token = '' } = sent.find(({ to }) => to === `new.${email}`) ?? {};
  await inTransaction((tx) => confirmEmail(tx, token, now));
  return [...sent, ...(await sendEmails(t))].map((message) => ({
    ...message,
    text: message.text.replaceAll(newcomer.username, 'asha'),
  }));
}

beforeAll(async () => {
  t = await testApp({}, await openWeb());
  administrator = await signUp(t, { grants: ['administrator'] });
  messages.en = await everyEmailTo(await signUp(t), null);
  messages.hi = await everyEmailTo(await signUp(t), 'hi');
});
afterAll(() => t.close());

/** The subjects that the server's modules can write, as their code has them. */
function subjectsInCode(): string[] {
  const folder = join(import.meta.dirname, '../src/modules');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .flatMap((file) => {
      const key = file === join('notifications', 'emails.ts') ? 'title' : 'subject';
      const written = readFileSync(join(folder, file), 'utf8').matchAll(
        new RegExp(String.raw`\b${key}(?::| =)\s*(?:'([^']+)'|(\`[^\`]*\`))`, 'g'),
      );
      return [...written].map(([, plain, made]) => plain ?? made ?? '');
    });
}

test('the letters below are all that the product has', () => {
  const written = new Set(messages.en.map(({ subject }) => subject));
  expect([...written].toSorted()).toEqual([...new Set(subjectsInCode())].toSorted());
  expect(written.size).toBeGreaterThan(45);
});

// Addresses, names, also of a browser and its system, and the number of a receipt.
const notWords =
  /https?:\/\/\S+|Carecommons|Chrome on Android|Android पर Chrome|\(Asia\/Kolkata\)|\basha\b|[A-Z]{5}(-[A-Z]{5}){3}/g;
const latin = (text: string) => text.replaceAll(notWords, '').match(/[A-Za-z]{2,}.*/)?.[0];

test('each is in Hindi for who reads Hindi, line by line, and in English for who never chose', () => {
  expect(messages.hi).toHaveLength(messages.en.length);
  const left = messages.hi.flatMap(({ subject, text }) => [latin(subject), latin(text)]).filter(Boolean);
  expect(left).toEqual([]);
  for (const { subject, text } of messages.hi) {
    expect(subject).toMatch(/[\u0900-\u097f]/);
    expect(text).toMatch(/[\u0900-\u097f]/);
    expect(`${subject}${text}`).not.toMatch(/[{}]/);
  }
  for (const { subject, text } of messages.en) expect(`${subject}${text}`).not.toMatch(/[{}\u0900-\u097f]/);
});

test('both say the same in the same order, and lead to the same pages', () => {
  const shapeOf = ({ text }: ReadEmail) => ({
    lines: text.split('\n').map((line) => line !== ''),
    links: text.match(/https?:\/\/[^\s।]+/g)?.map((link) => link.replace(/token=.*|[.]$/, '')),
  });
  expect(messages.hi.map(shapeOf)).toEqual(messages.en.map(shapeOf));
});

describe('what goes over the wire', () => {
  const rawOf = ({ messageId }: ReadEmail) =>
    readFileSync(join(mailFolder(t.config), `${/^<([^@]+)@/.exec(messageId)?.[1]}.eml`), 'utf8');

  test('has headers of ASCII alone, the subject in encoded words of at most 75 characters (RFC 2047)', () => {
    for (const message of messages.hi) {
      const [head = ''] = rawOf(message).split('\r\n\r\n');
      expect(head).not.toMatch(/[^ -~\r\n\t]/);
      for (const line of head.split('\r\n')) expect(line.length).toBeLessThanOrEqual(78);
      const subject = /^Subject: ((?:.*\r\n[ \t])*.*)$/m.exec(head)?.[1] ?? '';
      const encoded = subject.split(/\s+/);
      expect(encoded.every((word) => /^=\?UTF-8\?[BQ]\?[^\s?]+\?=$/i.test(word) && word.length <= 75)).toBe(true);
    }
  });

  test('says in which language it is', () => {
    const languages = [messages.hi, messages.en].map((some) =>
      some.map((message) => /^Content-Language: (.*)\r$/m.exec(rawOf(message))?.[1]),
    );
    expect(languages.map((some) => [...new Set(some)])).toEqual([['hi'], ['en']]);
  });
});

test('a time is written as the language writes it, by the clocks of the visit', () => {
  const [hindi, english] = [messages.hi, messages.en].map((some) => some.map(({ text }) => text).join('\n'));
  expect(english).toContain('One of your visits is confirmed: Tue, 24 Nov, 2026, 10:30 (India Standard Time).');
  expect(hindi).toContain('आपकी एक मुलाकात पक्की है: मंगल, 24 नव॰ 2026, 10:30 (भारतीय मानक समय)');
});
