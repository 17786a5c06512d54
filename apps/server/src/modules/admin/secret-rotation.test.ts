import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { readEvents } from '../../../test/fixtures/calendar.ts';
import { book, good, type Person, signUp } from '../../../test/fixtures/factories.ts';
import { sendEmails } from '../../../test/fixtures/emails.ts';
import { addApp, codeOf } from '../../../test/fixtures/second-factor.ts';
import { readConfig } from '../../platform/config/config.ts';
import { openSecrets } from '../../platform/auth/auth.ts';
import { versionInUse, versionsOf } from '../../platform/crypto/crypto.ts';
import { resealAll } from '../accounts/accounts.ts';
import { administer } from './command-line.ts';

let t: TestApp;
let first: string;
const second = randomBytes(32).toString('base64');
let both: string;
beforeAll(async () => {
  t = await testApp();
  first = versionsOf(t.config.secret)[0]?.secret as string;
  both = `1:${first} 2:${second}`;
});
afterAll(() => t.close());

type Server = Awaited<ReturnType<TestApp['otherProcess']>>;
const asStarted = async (secret: string) => {
  const server = await t.otherProcess({ secret, isSecretKept: false });
  await resealAll(t.db, server.services.config.secret, t.clock.now());
  return server;
};
const admin = (server: Server, line: string) =>
  administer(
    { db: t.db, owner: t.db, config: server.services.config, clock: t.clock, printLine: () => {} },
    line.split(' '),
  );
const hashOf = async ({ user_id }: Person) => {
  const { rows } = await sql<{ password_hash: string }>`select password_hash from users where id = ${user_id}`.execute(
    t.db,
  );
  return rows[0]?.password_hash;
};

test('a secret is replaced step by step, and nobody is locked out', async () => {
  const person = await signUp(t);
  const provider = await signUp(t, { role: 'healthcare_provider' });
  const visit = await book(t, person, provider);
  const app = await addApp(t, person);
  const asked = await signUp(t);
  const email = `${asked.username}@example.org`;
  await sql`update users set email = ${email}, email_verified_at = now() where id = ${asked.user_id}`.execute(t.db);
  await sendEmails(t);
  const { path } = (await good(t, 'POST /api/calendars/patient/', { as: person.access, body: { names: false } })) as {
    path: string;
  };
  const calendarOf = async (server: Pick<Server, 'call'>, as: string) =>
    readEvents((await server.call(`GET /api/appointments/${visit.id}/calendar/`, { as })).text)[0]?.uid;
  const keyOf = async (server: Pick<Server, 'call'>, as: string) =>
    (await server.call('GET /api/push-key/', { as })).body;
  const staying = async (server: Pick<Server, 'call'>, as: string) => ({
    uid: await calendarOf(server, as),
    push: await keyOf(server, as),
    drafts: (await server.call('GET /account/draft-key/', { as })).body,
  });
  const before = await staying(t, person.access);
  expect(before.uid).toMatch(/@carecommons$/);
  expect(before.push.key).toMatch(/^[\w-]{87}$/);
  expect(before.drafts.key).toMatch(/^[\w-]{43}$/);

  // Every server learns of the second version, and goes on with the first.
  const knowing = await asStarted(both);
  expect(versionInUse(knowing.services.config.secret)).toBe(1);
  await expect(admin(await t.otherProcess({ secret: first, isSecretKept: false }), 'rotate-secret')).resolves.toMatch(
    /^Add 2:[\w+/=]{44} to SECRET/,
  );
  expect(await admin(knowing, 'secrets')).toMatch(/^Version 1 is in use\.\nVersion 2 is not used yet/);
  expect((await knowing.call('POST /forgot-password/', { body: { email } })).status).toBe(200);
  expect(await admin(knowing, 'rotate-secret')).toMatch(
    /^Version 2 of SECRET is used by each server from its next start on/,
  );

  // One server has been started again, the other not yet: each takes what the other has made.
  const using = await asStarted(both);
  expect(versionInUse(using.services.config.secret)).toBe(2);
  const access = (server: Server, token: string) =>
    server.call('GET /check/', { as: token }).then(({ status }) => status);
  expect([await access(using, person.access), await access(knowing, person.access)]).toEqual([200, 200]);
  const renewed = (await using.call('POST /token/refresh/', { body: { refresh: person.refresh } })).body;
  expect([await access(using, renewed.access), await access(knowing, renewed.access)]).toEqual([200, 200]);
  expect((await knowing.call('POST /token/refresh/', { body: { refresh: renewed.refresh } })).status).toBe(200);

  // What stays, stays.
  expect(await staying(using, renewed.access)).toEqual(before);
  const subscribed = await using.call(`GET ${path}`);
  expect(readEvents(subscribed.text)[0]?.uid).toBe(before.uid);

  // An email that waits from before leads where it should.
  const [message] = await sendEmails({ ...t, config: using.services.config });
  const chosen = { token: message?.token, new_password: 'seven grey herons' };
  expect((await using.call('POST /reset-password/', { body: chosen })).status).toBe(200);
  expect(await hashOf(asked)).toMatch(/^2\$argon2id/);

  // A password is hashed anew at the next sign-in, with a code of the app or a recovery code.
  t.clock.move(60_000);
  const logIn = (server: Server, code: string) =>
    server.call('POST /token/', { body: { username: person.username, password: person.password, code } });
  expect(await hashOf(person)).toMatch(/^\$argon2id/);
  expect(await admin(using, 'secrets')).toMatch(/^Version 1 is still needed by \d+ passwords, /);
  expect((await logIn(using, codeOf(t, app.secret))).status).toBe(200);
  expect(await hashOf(person)).toMatch(/^2\$argon2id/);
  expect((await logIn(using, app.recovery[0] as string)).status).toBe(200);
  expect((await logIn(knowing, app.recovery[1] as string)).status).toBe(200);
  expect((await logIn(using, app.recovery[1] as string)).status).toBe(401);

  // Once everybody has been there, the first can go.
  await sql`delete from shares`.execute(t.db);
  t.clock.move(31 * 24 * 3600_000);
  const loggedIn = await using.call('POST /token/', {
    body: { username: provider.username, password: provider.password },
  });
  expect(loggedIn.status).toBe(200);
  expect(await admin(using, 'secrets')).toBe(
    'Version 1 is not used anywhere any more: take it out, and throw it away.\nVersion 2 is in use.',
  );
  const alone = await asStarted(`2:${second}`);
  t.clock.move(60_000);
  expect((await logIn(alone, app.recovery[2] as string)).status).toBe(200);
  expect(await calendarOf(alone, loggedIn.body.access)).toBe(before.uid);
  for (const server of [knowing, using, alone]) await server.close();
});

