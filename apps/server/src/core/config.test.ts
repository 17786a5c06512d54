import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { StartError } from './start-error.ts';

const folder = mkdtempSync(join(tmpdir(), 'carecommons-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

const database = { DATABASE_URL: 'postgresql://app@db/care' };
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
    trustProxy: [],
  });
});

test.each([
  [{ MODE: 'live' }, 'MODE must be one of: demo, production.'],
  [{ PORT: 'eighty' }, 'PORT must be a port number from 0 to 65535.'],
  [{ PORT: '80808' }, 'PORT must be a port number from 0 to 65535.'],
  [{ PUBLIC_URL: 'care.example.org' }, 'PUBLIC_URL must be an address like https://care.example.org.'],
  [{ PUBLIC_URL: 'ftp://care.example.org' }, 'PUBLIC_URL must be an address like https://care.example.org.'],
  [{ DATABASE_URL: 'mysql://db' }, 'DATABASE_URL must be an address like postgresql://user@host/name.'],
  [{ REDIS_PREFIX: 'two words' }, 'REDIS_PREFIX must be letters, digits, dots, dashes and underscores, 100 at most.'],
  [{ DEFAULT_TIME_ZONE: 'Mars/Olympus' }, 'DEFAULT_TIME_ZONE must be an IANA time zone such as Asia/Kolkata.'],
  [{ PROVIDERS: 'some' }, 'PROVIDERS must be one of: open, approved.'],
  [{ SECOND_FACTOR: 'never' }, 'SECOND_FACTOR must be one of: required, optional.'],
  [
    { MODE: 'production', ...database, ...strong, SECOND_FACTOR: 'optional' },
    'SECOND_FACTOR must be required when MODE is production.',
  ],
  [
    { MASTER_KEYS: 'a-key-without-version' },
    'MASTER_KEYS must be versions and their keys, such as 1:… 2:… with what `openssl rand -base64 32` prints.',
  ],
  [{ RATE_LIMIT: '-1' }, 'RATE_LIMIT must be on, off, or a factor such as 2.'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of: debug, info, warn, error, silent.'],
  [{ CONTACT_PHONE: 'x'.repeat(301) }, 'CONTACT_PHONE must be at most 300 characters long.'],
  [{ AUDIT_KEY: 'short' }, 'AUDIT_KEY must be 32 random bytes in base64, such as `openssl rand -base64 32` prints.'],
  [{ CLAMD: 'nowhere' }, 'CLAMD must be host:port or the path of a socket.'],
  [{ CLAMD: 'clamd:70000' }, 'CLAMD must be host:port or the path of a socket.'],
  [{ CLAMD: 'http://clamd:3310' }, 'CLAMD must be host:port or the path of a socket.'],
  [{ SMTP_URL: 'mail.example.org' }, 'SMTP_URL must be an address like smtps://user:password@mail.example.org.'],
  [
    { SMTP_URL: 'https://mail.example.org' },
    'SMTP_URL must be an address like smtps://user:password@mail.example.org.',
  ],
  [
    { MAIL_FROM: 'Care <care@example.org>', SMTP_URL: 'smtp://mail' },
    'MAIL_FROM must be a bare e-mail address like no-reply@example.org.',
  ],
  [{ PUSH_SERVICES: 'https://push.example.org/path' }, 'PUSH_SERVICES must be origins like https://push.example.org.'],
  [{ PUSH_SERVICES: 'http://push.example.org' }, 'PUSH_SERVICES must be origins like https://push.example.org.'],
  [{ SMTP_URL: 'smtp://mail' }, 'MAIL_FROM must be set when SMTP_URL is: the address from which letters come.'],
  [{ MODE: 'production' }, 'DATABASE_URL must be set when MODE is production.'],
  [
    { MODE: 'production', ...database, ...strong, TEST_CLOCK: 'on' },
    'TEST_CLOCK is for tests and is refused when MODE is production.',
  ],
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
  expect(() => readConfig({ MODE: 'production', ...database, SECRET: secret })).toThrow(/^SECRET must be/);
});

test('production takes a random secret', () => {
  expect(readConfig({ MODE: 'production', ...database, ...strong }).secret).toBe(strong.SECRET);
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
