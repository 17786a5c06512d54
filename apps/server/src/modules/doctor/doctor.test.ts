import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { addApp } from '../../../test/fixtures/second-factor.ts';
import { signUp } from '../../../test/fixtures/factories.ts';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { makeCertificate } from '../../../test/servers/certificate.ts';
import { hasClamd, startClamd } from '../../../test/servers/clamd.ts';
import { freePort } from '../../../test/servers/free-port.ts';
import { mailServer } from '../../../test/servers/mail-server.ts';
import { asOwner, databaseName, pastTriggers } from '../../../test/servers/owner.ts';
import { hasRedis, startRedis } from '../../../test/servers/redis.ts';
import { s3SettingsOf } from '../../../test/servers/s3-server.ts';
import { type Config, readConfig } from '../../platform/config/config.ts';
import { connect } from '../../platform/db/db.ts';
import type { Clock } from '../../platform/time/time.ts';
import { type Context, examine, type Finding } from './doctor.ts';

const folder = mkdtempSync(join(tmpdir(), 'carecommons-doctor-test-'));
const log = { debug() {}, info() {}, warn() {}, error() {} };
let t: TestApp;
let server: string;
beforeAll(async () => {
  t = await testApp();
  server = await t.app.listen({ host: '127.0.0.1', port: 0 });
  mkdirSync(t.config.dataDir, { recursive: true });
});
afterAll(async () => {
  await t.close();
  rmSync(folder, { recursive: true, force: true });
});

const clock: Clock = { now: () => new Date() };
/** What is found of an installation that differs from the test's own in these settings. */
async function found(settings: Partial<Config> = {}, changes: Partial<Context> = {}) {
  const port = Number(new URL(server).port);
  const backupDir = join(folder, 'backups');
  return await examine({ config: { ...t.config, port, backupDir, ...settings }, db: t.db, clock, log, ...changes });
}
const of = (findings: Finding[], subject: string) => findings.filter((one) => one.subject === subject);
const lines = (findings: Finding[], subject: string) =>
  of(findings, subject).map(({ level, message }) => `${level}: ${message}`);

