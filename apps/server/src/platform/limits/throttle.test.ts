import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, type TestApp, testApp } from '../../../test/servers/app.ts';
import { signUp } from '../../../test/fixtures/factories.ts';
import { buildBareApp } from '../../app.ts';
import { hashPassword } from '../auth/auth.ts';

let t: TestApp | undefined;
const seconds = 1000;
const minutes = 60 * seconds;

/** A server with limits, on which nothing has been counted yet. */
async function limited(settings: Record<string, string> = {}) {
  await t?.close();
  t = await testApp({ RATE_LIMIT: 'on', ...settings });
  return t;
}
afterAll(() => t?.close());

const logIn = (call: TestApp['call'], username: string, password: string, ip: string, cookie = '') =>
  call('POST /token/', { body: { username, password }, ip, headers: { cookie } });

/** The device proof that an answer gives, as a browser sends it back. */
function deviceOf({ headers }: Answer): string {
  const given = [headers['set-cookie'] ?? []].flat().find((cookie) => cookie.startsWith('device='));
  return given?.split(';')[0] ?? '';
}

/** The access token of a person who was never asked to register. */
async function insertSession({ services, db }: TestApp, username: string, n: number) {
  const { rows } = await sql<{ id: number }>`
    insert into users (username, email, password_hash, created_at, password_changed_at)
    values (${username}, ${`${n}@example.org`}, '', now(), now()) returning id`.execute(db);
  return services.sessions.issueAccess(rows[0]?.id as number, randomUUID());
}

async function sevenAnswers(on: TestApp, username: string) {
  const seen = [];
  for (let n = 0; n < 7; n++) {
    const { status, text, headers } = await logIn(on.call, username, 'wrong', `198.51.100.${n}`);
    seen.push({ status, text, wait: headers['retry-after'] });
  }
  return seen;
}

/** Keeps more hashing under way than may wait. */
function keepHashing() {
  const load = { stopped: false };
  const workers = Array.from({ length: availableParallelism() + 60 }, async () => {
    while (!load.stopped) await hashPassword('x', 'x').catch(() => nextTurn());
  });
  return {
    async stop() {
      load.stopped = true;
      await Promise.all(workers);
    },
  };
}

