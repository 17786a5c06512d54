import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/servers/app.ts';
import { type Person, signUp } from '../../../../test/fixtures/factories.ts';
import { addApp, codeOf } from '../../../../test/fixtures/second-factor.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp({ SECOND_FACTOR: 'required' });
});
afterAll(() => t.close());

const fieldsOf = (body: { errors: { field: string }[] }) => body.errors.map((error) => error.field);
const status = async (as: string) => (await t.call('GET /account/second-factor/', { as })).body;
const logIn = ({ username, password }: Person, code?: string) =>
  t.call('POST /token/', { body: { username, password, ...(code === undefined ? {} : { code }) } });
const confirm = (as: string, code: string) => t.call('POST /account/second-factor/confirm/', { as, body: { code } });
const halfMinute = 30_000;

/** The emails after the first one, which confirms the address. */
async function emailsTo({ user_id }: Person) {
  const { rows } = await sql<{ subject: string }>`
    select payload ->> 'subject' as subject from jobs where lane = ${`person ${user_id}`} order by id offset 1`.execute(
    t.db,
  );
  return rows.map(({ subject }) => subject);
}

async function auditOf({ user_id }: Person) {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', action, reason, actor_id is not null) as line from audit
    where item_kind = 'user' and item_id = ${user_id} order by id`.execute(t.db);
  return rows.map(({ line }) => line);
}

const verifyEmail = ({ user_id }: Person) =>
  sql`update users set email_verified_at = ${t.clock.now()} where id = ${user_id}`.execute(t.db);

describe('the authenticator app', () => {
  test('is set up with the current password and its first code', async () => {
    const person = await signUp(t);
    await verifyEmail(person);
    expect(await status(person.access)).toEqual({
      required: false,
      confirmed: false,
      app_added_at: null,
      recovery_codes_left: 0,
      passkeys: [],
      passkeys_possible: true,
    });
    const { body: started } = await t.call('POST /account/second-factor/app/', { as: person.access, body: {} });
    expect(started.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(started.uri).toBe(
      `otpauth://totp/Carecommons:${person.username}?secret=${started.secret}&issuer=Carecommons`,
    );
    // Before it is confirmed it counts for nothing.
    expect((await logIn(person)).status).toBe(200);
    const code = codeOf(t, started.secret);
    const send = (body: object) => t.call('POST /account/second-factor/app/confirm/', { as: person.access, body });
    for (const [field, body] of [
      ['current_password', { code }],
      ['current_password', { current_password: 'wrong', code }],
      ['code', { current_password: person.password }],
      ['code', { current_password: person.password, code: '000000' }],
      ['code', { current_password: person.password, code: codeOf(t, started.secret, 2) }],
      ['code', { current_password: person.password, code: 'abcde-fghjk' }],
    ] as const) {
      const refused = await send(body);
      expect([refused.status, fieldsOf(refused.body)], JSON.stringify(body)).toEqual([400, [field]]);
    }
    const confirmed = await send({ current_password: person.password, code: `${code.slice(0, 3)} ${code.slice(3)}` });
    expect(confirmed.status).toBe(200);
    expect(new Set(confirmed.body.recovery_codes).size).toBe(10);
    for (const one of confirmed.body.recovery_codes) expect(one).toMatch(/^[2-9a-z]{6}(-[2-9a-z]{6}){3}$/);
    expect(await status(person.access)).toMatchObject({
      confirmed: true,
      app_added_at: t.clock.now().toISOString(),
      recovery_codes_left: 10,
    });
    expect(await emailsTo(person)).toEqual(['An authenticator app was added to your account']);
    expect(await auditOf(person)).toEqual(['factor_added authenticator app t']);

    const again = await t.call('POST /account/second-factor/app/', { as: person.access, body: {} });
    expect([again.status, again.body.code]).toEqual([409, 'wrong_state']);
  });

  test('has its secret and the recovery codes nowhere in the database', async () => {
    const person = await signUp(t);
    const headers = { 'idempotency-key': 'once' };
    const start = () => t.call('POST /account/second-factor/app/', { as: person.access, body: {}, headers });
    const { secret } = (await start()).body;
    const body = { current_password: person.password, code: codeOf(t, secret) };
    const send = () =>
      t.call('POST /account/second-factor/app/confirm/', { as: person.access, body, headers: headers });
    expect((await start()).body.secret).toBe(secret);
    const first = await send();
    const second = await send();
    // Sent again with its key, the call gets the same codes, though its own is used up.
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotency-replayed']).toBe('true');
    const { rows } = await sql<{ all: string }>`
      select (select string_agg(a::text, ' ') from authenticator_apps a) || (select string_agg(r::text, ' ') from recovery_codes r)
        || (select string_agg(k::text, ' ') from idempotency_keys k) as all`.execute(t.db);
    for (const hidden of [secret, Buffer.from(secret).toString('hex'), ...first.body.recovery_codes])
      expect(rows[0]?.all).not.toContain(hidden);
  });

  test('of one person is nothing to another', async () => {
    const [person, other] = [await signUp(t), await signUp(t)];
    const { secret, recovery } = await addApp(t, person);
    await addApp(t, other);
    t.clock.move(2 * halfMinute);
    expect((await logIn(other, codeOf(t, secret))).body.code).toBe('invalid_code');
    expect((await logIn(other, recovery[0])).body.code).toBe('invalid_code');
    expect((await confirm(other.access, codeOf(t, secret))).status).toBe(400);
  });
});