describe('another secret', () => {
  const open = (secret: string, command = false) => openSecrets(t.db, { ...t.config, secret }, { command });

  test.each([true, false])('is refused (of a command: %s)', async (command) => {
    const other = randomBytes(32).toString('base64');
    await expect(open(`1:${other}`, command)).rejects.toThrow(/^This database belongs to another SECRET: version 1/);
    await expect(open(other, command)).rejects.toThrow(/^This database belongs to another SECRET: version 1/);
    await expect(open(`2:${other}`, command)).rejects.toThrow(/^This database belongs to another SECRET: version 2/);
    await expect(open(first, command)).rejects.toThrow(/^SECRET lacks version 2, which is in use/);
    await expect(open('', command)).rejects.toThrow(/^There is no secret/);
    await expect(open(both, command)).resolves.toBeUndefined();
  });
});

test('a command makes no secret, and a server on the data folder adds to the one that it keeps', async ({
  onTestFinished,
}) => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'carecommons-secret-'));
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true, force: true }));
  expect(readConfig({ DATA_DIR }, { command: true }).secret).toBe('');
  expect(existsSync(join(DATA_DIR, 'secret'))).toBe(false);
  writeFileSync(join(DATA_DIR, 'secret'), first);
  const fresh = await testApp({ SECRET: '', DATA_DIR });
  onTestFinished(() => fresh.close());
  const run = (line: string) =>
    administer({ db: fresh.db, owner: fresh.db, config: fresh.config, clock: fresh.clock, printLine: () => {} }, [
      line,
    ]);
  expect(await run('rotate-secret')).toMatch(/^Version 2 of the secret was added in .*start the server again/s);
  const text = readFileSync(join(DATA_DIR, 'secret'), 'utf8');
  expect(text.startsWith(`1:${first} 2:`)).toBe(true);
  expect(statSync(join(DATA_DIR, 'secret')).mode & 0o777).toBe(0o600);
  const config = readConfig({ DATA_DIR });
  await openSecrets(fresh.db, config);
  expect(versionInUse(config.secret)).toBe(2);
});