describe('guessing the password of an account', () => {
  let on: TestApp;
  let right: { username: string; password: string };
  beforeEach(async () => {
    on = await limited();
    const { username, password } = await signUp(on, { role: 'unknown' });
    right = { username, password };
  });

  /** Fails so often, each time from another address, waiting as told. */
  async function fail(times: number, username = right.username) {
    for (let n = 0; n < times; n++) {
      const answer = await logIn(on.call, username, 'wrong', `198.51.100.${n}`);
      expect([n, answer.status]).toEqual([n, 401]);
      if (n >= 4 && n < times - 1) on.clock.move(5 * 2 ** (n - 4) * seconds);
    }
  }

  test('from the fifth failure on even the right password waits, and then opens', async () => {
    await fail(5);
    const refused = await logIn(on.call, right.username, right.password, '203.0.113.1');
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
    expect(refused.headers['retry-after']).toBe('5');
    on.clock.move(5 * seconds);
    expect((await logIn(on.call, right.username, right.password, '203.0.113.1')).status).toBe(200);
    await fail(4);
  });

  test('the wait doubles, and never passes a quarter of an hour', async () => {
    const waits: number[] = [];
    await fail(4);
    for (let n = 0; n < 11; n++) {
      expect((await logIn(on.call, right.username, 'wrong', `198.51.100.${n}`)).status).toBe(401);
      const refused = await logIn(on.call, right.username, 'wrong', '203.0.113.1');
      waits.push(Number(refused.headers['retry-after']));
      on.clock.move((waits.at(-1) ?? 0) * seconds);
    }
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 900, 900, 900]);
  });

  test('asking while it waits does not make it longer', async () => {
    await fail(5);
    for (let n = 0; n < 20; n++) await logIn(on.call, right.username, 'wrong', `203.0.113.${n}`);
    on.clock.move(5 * seconds);
    expect((await logIn(on.call, right.username, right.password, '203.0.113.99')).status).toBe(200);
  });

  test('an hour without a try forgets the failures', async () => {
    await fail(5);
    on.clock.move(61 * minutes);
    await fail(4);
    expect((await logIn(on.call, right.username, right.password, '203.0.113.1')).status).toBe(200);
  });

  test('who has logged in from an address before still can from there, whoever guesses elsewhere', async () => {
    expect((await logIn(on.call, right.username, right.password, '203.0.113.7')).status).toBe(200);
    await fail(5);
    expect((await logIn(on.call, right.username, right.password, '203.0.113.8')).status).toBe(429);
    expect((await logIn(on.call, right.username, right.password, '203.0.113.7')).status).toBe(200);
  });

  test('no spelling of the name has a counter of its own', async () => {
    await fail(4);
    expect((await logIn(on.call, right.username.toUpperCase(), 'wrong', '203.0.113.1')).status).toBe(401);
    expect((await logIn(on.call, right.username, right.password, '203.0.113.1')).status).toBe(429);
  });

  // What JavaScript and the database make of these in lower case, or in upper case, differs.
  test.each([
    ['iii', ['iii', 'İii', 'iİi', 'iiİ', 'İİİ']],
    ['maß', ['maß', 'maẞ', 'MAß', 'Maẞ', 'mAß']],
    ['kelvin', ['kelvin', 'Kelvin', 'KELVIN', '\u212Aelvin', 'kElvin']],
  ])('nor have letters that change in special ways: %s', async (name, spellings) => {
    const { rows } = await sql<{ same: boolean }>`
      select count(distinct lower(one)) = 1 as same from unnest(${[name, ...spellings]}::text[]) one`.execute(on.db);
    expect(rows).toEqual([{ same: true }]);
    await sql`update users set username = ${name} where username = ${right.username}`.execute(on.db);
    for (const [n, spelling] of spellings.entries())
      expect([spelling, (await logIn(on.call, spelling, 'wrong', `198.51.100.${n}`)).status]).toEqual([spelling, 401]);
    expect((await logIn(on.call, name, right.password, '203.0.113.1')).status).toBe(429);
    // Names that nobody has are counted by the same rule.
    await sql`update users set username = ${right.username} where username = ${name}`.execute(on.db);
    for (const [n, spelling] of spellings.entries())
      expect((await logIn(on.call, spelling, 'wrong', `198.51.100.${n}`)).status).toBe(401);
    expect((await logIn(on.call, name, 'wrong', '203.0.113.1')).status).toBe(429);
  });

  test('of sixty tries at once on two processes five are made', async () => {
    const other = await on.otherProcess();
    const asked = Array.from({ length: 60 }, (_, n) =>
      logIn(n % 2 === 0 ? on.call : other.call, right.username, 'wrong', `198.51.100.${n}`),
    );
    const statuses = (await Promise.all(asked)).map((answer) => answer.status);
    await other.close();
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(55);
  });

  test('an account that does not exist is answered alike, before and after', async () => {
    expect(await sevenAnswers(on, 'nobody-of-this-name')).toEqual(await sevenAnswers(on, right.username));
  });

  describe('by the confirmed email address', () => {
    const email = 'guessed@example.org';
    beforeEach(async () => {
      await sql`
        update users set email = ${email}, email_verified_at = ${on.clock.now()}
        where username = ${right.username}`.execute(on.db);
    });

    test('it waits alike, in every spelling, and a right password forgets it', async () => {
      await fail(4, email);
      expect((await logIn(on.call, email.toUpperCase(), 'wrong', '203.0.113.1')).status).toBe(401);
      expect((await logIn(on.call, email, right.password, '203.0.113.1')).status).toBe(429);
      on.clock.move(5 * seconds);
      expect((await logIn(on.call, email, right.password, '203.0.113.1')).status).toBe(200);
      await fail(4, email);
      expect((await logIn(on.call, email, right.password, '203.0.113.2')).status).toBe(200);
    });

    test('that it waits does not tell whose address it is, nor that it is anybody’s', async () => {
      expect(await sevenAnswers(on, email)).toEqual(await sevenAnswers(on, 'nobody@example.org'));
      expect((await logIn(on.call, right.username, 'wrong', '203.0.113.1')).status).toBe(401);
      expect((await logIn(on.call, right.username, right.password, '203.0.113.1')).status).toBe(200);
    });

    test('a device that is known to the account is known by either name', async () => {
      const device = deviceOf(await logIn(on.call, right.username, right.password, '203.0.113.1'));
      await fail(5, email);
      expect((await logIn(on.call, email, right.password, '203.0.113.2')).status).toBe(429);
      expect((await logIn(on.call, email, right.password, '203.0.113.2', device)).status).toBe(200);
    });
  });

  test('a login that was too busy to be tried does not count', async () => {
    const load = keepHashing();
    const busy = await logIn(on.call, right.username, right.password, '203.0.113.1');
    await load.stop();
    expect([busy.status, busy.body.code, busy.headers['retry-after']]).toEqual([503, 'busy', '2']);
    await fail(4);
    expect((await logIn(on.call, right.username, right.password, '203.0.113.1')).status).toBe(200);
  });

  test('the current password cannot be guessed with a stolen session either', async () => {
    const { access } = (await logIn(on.call, right.username, right.password, '203.0.113.1')).body;
    const change = (current: string) =>
      on.call('POST /account/password/', {
        as: access,
        body: { current_password: current, new_password: 'seven green buses' },
      });
    for (let n = 0; n < 5; n++) expect((await change('wrong')).status).toBe(400);
    expect((await change(right.password)).status).toBe(429);
    on.clock.move(5 * seconds);
    expect((await change(right.password)).status).toBe(200);
  });
});