describe('POST /token/', () => {
  test('asks for the code, takes each once, and the recovery codes once', async () => {
    const person = await signUp(t);
    await verifyEmail(person);
    const { secret, recovery } = await addApp(t, person);
    const used = codeOf(t, secret);
    const missing = await logIn(person);
    expect([missing.status, missing.body.code]).toEqual([401, 'code_required']);
    for (const wrong of [used, '000000', 'aaaaa-aaaaa', '12345', 'x', `${used}0`, '٣٣٣٣٣٣']) {
      const refused = await logIn(person, wrong);
      expect([refused.status, refused.body.code], wrong).toEqual([401, 'invalid_code']);
    }
    expect((await logIn(person, codeOf(t, secret, 1))).status).toBe(200);
    expect((await logIn(person, codeOf(t, secret, 1))).body.code).toBe('invalid_code');
    // An older one than the last is used up with it.
    t.clock.move(halfMinute);
    expect((await logIn(person, codeOf(t, secret))).body.code).toBe('invalid_code');
    t.clock.move(halfMinute);
    const tokens = await logIn(person, codeOf(t, secret));
    expect(await status(tokens.body.access)).toMatchObject({ confirmed: true });

    const spelled = recovery[3]?.toUpperCase().replace('-', ' ');
    expect((await logIn(person, spelled)).status).toBe(200);
    expect((await logIn(person, recovery[3])).body.code).toBe('invalid_code');
    expect(await status(tokens.body.access)).toMatchObject({ recovery_codes_left: 9 });
    expect(await emailsTo(person)).toEqual([
      'An authenticator app was added to your account',
      'A recovery code was used',
    ]);
  });

  test('without the right password tells nothing of a second factor', async () => {
    const [person, plain] = [await signUp(t), await signUp(t)];
    const { secret } = await addApp(t, person);
    t.clock.move(halfMinute);
    for (const code of [undefined, codeOf(t, secret), '000000']) {
      const [one, other] = await Promise.all([
        logIn({ ...person, password: 'not it' }, code),
        logIn({ ...plain, password: 'not it' }, code),
      ]);
      expect(one.text).toBe(other.text);
      expect(one.body.code).toBe('invalid_credentials');
    }
  });

  test('takes one of many tries with one code', async () => {
    const person = await signUp(t);
    const { secret } = await addApp(t, person);
    t.clock.move(halfMinute);
    const other = await t.otherProcess();
    const body = { username: person.username, password: person.password, code: codeOf(t, secret) };
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => (n % 2 === 0 ? t : other).call('POST /token/', { body })),
    );
    await other.close();
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, ...Array(7).fill(401)]);
  });
});