/** A certificate of this machine's for so many days, and who answers with it what the server answers. */
async function startTls(days: number) {
  const { key, cert } = makeCertificate(folder, days);
  const proxy = createServer({ key, cert }, (request, response) => {
    void t.call(`GET ${request.url}`).then(({ status, text }) => response.writeHead(status).end(text));
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const trusted = getCACertificates('default');
  return {
    publicUrl: `https://localhost:${(proxy.address() as AddressInfo).port}`,
    trust: () => setDefaultCACertificates([...trusted, cert]),
    async close() {
      setDefaultCACertificates(trusted);
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}

test('an installation that lacks nothing is told so, subject by subject', async () => {
  const administrator = await signUp(t, { username: 'care.admin', grants: ['administrator'] });
  await addApp(t, administrator);
  mkdirSync(join(folder, 'good'));
  writeFileSync(join(folder, 'good', archiveOf(new Date(Date.now() - 3 * 3_600_000), '.tar.sealed')), 'x');
  const [mail, tls] = [await mailServer(), await startTls(90)];
  tls.trust();
  const limits = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
  const options = limits.map((name) => `-c ${name}=30s`).join(' ');
  const { app } = inject('postgres');
  const db = connect({ ...app, database: (await databaseName(t.db)) as string, options }, { prepare: false }, log);
  const settings: Partial<Config> = {
    mode: 'production',
    isSecretKept: false,
    backupDir: join(folder, 'good'),
    smtpUrl: mail.url,
    publicUrl: tls.publicUrl,
    trustProxy: ['127.0.0.1'],
  };
  const findings = await found(settings, { db });
  await db.destroy();
  await tls.close();
  await mail.close();
  expect(findings.filter(({ level }) => level === 'fault' || level === 'warning')).toEqual([]);
  expect(lines(findings, 'site')).toHaveLength(2);
  expect(lines(findings, 'certificate')[0]).toMatch(/^ok: The certificate of localhost ends in (89|90) days[.]$/);
  expect(lines(findings, 'backup')).toEqual([
    `ok: The newest backup in ${join(folder, 'good')} is 3 hours old, 0.0 MB, encrypted.`,
  ]);
  expect(lines(findings, 'administrators')).toEqual(['ok: 1 administrator, 1 with a second factor.']);
});

const archiveOf = (moment: Date, end: string) =>
  `carecommons-${moment.toISOString().slice(0, 19).replaceAll(':', '-')}Z${end}`;

describe('each fault is named, with what to do about it', () => {
  /** A fault, and the finding that names it. */
  const faults: [name: string, settings: () => Partial<Config> | Promise<Partial<Config>>, told: [string, RegExp]][] = [
    ['another secret', () => ({ secret: randomBytes(32).toString('base64') }), ['secret', /^fault: .*another SECRET/]],
    [
      'a secret beside what it protects',
      () => ({ mode: 'production', isSecretKept: true }),
      ['secret', /^warning: The secret is in the data folder/],
    ],
    [
      'master keys beside what they protect',
      () => ({ mode: 'production', masterKeys: undefined }),
      ['master keys', /^warning: The master keys are in the data folder/],
    ],
    [
      'no mail server',
      () => ({ mode: 'production', smtpUrl: undefined }),
      ['mail', /^fault: Emails are put into .*mail and reach nobody/],
    ],
    [
      'a mail server that is away',
      async () => ({ smtpUrl: `smtp://127.0.0.1:${await freePort()}` }),
      ['mail', /^fault: The mail server 127.0.0.1:\d+ does not let us in \(ESOCKET|ECONNREFUSED/],
    ],
    [
      'a bucket that is not there',
      async () => {
        const { s3 } = readConfig(s3SettingsOf(`http://127.0.0.1:${await freePort()}`), { command: true });
        return { s3 };
      },
      ['storage', /^fault: Files cannot be stored in http/],
    ],
    [
      'a clamd that is away',
      () => ({ clamd: { path: join(folder, 'nobody') } }),
      ['virus scan', /^fault: clamd does not answer \(clamd_away\): nothing can be uploaded/],
    ],
    [
      'a Redis that is away',
      () => ({ redisUrl: `unix://${join(folder, 'nobody')}` }),
      ['redis', /^warning: Redis does not answer, or refuses/],
    ],
    ['a server that does not run', async () => ({ port: await freePort() }), ['site', /^fault: .*\(ECONNREFUSED\)/]],
    [
      'an address that leads nowhere',
      () => ({ publicUrl: 'https://care.invalid' }),
      ['site', /^fault: The site does not answer at https:\/\/care.invalid \((ENOTFOUND|EAI_AGAIN)\)/],
    ],
    [
      'an address without encryption',
      () => ({ mode: 'production', publicUrl: 'http://care.invalid' }),
      ['certificate', /^fault: The address of the site is not https/],
    ],
    [
      'a port beside the proxy',
      () => ({ publicUrl: 'https://care.invalid', host: '0.0.0.0', trustProxy: ['127.0.0.1'] }),
      ['network', /^warning: Port \d+ listens on 0.0.0.0, beside the proxy/],
    ],
    [
      'a proxy that is not trusted',
      () => ({ publicUrl: 'https://care.invalid', trustProxy: [] }),
      ['network', /^warning: TRUST_PROXY is not set/],
    ],
    ['no backup', () => ({ mode: 'production' }), ['backup', /^fault: There is no backup in /]],
    [
      'an old backup',
      () => ({ mode: 'production', backupDir: withArchive('old', 5 * 24, '.tar.sealed') }),
      ['backup', /^fault: .* is 5 days old/],
    ],
    [
      'a backup that anybody can read',
      () => ({ mode: 'production', backupDir: withArchive('plain', 1, '.tar') }),
      ['backup', /^warning: .*not encrypted/],
    ],
  ];
  test.each(faults)('%s', async (_name, settings, [subject, told]) => {
    const [finding] = of(await found(await settings()), subject).filter(({ level }) => level !== 'ok');
    expect(`${finding?.level}: ${finding?.message}`).toMatch(told);
    expect(finding).toHaveProperty('advice', expect.stringMatching(/\w+ \w+/));
  });

  function withArchive(name: string, hours: number, end: string) {
    const path = join(folder, name);
    mkdirSync(path);
    writeFileSync(join(path, archiveOf(new Date(Date.now() - hours * 3_600_000), end)), 'x');
    return path;
  }

  test.runIf(process.getuid?.() !== 0)('a data folder of somebody else', async () => {
    const dataDir = join(folder, 'closed');
    mkdirSync(dataDir);
    chmodSync(dataDir, 0o500);
    expect(lines(await found({ dataDir, s3: undefined }), 'storage')[0]).toMatch(/^fault: .*EACCES/);
  });

  test('a data folder that is a file', async () => {
    const dataDir = join(folder, 'file');
    writeFileSync(dataDir, '');
    const findings = await found({ dataDir, s3: undefined, masterKeys: t.config.masterKeys });
    expect(lines(findings, 'storage')[0]).toMatch(/^fault: .*ENOTDIR/);
  });

  test('a certificate that ends soon, and one that nobody trusts', async () => {
    const tls = await startTls(5);
    const untrusted = await found({ publicUrl: tls.publicUrl });
    tls.trust();
    const findings = await found({ publicUrl: tls.publicUrl });
    await tls.close();
    expect(lines(untrusted, 'certificate')[0]).toMatch(/^fault: .*DEPTH_ZERO_SELF_SIGNED_CERT/);
    expect(lines(findings, 'certificate')[0]).toMatch(/^warning: The certificate of localhost ends in [45] days/);
  });

  test('a database that is behind, changed, or ahead', async () => {
    const other = await testApp();
    const names = readdirSync(new URL('../../../migrations/', import.meta.url)).toSorted();
    const database = async () =>
      lines(await examine({ config: other.config, db: other.db, clock, log }), 'database').slice(1);
    await pastTriggers(other.db, `delete from migrations where name = '${names.at(-1)}'`);
    const behind = await database();
    await pastTriggers(
      other.db,
      `insert into migrations values ('${names.at(-1)}', 'another', now()), ('9999_future.sql', '', now())`,
    );
    const ahead = await database();
    await other.close();
    expect(behind).toEqual([`fault: The migration ${names.at(-1)} has not run.`]);
    expect(ahead).toEqual([
      `fault: The migration ${names.at(-1)} is not the one that ran.`,
      'fault: A newer version has changed the tables (9999_future.sql).',
    ]);
  });

  test('a table that was taken away from the role, and a role without limits', async () => {
    const other = await testApp();
    const roles = async () => lines(await examine({ config: other.config, db: other.db, clock, log }), 'roles');
    const { rows } = await sql<{ role: string }>`select current_user as role`.execute(other.db);
    const healthy = await roles();
    await asOwner(other.db, `revoke all on rooms from ${rows[0]?.role}`);
    const revoked = await roles();
    await other.close();
    expect(healthy.filter((line) => line.startsWith('fault'))).toEqual([]);
    expect(revoked).toContain(`fault: The role ${rows[0]?.role} may not use the table rooms.`);
  });

  test('a clock that is wrong', async () => {
    const late: Clock = { now: () => new Date(Date.now() - 90_000) };
    expect(lines(await found({}, { clock: late }), 'clock')).toEqual([
      'warning: This machine and the database differ by 90.0 s.',
    ]);
  });

  test('emails that are late or were given up, and nobody who administers', async () => {
    const other = await testApp();
    await sql`insert into jobs (uid, kind, payload, lane, created_at, due_at, dead_at) values
      (gen_random_uuid(), 'letter', '{}', 'a', now(), now() - interval '20 minutes', null),
      (gen_random_uuid(), 'letter', '{}', 'b', now(), now(), now())`.execute(other.db);
    const findings = await examine({ config: other.config, db: other.db, clock, log });
    await other.close();
    expect(lines(findings, 'queue')).toEqual([
      'fault: 1 jobs wait, the oldest for 20 minutes.',
      'warning: 1 emails or other jobs were given up.',
    ]);
    expect(lines(findings, 'administrators')).toEqual(['fault: There is no administrator.']);
  });

  test('an administrator whose powers do not work yet', async () => {
    const other = await testApp();
    await signUp(other, { username: 'bare.admin', grants: ['administrator'] });
    const config: Config = { ...other.config, secondFactor: 'required' };
    const findings = await examine({ config, db: other.db, clock, log });
    await other.close();
    expect(lines(findings, 'administrators')[0]).toMatch(/^warning: No administrator has a second factor .*bare.admin/);
  });
});

describe.runIf(hasClamd)('clamd', () => {
  test('that answers, and whose signatures are of an unknown age', async () => {
    const clamd = await startClamd();
    const findings = await found({ clamd: clamd.address });
    await clamd.close();
    expect(lines(findings, 'virus scan')[0]).toMatch(/^warning: ClamAV [\d.]+ answers, but its signatures/);
  });
});

describe.runIf(hasRedis)('Redis', () => {
  test('that answers, and one that refuses', async () => {
    const redis = await startRedis();
    const good = await found({ redisUrl: redis.url });
    redis.command('acl', 'setuser', 'default', '-hincrby');
    const refusing = await found({ redisUrl: redis.url });
    await redis.close();
    expect(lines(good, 'redis')).toEqual(['ok: Redis answers, with the rights that are needed.']);
    expect(lines(refusing, 'redis')[0]).toMatch(/^warning: .*\((NOPERM|EXECABORT)\)/);
  });
});

test('a subject that cannot be examined is a fault, and the others are told', async () => {
  const findings = await found({ dataDir: join(folder, 'nowhere') });
  expect(lines(findings, 'disk')).toEqual(['fault: This could not be examined (ENOENT).']);
  expect(lines(findings, 'settings')).toEqual([`ok: The settings are in order. MODE is ${t.config.mode}.`]);
});

test('no finding has a password or a secret in it', async () => {
  const text = JSON.stringify(
    await found({
      smtpUrl: `smtp://care:topsecret@127.0.0.1:${await freePort()}`,
      redisUrl: `redis://care:topsecret@127.0.0.1:${await freePort()}`,
    }),
  );
  expect(text).toContain('127.0.0.1');
  for (const secret of ['topsecret', t.config.secret, t.config.masterKeys as string])
    expect(text).not.toContain(secret);
});