describe('on a device where somebody has signed in before', () => {
  let on: TestApp;
  let right: { username: string; password: string; access: string };
  let device: string;
  let first: Answer;
  beforeEach(async () => {
    on = await limited();
    right = await signUp(on, { role: 'unknown' });
    first = await logIn(on.call, right.username, right.password, '203.0.113.1');
    device = deviceOf(first);
    if (device === '') throw new Error('The sign-in gave no device proof.');
  });

  /** Strangers guess until the account waits for everybody else. */
  async function shutOthersOut() {
    for (let n = 0; n < 5; n++) await logIn(on.call, right.username, 'wrong', `198.51.100.${n}`);
    expect((await logIn(on.call, right.username, right.password, '203.0.113.2')).status).toBe(429);
  }

  test('its person gets in on any network, whoever guesses elsewhere', async () => {
    await shutOthersOut();
    for (let n = 10; n < 20; n++) {
      const answer = await logIn(on.call, right.username, right.password, `203.0.113.${n}`, device);
      expect([n, answer.status]).toEqual([n, 200]);
      device = deviceOf(answer);
    }
  });

  test('its person gets in from an address that may try no more', async () => {
    for (let n = 0; n < 11; n++) await logIn(on.call, `name-${n}`, 'wrong', '203.0.113.30');
    expect((await logIn(on.call, 'somebody', 'wrong', '203.0.113.30')).status).toBe(429);
    expect((await logIn(on.call, right.username, right.password, '203.0.113.30', device)).status).toBe(200);
  });

  test('guessing there waits like anywhere, and keeps nobody else out', async () => {
    for (let n = 0; n < 5; n++)
      expect((await logIn(on.call, right.username, 'wrong', `203.0.113.${n}`, device)).status).toBe(401);
    const waits = await logIn(on.call, right.username, right.password, '203.0.113.9', device);
    expect([waits.status, waits.headers['retry-after']]).toEqual([429, '5']);
    expect((await logIn(on.call, right.username, right.password, '203.0.113.9')).status).toBe(200);
  });

  test('its proof is for this account, its present password and half a year, and nobody else can make one', async () => {
    const other = await signUp(on, { role: 'unknown' });
    const foreign = deviceOf(await logIn(on.call, other.username, other.password, '203.0.113.40'));
    await shutOthersOut();
    const refused = async (cookie: string) =>
      expect((await logIn(on.call, right.username, right.password, '203.0.113.41', cookie)).status).toBe(429);
    await refused(foreign);
    // The first letter of the signature: of the last one some bits count for nothing.
    const at = device.lastIndexOf('.') + 1;
    await refused(`${device.slice(0, at)}${device[at] === 'A' ? 'B' : 'A'}${device.slice(at + 1)}`);
    for (const rubbish of ['device=', 'device=~~~', `device=${'a'.repeat(5000)}`, device.replace('device', 'devices')])
      await refused(rubbish);

    on.clock.move(1 * seconds);
    const changed = await on.call('POST /account/password/', {
      as: first.body.access,
      body: { current_password: right.password, new_password: 'seven green buses' },
    });
    await refused(device);
    const anew = deviceOf(changed);
    expect((await logIn(on.call, right.username, 'seven green buses', '203.0.113.41', anew)).status).toBe(200);

    on.clock.move(181 * 24 * 60 * minutes);
    await shutOthersOut();
    await refused(anew);
  });

  test('the cookie names nobody, is for sign-ins alone, and keeps proofs for five accounts', async () => {
    expect(first.headers['set-cookie']).toMatch(
      /^device=[\w-]{22}\.\w+\.[\w-]{22}; Max-Age=15552000; Path=\/token\/; HttpOnly; SameSite=Strict$/,
    );
    let cookie = device;
    for (let n = 0; n < 4; n++) {
      const { username, password } = await signUp(on, { role: 'unknown' });
      cookie = deviceOf(await logIn(on.call, username, password, '203.0.113.1', cookie));
    }
    await shutOthersOut();
    expect((await logIn(on.call, right.username, right.password, '203.0.113.50', cookie)).status).toBe(200);
    const sixth = await signUp(on, { role: 'unknown' });
    cookie = deviceOf(await logIn(on.call, sixth.username, sixth.password, '203.0.113.1', cookie));
    expect(cookie.split('~')).toHaveLength(5);
    await shutOthersOut();
    expect((await logIn(on.call, right.username, right.password, '203.0.113.51', cookie)).status).toBe(429);
  });

  test('the cookie opens nothing', async () => {
    const headers = { cookie: `${device}; access=${right.access}` };
    expect((await on.call('GET /current-user/', { headers })).status).toBe(401);
  });
});