describe('changing the factors', () => {
  test('needs a session with one, where there is one', async () => {
    const person = await signUp(t);
    const { secret } = await addApp(t, person);
    await sql`update sessions set second_factor_at = null where user_id = ${person.user_id}`.execute(t.db);
    const body = { current_password: person.password };
    for (const line of ['recovery-codes/', 'passkeys/options/'])
      expect((await t.call(`POST /account/second-factor/${line}`, { as: person.access, body })).body.code).toBe(
        'second_factor_required',
      );
    t.clock.move(halfMinute);
    expect((await confirm(person.access, '000000')).status).toBe(400);
    expect((await confirm(person.access, codeOf(t, secret))).body).toEqual({});
    expect((await confirm(person.access, codeOf(t, secret))).status).toBe(400);
    expect((await t.call('POST /account/second-factor/recovery-codes/', { as: person.access, body })).status).toBe(200);
  });

  test('makes recovery codes anew, and the earlier ones void', async () => {
    const person = await signUp(t);
    const none = await t.call('POST /account/second-factor/recovery-codes/', {
      as: person.access,
      body: { current_password: person.password },
    });
    expect(none.body.code).toBe('wrong_state');
    await verifyEmail(person);
    const { recovery } = await addApp(t, person);
    const { body } = await t.call('POST /account/second-factor/recovery-codes/', {
      as: person.access,
      body: { current_password: person.password },
    });
    expect((await auditOf(person)).at(-1)).toBe('recovery_codes_made t');
    expect((await emailsTo(person)).at(-1)).toBe('You have new recovery codes');
    expect((await logIn(person, recovery[0])).body.code).toBe('invalid_code');
    expect((await logIn(person, body.recovery_codes[0])).status).toBe(200);
  });

  test('removes the app with the password and a code; then a password is enough again', async () => {
    const person = await signUp(t);
    await verifyEmail(person);
    const { secret } = await addApp(t, person);
    t.clock.move(halfMinute);
    const remove = (body: object) => t.call('POST /account/second-factor/app/remove/', { as: person.access, body });
    const code = codeOf(t, secret);
    expect(fieldsOf((await remove({ current_password: 'wrong', code })).body)).toEqual(['current_password']);
    expect(fieldsOf((await remove({ current_password: person.password, code: '000000' })).body)).toEqual(['code']);
    expect((await remove({ current_password: person.password, code })).body).toEqual({});
    expect(await status(person.access)).toMatchObject({
      confirmed: false,
      app_added_at: null,
      recovery_codes_left: 0,
    });
    expect((await logIn(person)).status).toBe(200);
    expect((await emailsTo(person)).at(-1)).toBe('The authenticator app was removed from your account');
    expect((await auditOf(person)).at(-1)).toBe('factor_removed authenticator app t');
  });
});

describe('grants', () => {
  const queue = (call: TestApp['call'], as: string) => call('GET /apis/moderation/', { as });

  test('count only in a session with a second factor, on every process within a second', async () => {
    const moderator = await signUp(t, { grants: ['moderator'] });
    const other = await t.otherProcess();
    for (const { call } of [t, other]) {
      const refused = await queue(call, moderator.access);
      expect([refused.status, refused.body.code]).toEqual([403, 'second_factor_required']);
    }
    expect((await t.call('GET /check/', { as: moderator.access })).body.grants).toEqual(['moderator']);
    expect(await status(moderator.access)).toMatchObject({ required: true, confirmed: false });
    expect((await queue(t.call, (await signUp(t)).access)).body.code).toBe('not_allowed');

    const { secret } = await addApp(t, moderator);
    expect((await queue(t.call, moderator.access)).status).toBe(200);
    await expect.poll(async () => (await queue(other.call, moderator.access)).status, { timeout: 1000 }).toBe(200);

    // Without the factor the hidden is not seen either.
    t.clock.move(halfMinute);
    const remove = { current_password: moderator.password, code: codeOf(t, secret) };
    await t.call('POST /account/second-factor/app/remove/', { as: moderator.access, body: remove });
    expect((await queue(t.call, moderator.access)).body.code).toBe('second_factor_required');
    await expect.poll(async () => (await queue(other.call, moderator.access)).status, { timeout: 1000 }).toBe(403);
    await other.close();
  });

  test('count without one where it is optional', async ({ onTestFinished }) => {
    const relaxed = await testApp();
    onTestFinished(() => relaxed.close());
    const moderator = await signUp(relaxed, { grants: ['moderator'] });
    expect((await queue(relaxed.call, moderator.access)).status).toBe(200);
  });
});

test('wrong codes are counted like wrong passwords, and never lock out for good', async ({ onTestFinished }) => {
  const limited = await testApp({ RATE_LIMIT: 'on' });
  onTestFinished(() => limited.close());
  const person = await signUp(limited);
  const { secret } = await addApp(limited, person);
  limited.clock.move(halfMinute);
  const enter = (code?: string) =>
    limited.call('POST /token/', {
      body: { username: person.username, password: person.password, ...(code === undefined ? {} : { code }) },
    });
  const statuses = [];
  for (let n = 0; n < 6; n++) statuses.push((await enter('000000')).status);
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  expect((await enter(codeOf(limited, secret))).status).toBe(429);
  limited.clock.move(6000);
  // The password alone is no success that would forget the failures.
  expect((await enter()).body.code).toBe('code_required');
  expect((await enter('000000')).status).toBe(401);
  expect((await enter('000000')).status).toBe(429);
  limited.clock.move(16 * 60_000);
  expect((await enter(codeOf(limited, secret))).status).toBe(200);

  const guess = () => limited.call('POST /account/second-factor/confirm/', { as: person.access, body: { code: '1' } });
  limited.clock.move(-16 * 60_000);
  const guesses = [];
  for (let n = 0; n < 6; n++) guesses.push((await guess()).status);
  expect(guesses).toEqual([400, 400, 400, 400, 400, 429]);
});
