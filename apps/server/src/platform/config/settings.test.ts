import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from './read-config.ts';
import { StartError } from '../errors/errors.ts';

const folder = mkdtempSync(join(tmpdir(), 'carecommons-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

const database = { DATABASE_URL: 'postgresql://app@localhost/care' };
const s3 = {
  S3_ENDPOINT: 'https://s3.example.org/',
  S3_REGION: 'eu-central-1',
  S3_BUCKET: 'care',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'key',
};
const inProduction = { MODE: 'production', PUBLIC_URL: 'https://care.example.org' };
const strong = { SECRET: 'q8Zr2Lw9Xc5Vb7Nm1Kj4Hg6Fd3Sa0Pt+Yu=' };

test.each(['redis://127.0.0.1', 'rediss://care:pass%20word@redis.example.org:6380/2', 'unix:///run/redis/redis.sock'])(
  'Redis may be at %s',
  (REDIS_URL) => {
    const config = readConfig({ DATA_DIR: folder, REDIS_URL });
    expect([config.redisUrl, config.redisPrefix]).toEqual([REDIS_URL, 'carecommons']);
  },
);

test.each(['127.0.0.1:6379', 'http://redis:6379', 'redis://', 'redis://redis/name', 'unix://'])(
  'Redis cannot be at %s',
  (REDIS_URL) => {
    expect(() => readConfig({ DATA_DIR: folder, REDIS_URL })).toThrow(
      'REDIS_URL must be an address like rediss://user:password@host:6379 or unix:///path/of/a/socket.',
    );
  },
);

test('without settings it is a demo on this machine alone', () => {
  expect(readConfig({ DATA_DIR: folder })).toMatchObject({
    mode: 'demo',
    host: '127.0.0.1',
    port: 3000,
    providers: 'open',
    secondFactor: 'optional',
    rateLimit: 1,
    defaultTimeZone: 'Asia/Kolkata',
    emergencyNumber: '112',
    crisisLine: { name: 'Tele-MANAS', number: '14416' },
    trustProxy: [],
    databaseConnections: 10,
    workers: 1,
    drainSeconds: 0,
  });
});

test.each([
  [{ MODE: 'live' }, 'MODE must be one of: demo, production.'],
  ...['0.0.0.0', '::', '192.0.2.7', 'demo.example'].map((HOST): [object, string] => [
    { HOST },
    'HOST must be 127.0.0.1, ::1 or localhost in a demo, which is for its own machine. Set PUBLIC_URL to its address to show it to others, or MODE=production.',
  ]),
  [{ HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:3000' }, 'HOST must be 127.0.0.1, ::1 or localhost in a demo'],
  [{ PORT: 'eighty' }, 'PORT must be a port number from 0 to 65535.'],
  [{ WORKERS: '0' }, 'WORKERS must be a whole number from 1 to 16.'],
  [{ WORKERS: 'all' }, 'WORKERS must be a whole number from 1 to 16.'],
  [{ DRAIN_SECONDS: '21' }, 'DRAIN_SECONDS must be a whole number of seconds from 0 to 20.'],
  [{ DATABASE_CONNECTIONS: '3' }, 'DATABASE_CONNECTIONS must be a whole number from 4 to 200.'],
  [{ WORKERS: '2', TEST_CLOCK: 'on' }, 'TEST_CLOCK moves one process alone and is refused when WORKERS is above 1.'],
  [{ PORT: '80808' }, 'PORT must be a port number from 0 to 65535.'],
  [{ PUBLIC_URL: 'care.example.org' }, 'PUBLIC_URL must be an address like https://care.example.org.'],
  [{ PUBLIC_URL: 'ftp://care.example.org' }, 'PUBLIC_URL must be an address like https://care.example.org.'],
  [{ DATABASE_URL: 'mysql://db' }, 'DATABASE_URL must be an address like postgresql://user@host/name.'],
  [
    { BACKUP_KEY: 'a password' },
    'BACKUP_KEY must be 32 random bytes in base64, such as `openssl rand -base64 32` prints.',
  ],
  [{ REDIS_PREFIX: 'two words' }, 'REDIS_PREFIX must be letters, digits, dots, dashes and underscores, 100 at most.'],
  [{ DEFAULT_TIME_ZONE: 'Mars/Olympus' }, 'DEFAULT_TIME_ZONE must be an IANA time zone such as Asia/Kolkata.'],
  [{ DATABASE_DIRECT_URL: 'db:5432' }, 'DATABASE_DIRECT_URL must be an address like postgresql://user@host/name.'],
  [{ ...database, DATABASE_REPLICA_URL: 'postgresql://a,b/care' }, 'DATABASE_REPLICA_URL must name one host.'],
  [{ DATABASE_DIRECT_URL: 'postgresql://db/care' }, 'DATABASE_URL must be set when DATABASE_DIRECT_URL is.'],
  [{ DATABASE_REPLICA_URL: 'postgresql://db/care' }, 'DATABASE_URL must be set when DATABASE_REPLICA_URL is.'],
  [{ PROVIDERS: 'some' }, 'PROVIDERS must be one of: open, approved.'],
  [{ SECOND_FACTOR: 'never' }, 'SECOND_FACTOR must be one of: required, optional.'],
  [
    { ...inProduction, ...strong, SECOND_FACTOR: 'optional' },
    'SECOND_FACTOR must be required when MODE is production.',
  ],
  [
    { MASTER_KEYS: 'a-key-without-version' },
    'MASTER_KEYS must be versions and their keys, such as 1:… 2:… with what `openssl rand -base64 32` prints.',
  ],
  [{ RATE_LIMIT: '-1' }, 'RATE_LIMIT must be on, off, or a factor such as 2.'],
  [{ LIMIT_REGISTRATIONS: '0' }, 'LIMIT_REGISTRATIONS must be a whole number from 1 to 999999.'],
  [
    { TRUSTED_NETWORKS: '203.0.113.0/33' },
    'TRUSTED_NETWORKS must be addresses or networks like 203.0.113.7 or 2001:db8:12::/48.',
  ],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of: debug, info, warn, error, silent.'],
  [{ CONTACT_PHONE: 'x'.repeat(301) }, 'CONTACT_PHONE must be at most 300 characters long.'],
  [{ CRISIS_LINE: '14416' }, 'CRISIS_LINE must be a name and the number to call, such as Tele-MANAS 14416.'],
  [{ AUDIT_KEY: 'short' }, 'AUDIT_KEY must be 32 random bytes in base64, such as `openssl rand -base64 32` prints.'],
  [{ CLAMD: 'nowhere' }, 'CLAMD must be host:port or the path of a socket.'],
  [{ CLAMD: 'clamd:70000' }, 'CLAMD must be host:port or the path of a socket.'],
  [{ CLAMD: 'http://clamd:3310' }, 'CLAMD must be host:port or the path of a socket.'],
  [{ ...s3, S3_ENDPOINT: 's3.example.org' }, 'S3_ENDPOINT must be an address like https://s3.example.org.'],
  [{ ...s3, S3_REGION: 'Frankfurt' }, 'S3_REGION must be a region such as eu-central-1, or what the store calls it.'],
  [{ ...s3, S3_BUCKET: 'A/b' }, 'S3_BUCKET must be the name of a bucket, such as carecommons.'],
  [{ ...s3, S3_PREFIX: '/a&b' }, 'S3_PREFIX must be letters, digits, _, - and / alone, such as files/.'],
  ...Object.keys(s3).map((name): [object, string] => [
    { ...s3, [name]: undefined },
    `${name} must be set when ${name === 'S3_ENDPOINT' ? 'S3_REGION' : 'S3_ENDPOINT'} is: files lie in an S3 store then.`,
  ]),
  [{ S3_PREFIX: 'files/' }, 'S3_ENDPOINT must be set when S3_PREFIX is: files lie in an S3 store then.'],
  [{ METRICS_PORT: 'yes' }, 'METRICS_PORT must be a port number from 0 to 65535.'],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
    'OTEL_EXPORTER_OTLP_ENDPOINT must be an address like http://127.0.0.1:4318.',
  ],
  [
    { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'grpc://collector' },
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT must be an address like http://127.0.0.1:4318.',
  ],
  [{ OTEL_TRACES_SAMPLER_ARG: '5%' }, 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, such as 0.05.'],
  [{ OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, such as 0.05.'],
  [{ SMTP_URL: 'mail.example.org' }, 'SMTP_URL must be an address like smtps://user:password@mail.example.org.'],
  [
    { SMTP_URL: 'https://mail.example.org' },
    'SMTP_URL must be an address like smtps://user:password@mail.example.org.',
  ],
  [
    { MAIL_FROM: 'Care <care@example.org>', SMTP_URL: 'smtp://mail' },
    'MAIL_FROM must be a bare email address like no-reply@example.org.',
  ],
  [{ PUSH_SERVICES: 'https://push.example.org/path' }, 'PUSH_SERVICES must be origins like https://push.example.org.'],
  [{ PUSH_SERVICES: 'http://push.example.org' }, 'PUSH_SERVICES must be origins like https://push.example.org.'],
  [{ SMTP_URL: 'smtp://mail' }, 'MAIL_FROM must be set when SMTP_URL is: the address from which emails are sent.'],
  [
    { MODE: 'production', ...strong },
    'PUBLIC_URL must be set when MODE is production: the address of the site, such as https://care.example.org, or http://localhost:3000 on one machine.',
  ],
  ...['off', '0', '0.5'].map((RATE_LIMIT): [object, string] => [
    { ...inProduction, ...strong, RATE_LIMIT },
    'RATE_LIMIT must be on, or a factor of at least 1, when MODE is production.',
  ]),
  [{ ALLOW_PLAINTEXT: 'database,web' }, 'ALLOW_PLAINTEXT must name some of: database, redis, s3, smtp, clamd.'],
  [{ ...inProduction, ...strong, TEST_CLOCK: 'on' }, 'TEST_CLOCK is for tests and is refused when MODE is production.'],
])('%j stops the start with its name', (set, sentence) => {
  const read = () => readConfig({ DATA_DIR: folder, ...set });
  expect(read).toThrow(StartError);
  expect(read).toThrow(sentence);
});

test.each([
  'changeme',
  'short',
  'a'.repeat(40),
  'this-is-an-example-of-a-long-one-12',
  'my-Secret-is-very-long-and-0-so-it-is',
])('production refuses the secret %s', (secret) => {
  expect(() => readConfig({ ...inProduction, SECRET: secret })).toThrow(/^SECRET must be/);
});

test('the API describes itself, in production where that is asked for', () => {
  const here = { DATABASE_URL: 'postgresql://app@127.0.0.1/care', PUBLIC_URL: 'https://care.example.org' };
  const production = { DATA_DIR: folder, MODE: 'production', ...strong, ...here };
  expect(readConfig({ DATA_DIR: folder }).apiDocs).toBe(true);
  expect(readConfig({ DATA_DIR: folder, API_DOCS: 'off' }).apiDocs).toBe(false);
  expect(readConfig(production).apiDocs).toBe(false);
  expect(readConfig({ ...production, API_DOCS: 'on' }).apiDocs).toBe(true);
});

test('signing out who is idle is on for those who read the data of others, and can be off', () => {
  expect(readConfig({})).toMatchObject({ idleSignOutMinutes: 30, idleSignOutMinutesOfPatients: undefined });
  const off = { IDLE_SIGN_OUT_MINUTES: 'off', IDLE_SIGN_OUT_MINUTES_OF_PATIENTS: 'off' };
  expect(readConfig(off)).toMatchObject({ idleSignOutMinutes: undefined, idleSignOutMinutesOfPatients: undefined });
  expect(readConfig({ IDLE_SIGN_OUT_MINUTES_OF_PATIENTS: '60' }).idleSignOutMinutesOfPatients).toBe(60);
});

test('production takes a random secret', () => {
  expect(readConfig({ ...inProduction, ...strong }).providers).toBe('approved');
  expect(readConfig({ ...inProduction, ...strong, PROVIDERS: 'open' }).providers).toBe('open');
  expect(readConfig({ ...inProduction, ...strong }).secret).toBe(strong.SECRET);
});

test('a secret may have versions, each as random', () => {
  const text = `1:${strong.SECRET} 2:${strong.SECRET}2`;
  expect(readConfig({ ...inProduction, SECRET: text })).toMatchObject({ secret: text, isSecretKept: false });
  const twice = `1:${strong.SECRET} 1:${strong.SECRET}2`;
  expect(() => readConfig({ ...inProduction, SECRET: twice })).toThrow(
    /^SECRET must be one secret, or versions that differ/,
  );
  expect(() => readConfig({ ...inProduction, SECRET: `1:${strong.SECRET} 2:short` })).toThrow(
    /^SECRET must be at least 32/,
  );
});

test('a secret is made once and kept for nobody else to read', () => {
  const { secret } = readConfig({ DATA_DIR: folder });
  expect(readConfig({ DATA_DIR: folder }).secret).toBe(secret);
  expect(readFileSync(join(folder, 'secret'), 'utf8')).toBe(secret);
  expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600);
});

test('a data folder that cannot be written is one sentence', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(() => readConfig({ DATA_DIR: join(file, 'data') })).toThrow(StartError);
});

test('neither metrics nor traces without their settings', () => {
  expect(readConfig({ DATA_DIR: folder })).toMatchObject({ metrics: undefined, tracing: undefined });
});

test.each([
  { HOST: '127.0.0.1' },
  { HOST: 'localhost' },
  { HOST: '::1' },
  { HOST: '0.0.0.0', PUBLIC_URL: 'https://demo.example' },
])('a demo may listen with %j', (set) => {
  expect(readConfig({ DATA_DIR: folder, ...set })).toMatchObject({ mode: 'demo', host: set.HOST });
});

test('an own database means production unless a demo is asked for; production does without one', () => {
  expect(readConfig({ ...database, ...inProduction, MODE: '', ...strong }).mode).toBe('production');
  expect(readConfig({ ...database, MODE: 'demo', DATA_DIR: folder }).mode).toBe('demo');
  expect(() => readConfig({ ...database, DATA_DIR: folder })).toThrow(
    /^PUBLIC_URL must be set when MODE is production/,
  );
  const embedded = readConfig({ ...inProduction, DATA_DIR: folder, PUBLIC_URL: 'http://localhost:3000' });
  expect(embedded).toMatchObject({
    mode: 'production',
    databaseUrl: undefined,
    secondFactor: 'required',
    rateLimit: 1,
  });
});

const other = 'postgresql://app@db.example.org/care';
const mail = { MAIL_FROM: 'care@example.org' };
const store = { ...s3, S3_ENDPOINT: 'http://s3.example.org' };
test.each([
  [{ DATABASE_URL: other }, 'database', 'DATABASE_URL'],
  [{ DATABASE_URL: `${other}?sslmode=disable` }, 'database', 'DATABASE_URL'],
  [{ DATABASE_URL: `${other}?sslmode=prefer` }, 'database', 'DATABASE_URL'],
  [{ DATABASE_URL: `${other}?sslmode=no-verify` }, 'database', 'DATABASE_URL'],
  [{ DATABASE_URL: `${other}?uselibpqcompat=true&sslmode=require` }, 'database', 'DATABASE_URL'],
  [{ DATABASE_URL: `${other}?ssl=true&sslmode=disable` }, 'database', 'DATABASE_URL'],
  [{ DATABASE_URL: `${other}?sslmode=require&sslmode=no-verify` }, 'database', 'DATABASE_URL'],
  [{ DATABASE_URL: 'postgresql://app:p%40ss@localhost,db-2:5432/care' }, 'database', 'DATABASE_URL'],
  [{ DATABASE_URL: 'postgresql://app@/care?host=db.example.org' }, 'database', 'DATABASE_URL'],
  [{ ...database, DATABASE_MIGRATION_URL: other }, 'database', 'DATABASE_MIGRATION_URL'],
  [{ ...database, DATABASE_DIRECT_URL: other }, 'database', 'DATABASE_DIRECT_URL'],
  [{ ...database, DATABASE_REPLICA_URL: other }, 'database', 'DATABASE_REPLICA_URL'],
  [{ REDIS_URL: 'redis://:secret@redis:6379' }, 'redis', 'REDIS_URL'],
  [store, 's3', 'S3_ENDPOINT'],
  [{ ...mail, SMTP_URL: 'smtp://mail:25?requireTLS=false' }, 'smtp', 'SMTP_URL'],
  [{ ...mail, SMTP_URL: 'smtp://mail:25?ignoreTLS=true' }, 'smtp', 'SMTP_URL'],
  [{ ...mail, SMTP_URL: 'smtps://mail?tls.rejectUnauthorized=false' }, 'smtp', 'SMTP_URL'],
  [{ CLAMD: 'clamav:3310' }, 'clamd', 'CLAMD'],
])(
  'production does not speak unencrypted with another machine: %j, unless ALLOW_PLAINTEXT names %s',
  (set, name, setting) => {
    const given = { ...inProduction, ...strong, ...set };
    const sentence = `${setting} leads to another machine without encryption.`;
    for (const allowed of ['', 'database,redis,s3,smtp,clamd'.replace(name, '')]) {
      const asked = { ...given, ALLOW_PLAINTEXT: allowed };
      expect(() => readConfig(asked)).toThrow(sentence);
      expect(() => readConfig(asked, { command: true })).toThrow(sentence);
    }
    expect(readConfig({ ...given, ALLOW_PLAINTEXT: name }).mode).toBe('production');
    expect(readConfig({ ...given, MODE: 'demo', PUBLIC_URL: '', DATA_DIR: folder }).mode).toBe('demo');
  },
);

test.each([
  { DATABASE_URL: `${other}?sslmode=verify-full` },
  { DATABASE_URL: `${other}?sslmode=require` },
  { DATABASE_URL: `${other}?ssl=true` },
  { DATABASE_URL: 'postgresql://app@/care?host=/run/postgresql' },
  { DATABASE_URL: 'postgresql://app@%2Frun%2Fpostgresql/care' },
  { DATABASE_URL: 'postgresql://app@127.0.0.1:5432,[::1]:5433/care' },
  { REDIS_URL: 'rediss://redis.example.org' },
  { REDIS_URL: 'redis://127.0.0.1:6379' },
  { REDIS_URL: 'unix:///run/redis.sock' },
  s3,
  { ...s3, S3_ENDPOINT: 'http://[::1]:8333' },
  { ...mail, SMTP_URL: 'smtps://mail.example.org' },
  { ...mail, SMTP_URL: 'smtp://mail.example.org:587' },
  { ...mail, SMTP_URL: 'smtp://localhost:25?requireTLS=false' },
  { CLAMD: '/run/clamav/clamd.ctl' },
  { CLAMD: '[::1]:3310' },
])('production takes %j', (set) => {
  expect(readConfig({ ...inProduction, ...strong, ...set }).mode).toBe('production');
});

test('metrics are read on this machine alone, unless a host is named', () => {
  const metricsOf = (set: object) => readConfig({ DATA_DIR: folder, ...set }).metrics;
  expect(metricsOf({ METRICS_PORT: '9464' })).toEqual({ host: '127.0.0.1', port: 9464 });
  expect(metricsOf({ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' })).toEqual({ host: '0.0.0.0', port: 9464 });
});

test.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://127.0.0.1:4318', undefined, 1],
  ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'https://traces.example.org/v1/traces', '0.05', 0.05],
])('traces are sent where %s is set', (name, address, share, kept) => {
  const set = { DATA_DIR: folder, [name]: address, OTEL_TRACES_SAMPLER_ARG: share };
  expect(readConfig(set).tracing).toEqual({ share: kept });
});

test.each([
  ['off', 0],
  ['on', 1],
  ['2.5', 2.5],
])('RATE_LIMIT=%s multiplies limits by %s', (given, factor) => {
  expect(readConfig({ DATA_DIR: folder, RATE_LIMIT: given }).rateLimit).toBe(factor);
});

test.each([
  ['127.0.0.1:3310', { host: '127.0.0.1', port: 3310 }],
  ['clamd.clinic.example:3310', { host: 'clamd.clinic.example', port: 3310 }],
  ['[::1]:3310', { host: '::1', port: 3310 }],
  ['/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
  ['', undefined],
])('clamd is at "%s"', (CLAMD, clamd) => {
  expect(readConfig({ DATA_DIR: folder, CLAMD }).clamd).toEqual(clamd);
});

test('a backup’s key is bytes, and a command makes no secret of its own', () => {
  const empty = join(folder, 'empty');
  const key = Buffer.alloc(32, 7);
  const config = readConfig({ DATA_DIR: empty, BACKUP_KEY: key.toString('base64') }, { command: true });
  expect(config).toMatchObject({ backupKey: key, secret: '' });
  expect(existsSync(empty)).toBe(false);
  expect(readConfig({ DATA_DIR: empty, ...strong }, { command: true }).secret).toBe(strong.SECRET);
});

test('files lie in the data folder, or in an S3 store', () => {
  expect(readConfig({ DATA_DIR: folder }).s3).toBeUndefined();
  expect(readConfig({ DATA_DIR: folder, ...s3, S3_PREFIX: 'files/' }).s3).toEqual({
    endpoint: 'https://s3.example.org',
    region: 'eu-central-1',
    bucket: 'care',
    accessKeyId: 'id',
    secretAccessKey: 'key',
    prefix: 'files/',
  });
});