describe('many tries from one address', () => {
  test('on eleven accounts: the eleventh waits, until ten minutes are over', async () => {
    const on = await limited();
    const { username, password } = await signUp(on, { role: 'unknown' });
    for (let n = 0; n < 10; n++) expect((await logIn(on.call, `name-${n}`, 'wrong', '203.0.113.1')).status).toBe(401);
    const refused = await logIn(on.call, username, password, '203.0.113.1');
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(590);
    expect((await logIn(on.call, username, password, '203.0.113.1')).status).toBe(429);
    expect((await logIn(on.call, 'name-3', 'wrong', '203.0.113.1')).status).toBe(401);
    expect((await logIn(on.call, username, password, '203.0.113.2')).status).toBe(200);
    on.clock.move(10 * minutes + seconds);
    expect((await logIn(on.call, username, password, '203.0.113.1')).status).toBe(200);
  });

  test('twenty failures: the next waits for five minutes, also elsewhere in the same IPv6 network', async () => {
    const on = await limited();
    for (let n = 0; n < 20; n++) {
      expect((await logIn(on.call, `name-${n % 5}`, 'wrong', `2001:db8:1:2::${n + 1}`)).status).toBe(401);
    }
    const refused = await logIn(on.call, 'name-9', 'wrong', '2001:db8:1:2:ffff::1');
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '300']);
    expect((await logIn(on.call, 'name-9', 'wrong', '2001:db8:1:3::1')).status).toBe(401);
    on.clock.move(5 * minutes);
    expect((await logIn(on.call, 'name-9', 'wrong', '2001:db8:1:2::1')).status).toBe(401);
  });

  test('thirty people of one house who know their passwords all get in', async () => {
    const on = await limited({ RATE_LIMIT: '2' });
    for (let n = 0; n < 30; n++) await signUp(on, { role: 'unknown' });
    const { rows } = await sql<{ count: number }>`select count(*) from sessions`.execute(on.db);
    expect(rows[0]?.count).toBe(30);
  });

  test('twenty registrations in an hour', async () => {
    const on = await limited();
    const register = (username: string, ip: string) =>
      on.call('POST /register/user/', {
        body: { username, email: 'a@example.org', password: 'kettle lamp river' },
        ip,
      });
    expect((await register('one', '203.0.113.1')).status).toBe(201);
    for (let n = 1; n < 20; n++) expect((await register('one', '203.0.113.1')).status).toBe(409);
    const refused = await register('one', '203.0.113.1');
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500);
    expect((await register('two', '203.0.113.2')).status).toBe(201);
    on.clock.move(61 * minutes);
    expect((await register('three', '203.0.113.1')).status).toBe(201);
  });

  test('a trusted network registers hundreds, and still guesses few passwords', { timeout: 60_000 }, async () => {
    const on = await limited({ TRUSTED_NETWORKS: '198.51.100.0/24, 2001:db8:5::/48', LIMIT_REGISTRATIONS: '10' });
    const register = (ip: string) =>
      on.call('POST /register/user/', {
        body: { username: 'one', email: 'a@example.org', password: 'kettle lamp river' },
        ip,
      });
    for (const [ip, most] of [
      ['198.51.100.7', 250],
      ['203.0.113.1', 10],
    ] as const) {
      const statuses = [];
      for (let n = 0; n < most; n++) statuses.push((await register(ip)).status);
      expect(new Set(statuses.slice(1))).toEqual(new Set([409]));
      expect((await register(ip)).status).toBe(429);
    }
    for (let n = 0; n < 50; n++)
      expect((await logIn(on.call, `name-${n}`, 'wrong', '2001:db8:5:1::1')).status).toBe(401);
    expect((await logIn(on.call, 'name-50', 'wrong', '2001:db8:5:1::1')).status).toBe(429);
  });

  test('people who are signed in count for themselves, however many share an address', async () => {
    const on = await limited({ RATE_LIMIT: '0.05', LIMIT_REQUESTS_PER_PERSON: '400' });
    const [one, two] = await Promise.all(['one', 'two'].map((name, n) => insertSession(on, name, n)));
    const statuses = async (times: number, as?: string) => {
      const seen: Record<number, number> = {};
      for (let n = 0; n < times; n++) {
        const { status } = await on.call('GET /healthz/live/', { ip: '203.0.113.1', as });
        seen[status] = (seen[status] ?? 0) + 1;
      }
      return seen;
    };
    expect(await statuses(22, one)).toEqual({ 200: 20, 429: 2 });
    expect(await statuses(22, two)).toEqual({ 200: 20, 429: 2 });
    // A token that is not genuine is no person.
    expect(await statuses(30, `${one}x`)).toEqual({ 200: 30 });
    expect(await statuses(32)).toEqual({ 200: 30, 429: 2 });
  });

  test('built files are not counted, other addresses below them are', async () => {
    const on = await limited({ RATE_LIMIT: '0.001' });
    const app = buildBareApp(on.services);
    app.get('/assets/start-1a2b.js', async () => '');
    const get = async (url: string) => (await app.inject({ url, remoteAddress: '203.0.113.1' })).statusCode;
    for (let n = 0; n < 5; n++) expect(await get('/assets/start-1a2b.js')).toBe(200);
    expect([await get('/assets/none.js'), await get('/assets/none.js')]).toEqual([404, 429]);
    await app.close();
  });

  test('more requests in a minute than a busy house makes', async () => {
    const on = await limited({ RATE_LIMIT: '0.1' });
    const look = (ip: string) => on.call('GET /healthz/live/', { ip });
    for (let n = 0; n < 120; n++) await look('203.0.113.1');
    const refused = await look('203.0.113.1');
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await look('203.0.113.2')).status).toBe(200);
    on.clock.move(minutes);
    expect((await look('203.0.113.1')).status).toBe(200);
  });
});

