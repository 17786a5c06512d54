import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { site } from '../../../test/fixtures/emails.ts';
import { mailServer, smtpError } from '../../../test/servers/mail-server.ts';
import { openJobs } from '../jobs/jobs.ts';
import { type Email, mailFolder, linkToken, mailWork, post } from './send-mail.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
let t: TestApp;
beforeAll(async () => {
  t = await testApp({ MAIL_FROM: 'care@clinic.example' });
});
afterAll(() => t.close());

const servers: { close(): Promise<void> }[] = [];
const serve = async (...options: Parameters<typeof mailServer>) => {
  const server = await mailServer(...options);
  servers.push(server);
  return server;
};
beforeEach(() => sql`delete from jobs`.execute(t.db));
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

const email = { to: 'asha@example.org', subject: 'A word', text: 'Look here:\n{link}\n{site}\n' };
const write = (one: Partial<Email> = {}) =>
  t.db.transaction().execute((tx) => post(tx, { ...email, ...one }, 'lane', t.clock.now()));
const workerOf = (smtpUrl: string | undefined) => openJobs(t.db, mailWork({ ...t.config, smtpUrl }, site), quiet);
const again = async (smtpUrl: string) => {
  await sql`update jobs set due_at = now()`.execute(t.db);
  await workerOf(smtpUrl).runDue();
};
const waiting = async () => {
  const { rows } = await sql<{ last_error: string | null; dead: boolean }>`
    select last_error, dead_at is not null as dead from jobs order by id`.execute(t.db);
  return rows;
};

test('a letter arrives as it was written, with its link made on the way', async () => {
  const server = await serve();
  await write({ link: { page: '/verify-email', seed: 'seed' } });
  await workerOf(server.url).runDue();
  const token = linkToken(t.config.secret, 'seed');
  expect(server.taken).toEqual([
    {
      to: 'asha@example.org',
      subject: 'A word',
      text: `Look here:\n${site}/verify-email#token=${token}\n${site}\n`,
      messageId: expect.stringMatching(/^<[\da-f-]{36}@clinic\.example>$/),
      link: `${site}/verify-email#token=${token}`,
      token,
    },
  ]);
  expect(await waiting()).toEqual([]);
});

test('refused for a while, it is sent later, and is the same message', async () => {
  let refusals = 2;
  const server = await serve({
    onEmail() {
      if (refusals-- > 0) throw smtpError(451, 'Try again later');
    },
  });
  await write();
  await workerOf(server.url).runDue();
  expect(await waiting()).toEqual([{ last_error: 'EMESSAGE 451', dead: false }]);
  await again(server.url);
  await again(server.url);
  expect(server.taken).toHaveLength(1);
  expect([server.attempts.length, new Set(server.attempts).size]).toEqual([3, 1]);
  expect(await waiting()).toEqual([]);
});

test.each([
  ['its recipient', 'EENVELOPE 550', { onRecipient: refuse }],
  ['what it says', 'EMESSAGE 550', { onEmail: refuse }],
])('refused for good for %s, it is given up at once', async (_name, code, options) => {
  const server = await serve(options);
  await write();
  await workerOf(server.url).runDue();
  expect(await waiting()).toEqual([{ last_error: code, dead: true }]);
});
function refuse() {
  throw smtpError(550, 'No such mailbox');
}

test('a mail server that is away gets it when it is back', async () => {
  const first = await mailServer();
  await first.close();
  await write();
  await workerOf(first.url).runDue();
  expect(await waiting()).toEqual([{ last_error: expect.stringMatching(/^(ESOCKET|ECONNECTION)$/), dead: false }]);
  const second = await serve({ port: first.port });
  await again(first.url);
  expect(second.taken).toHaveLength(1);
});

test('taken, but not written down as sent, it comes once more under the same Message-ID', async () => {
  const server = await serve();
  await write();
  // The worker is gone between the server's answer and the row: its lease names nobody.
  const lost = mailWork({ ...t.config, smtpUrl: server.url }, site);
  const dying = openJobs(
    t.db,
    {
      letter: async (job) => {
        await lost.letter?.(job);
        await sql`update jobs set lease = null`.execute(t.db);
      },
    },
    quiet,
  );
  await dying.runDue();
  expect(await waiting()).toHaveLength(1);
  await again(server.url);
  expect(server.taken).toHaveLength(2);
  expect(new Set(server.taken.map(({ messageId }) => messageId)).size).toBe(1);
  expect(await waiting()).toEqual([]);
});

test.each([
  'a@example.org, b@example.org',
  'Asha <a@example.org>',
  'a@example.org\r\nBcc: b@example.org',
  '"a b"@example.org',
  'a@example.org>',
  '@example.org',
  '',
])('nothing but one bare address is written to: %j', async (to) => {
  const server = await serve();
  await write({ to });
  await workerOf(server.url).runDue();
  expect(server.attempts).toEqual([]);
  expect(await waiting()).toEqual([{ last_error: 'address', dead: true }]);
});

test('without encryption a letter goes to no other machine', async () => {
  const server = await serve();
  await write();
  // The same server, under a name that is not known to be this machine.
  const elsewhere = server.url.replace('127.0.0.1', '[::ffff:127.0.0.1]');
  await workerOf(elsewhere).runDue();
  expect(server.taken).toEqual([]);
  expect(await waiting()).toEqual([{ last_error: expect.stringMatching(/^ETLS/), dead: false }]);
  await again(`${elsewhere}?requireTLS=false`);
  expect(server.taken).toHaveLength(1);
});

test('without a mail server a letter is a file that nobody else can read, and a second try the same file', async () => {
  await write();
  await sql`update jobs set uid = '11111111-1111-4111-8111-111111111111'`.execute(t.db);
  await workerOf(undefined).runDue();
  await write();
  await sql`update jobs set uid = '11111111-1111-4111-8111-111111111111'`.execute(t.db);
  await workerOf(undefined).runDue();
  const folder = mailFolder(t.config);
  expect(readdirSync(folder)).toEqual(['11111111-1111-4111-8111-111111111111.eml']);
  expect((statSync(join(folder, '11111111-1111-4111-8111-111111111111.eml')).mode & 0o777).toString(8)).toBe('600');
});