test('a stolen list that is tried from many addresses leaves each two failures, once a hundred logins failed', async () => {
  const on = await limited();
  const { username, password } = await signUp(on, { role: 'unknown' });
  const right = (ip: string) => logIn(on.call, username, password, ip);
  expect((await right('203.0.113.7')).status).toBe(200);
  for (let first = 0; first < 100; first += 50) {
    const tries = Array.from({ length: 50 }, (_, n) => first + n);
    const failed = await Promise.all(tries.map((n) => logIn(on.call, `name-${n}`, 'wrong', `198.51.${n}.1`)));
    expect(new Set(failed.map(({ status }) => status))).toEqual(new Set([401]));
  }
  // Who knows a password gets in, also where it is new, and makes no room for others by it.
  for (let n = 10; n < 15; n++) expect((await right(`203.0.113.${n}`)).status).toBe(200);

  const fail = (name: string) => logIn(on.call, name, 'wrong', '203.0.113.7');
  const answers = [await fail('one'), await fail('two'), await fail('three')];
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 429]);
  expect(answers[2]?.body.code).toBe('too_many_requests');
  // Who has logged in from there before is not held up.
  expect((await right('203.0.113.7')).status).toBe(200);
  on.clock.move(10 * minutes + seconds);
  for (const name of ['one', 'two', 'three']) expect((await fail(name)).status).toBe(401);
});

test('without limits nothing is counted', async () => {
  const on = await limited({ RATE_LIMIT: 'off' });
  for (let n = 0; n < 25; n++) expect((await logIn(on.call, 'nobody', 'wrong', '203.0.113.1')).status).toBe(401);
  expect((await sql`select from throttle`.execute(on.db)).rows).toHaveLength(0);
});

test('counters hold no name and no address, and old ones are swept', async () => {
  const on = await limited({ RATE_LIMIT: '100' });
  await logIn(on.call, 'secretive-person', 'wrong', '203.0.113.1');
  const { rows } = await sql<{ key: string }>`select key from throttle`.execute(on.db);
  expect(rows.length).toBeGreaterThan(2);
  for (const { key } of rows) expect(key).toMatch(/^[\w-]{24}$/);
  on.clock.move(61 * minutes);
  for (let n = 0; n < 60; n++) await logIn(on.call, 'another', 'wrong', '203.0.113.2');
  const left = await sql<{ key: string }>`select key from throttle`.execute(on.db);
  expect(left.rows.map((row) => row.key)).not.toEqual(expect.arrayContaining([rows[0]?.key]));
});
