import { createHmac } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { sql } from 'kysely';
import { holdPerson } from './hold-person.ts';
import { fillSkeletons } from './username-skeleton.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';
import { sendEmails } from '../../../test/fixtures/emails.ts';
import { lockWaits } from '../../../test/servers/lock-waits.ts';
import { deriveKey } from '../../platform/crypto/crypto.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const password = 'kettle lamp river';
const fieldsOf = (body: { errors: { field: string }[] }) => body.errors.map((error) => error.field).toSorted();
const register = (body: unknown) => t.call('POST /register/user/', { body });
const save = (as: string | undefined, body: unknown) => t.call('POST /register/user/basic/', { as, body });
const change = (as: string | undefined, body: unknown) => t.call('POST /account/password/', { as, body });
/** Milliseconds that a refused login takes. */
const took = async (username: string) => {
  const began = performance.now();
  await logIn(username, 'x');
  return performance.now() - began;
};
const logIn = (username: string, given: string) => t.call('POST /token/', { body: { username, password: given } });

async function rowOf(username: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select id, username, email, password_hash, role from users where username = ${username}`.execute(t.db);
  return rows[0];
}

describe('POST /register/user/', () => {
  test('opens an account', async () => {
    const answer = await register({ username: ' Nila.K ', email: 'nila@example.org', password });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ id: expect.any(Number), username: 'Nila.K', message: 'Registration Successful!' });
    expect(await rowOf('Nila.K')).toEqual({
      id: answer.body.id,
      username: 'Nila.K',
      email: 'nila@example.org',
      role: 'unknown',
      password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
    });
  });

  test.each([
    [['email', 'password', 'username'], {}],
    [['username'], { username: '', email: 'a@example.org', password }],
    [['username'], { username: 'two words', email: 'a@example.org', password }],
    [['username'], { username: 'a\0b', email: 'a@example.org', password }],
    [['username'], { username: 'asha@example.org', email: 'a@example.org', password }],
    [['username'], { username: 'a'.repeat(151), email: 'a@example.org', password }],
    [['email'], { username: 'wrong-mail', email: 'nobody', password }],
    [['email'], { username: 'long-mail', email: `${'a'.repeat(250)}@example.org`, password }],
    [['password'], { username: 'short', email: 'a@example.org', password: 'k3ttle!' }],
    [['password'], { username: 'long', email: 'a@example.org', password: 'k3!'.repeat(43) }],
    [['password'], { username: 'common', email: 'a@example.org', password: 'Welcome@123' }],
    [['password'], { username: 'meera_nair', email: 'a@example.org', password: 'Meera_Nair1' }],
    [['password'], { username: 'own-mail', email: 'sunil.p@example.org', password: 'sunil.p2026' }],
    [['username'], { username: 7, email: 'a@example.org', password }],
    [['role'], { username: 'role', email: 'a@example.org', password, role: 'healthcare_provider' }],
  ])('refuses a wrong %s (%#)', async (fields, body) => {
    const answer = await register(body);
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe('invalid_input');
    expect(fieldsOf(answer.body)).toEqual(fields);
    expect(answer.body.errors.every((error: { message: string }) => error.message.length > 5)).toBe(true);
  });

  test.each(['NILA.K', 'nila.k'])('a username is taken in every case: %s', async (username) => {
    const answer = await register({ username, email: 'else@example.org', password });
    expect(answer.status).toBe(409);
    expect(answer.body.code).toBe('username_taken');
    expect(fieldsOf(answer.body)).toEqual(['username']);
  });

  test.each([
    ['dr.rao-1', 'dr.rao-l'],
    ['Dr.Iyer', 'dr.lyer'],
    ['сосо', 'coco'],
    ['modern', 'modem'],
  ])('of %s and %s, which are read alike, there is one', async (first, second) => {
    expect((await register({ username: first, email: 'a@example.org', password })).status).toBe(201);
    const { status, body } = await register({ username: second, email: 'b@example.org', password });
    expect([status, body.code, body.message]).toEqual([
      409,
      'username_taken',
      'That username is taken. Please choose another.',
    ]);
  });

  test.each(['\u0430dmin2', '𝐚𝐝𝐦𝐢𝐧', 'admin\u3164', 'a\u0336\u0335\u0334b'])('%s is no username', async (username) => {
    const { status, body } = await register({ username, email: 'a@example.org', password });
    expect([status, fieldsOf(body)]).toEqual([400, ['username']]);
  });

  test('who has a look-alike name since before keeps it and signs in; nobody gets a third one', async () => {
    const names = ['old.name-0', 'old.name-O2', '\u0430ld-admin'];
    for (const username of names) {
      await register({ username: `plain-${names.indexOf(username)}x`, email: 'a@example.org', password });
      await sql`
        update users set username = ${username}, username_skeleton = null
        where username = ${`plain-${names.indexOf(username)}x`}`.execute(t.db);
    }
    await sql`update users set username = 'old.name-o' where username = 'old.name-O2'`.execute(t.db);
    await fillSkeletons(t.db);
    await fillSkeletons(t.db);
    for (const username of ['old.name-0', 'old.name-o', '\u0430ld-admin'])
      expect((await logIn(username, password)).status, username).toBe(200);
    const { rows } = await sql<{ skeletons: string[] }>`
      select array_agg(username_skeleton order by id) as skeletons from users
      where username = any(${['old.name-0', 'old.name-o', '\u0430ld-admin']})`.execute(t.db);
    expect(rows[0]?.skeletons).toEqual(['old.narne-o', null, 'ald-adrnin']);
    for (const username of ['Old.Name-O', 'ald-admin'])
      expect((await register({ username, email: 'c@example.org', password })).status, username).toBe(409);
  });

  test('an email may stand on several accounts', async () => {
    expect((await register({ username: 'Nila2', email: 'nila@example.org', password })).status).toBe(201);
  });

  test('of many who ask for one username at once, one gets it and the others read 409', async () => {
    const asked = Array.from({ length: 8 }, (_, n) =>
      register({ username: n % 2 === 0 ? 'Race' : 'rACE', email: 'race@example.org', password }),
    );
    const statuses = (await Promise.all(asked)).map((answer) => answer.status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([201, ...Array.from({ length: 7 }, () => 409)]);
  });

  test('a password of 128 emoji is taken whole, and one of 129 is refused', async () => {
    const emoji = '🦜'.repeat(128);
    expect((await register({ username: 'emoji', email: 'e@example.org', password: emoji })).status).toBe(201);
    expect((await logIn('emoji', emoji)).status).toBe(200);
    expect((await logIn('emoji', '🦜'.repeat(127))).status).toBe(401);
    expect((await register({ username: 'emoji2', email: 'e@example.org', password: `${emoji}🦜` })).status).toBe(400);
  });

  test('a name in Hindi, composed or not, is one name', async () => {
    expect((await register({ username: 'क़लम', email: 'h@example.org', password })).status).toBe(201);
    expect((await logIn('क\u093Cलम', password)).status).toBe(200);
  });
});

describe('POST /token/', () => {
  let person: Person;
  const confirmedEmail = 'login.person@example.org';
  beforeAll(async () => {
    person = await signUp(t, { role: 'unknown', username: 'Login.Person' });
    await sql`
      update users set email = ${confirmedEmail}, email_verified_at = ${t.clock.now()}
      where id = ${person.user_id}`.execute(t.db);
  });

  const whoEnters = async (name: string, given: string) => {
    const { body } = await logIn(name, given);
    return (await t.call('GET /current-user/', { as: body.access })).body.user_id;
  };

  test('opens a session by the confirmed email address too, whatever its case', async () => {
    expect(await whoEnters(' Login.Person@EXAMPLE.org ', person.password)).toBe(person.user_id);
  });

  test('an address that is not confirmed opens nothing, whoever gave it', async () => {
    const one = await register({ username: 'unconfirmed', email: 'unconfirmed@example.org', password });
    await register({ username: 'claims-it', email: confirmedEmail, password });
    expect((await logIn('unconfirmed@example.org', password)).body.code).toBe('invalid_credentials');
    expect((await logIn(confirmedEmail, password)).body.code).toBe('invalid_credentials');
    await sql`update users set email_verified_at = ${t.clock.now()} where id = ${one.body.id}`.execute(t.db);
    expect(await whoEnters('unconfirmed@example.org', password)).toBe(one.body.id);
    await sql`update users set erased_at = now(), disabled_at = now() where id = ${one.body.id}`.execute(t.db);
    expect((await logIn('unconfirmed@example.org', password)).status).toBe(401);
  });

  test('a username of old that is the address of somebody else stays a username', async () => {
    const old = await signUp(t, { role: 'unknown' });
    const name = 'of-two@example.org';
    await sql`update users set username = ${name} where id = ${old.user_id}`.execute(t.db);
    const { body } = await register({ username: 'of-two', email: name, password });
    await sql`update users set email_verified_at = ${t.clock.now()} where id = ${body.id}`.execute(t.db);
    expect(await whoEnters(name.toUpperCase(), old.password)).toBe(old.user_id);
    expect((await logIn(name, password)).status).toBe(401);
    expect(await whoEnters('of-two', password)).toBe(body.id);
  });

  test('opens a session for the right password, whatever the case of the name', async () => {
    const answer = await logIn(' login.PERSON ', person.password);
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(['access', 'refresh']);
    expect((await t.call('GET /current-user/', { as: answer.body.access })).body.user_id).toBe(person.user_id);
  });

  test.each([
    [['password', 'username'], {}],
    [['password', 'username'], { username: '', password: '' }],
    [['username'], { username: 'a\0b', password: 'x' }],
    [['password'], { username: 'x', password: ['x'] }],
    [['remember'], { username: 'x', password: 'x', remember: true }],
  ])('refuses a wrong %s (%#)', async (fields, body) => {
    const answer = await t.call('POST /token/', { body });
    expect(answer.status).toBe(400);
    expect(fieldsOf(answer.body)).toEqual(fields);
  });

  test('an unknown name, a wrong password and a disabled account get the same answer, byte for byte', async () => {
    const disabled = await signUp(t, { role: 'unknown' });
    await sql`update users set disabled_at = ${t.clock.now()} where id = ${disabled.user_id}`.execute(t.db);
    const answers = await Promise.all([
      logIn('nobody-of-this-name', 'x'),
      logIn(person.username, 'x'),
      logIn(confirmedEmail, 'x'),
      logIn('nobody@example.org', 'x'),
      logIn(disabled.username, disabled.password),
    ]);
    for (const answer of answers) {
      expect(answer.status).toBe(401);
      expect(answer.text).toBe(answers[0]?.text);
      expect(Object.keys(answer.headers)).toEqual(Object.keys(answers[0]?.headers ?? {}));
    }
    expect(answers[0]?.body).toMatchObject({
      code: 'invalid_credentials',
      message: 'Invalid username or password. Please try again.',
    });
  });

  test.each([
    ['name', 'nobody-of-this-name', () => person.username],
    ['email address', 'nobody@example.org', () => confirmedEmail],
  ])('an unknown %s takes as long as a wrong password', async (_, nobody, known) => {
    const unknown: number[] = [];
    const wrong: number[] = [];
    for (let n = 0; n < 15; n++) {
      unknown.push(await took(nobody));
      wrong.push(await took(known()));
    }
    // Without the dummy verification the one would take a tenth of the other. A busy machine only adds: the fastest is compared.
    const ratio = Math.min(...unknown) / Math.min(...wrong);
    expect(ratio).toBeGreaterThan(0.6);
    expect(ratio).toBeLessThan(1.6);
  });

  test('a hash made with less work is made anew when its person logs in', async () => {
    const weak = await signUp(t, { role: 'unknown' });
    const peppered = createHmac('sha256', deriveKey(t.config.secret, 'password'))
      .update(weak.password)
      .digest('base64url');
    const old = await hash(peppered, { memoryCost: 8192, timeCost: 1 });
    await sql`update users set password_hash = ${old} where id = ${weak.user_id}`.execute(t.db);
    expect((await logIn(weak.username, weak.password)).status).toBe(200);
    expect((await rowOf(weak.username))?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await logIn(weak.username, weak.password)).status).toBe(200);
    // Of two who sign in at once one renews it, and both are let in.
    await sql`update users set password_hash = ${old} where id = ${weak.user_id}`.execute(t.db);
    const waiting = await t.db.transaction().execute(async (tx) => {
      await holdPerson(tx, weak.user_id);
      const answers = [logIn(weak.username, weak.password), logIn(weak.username, weak.password)];
      await expect.poll(() => lockWaits(t), { timeout: 5000 }).toBe(2);
      return { answers };
    });
    expect((await Promise.all(waiting.answers)).map(({ status }) => status)).toEqual([200, 200]);
  });
});

describe('GET /check/ and GET /current-user/', () => {
  test('ask for a session', async () => {
    expect((await t.call('GET /check/')).status).toBe(401);
    expect((await t.call('GET /current-user/')).status).toBe(401);
  });

  test('tell what the caller is and may, and who the caller is', async () => {
    const newcomer = await signUp(t, { role: 'unknown' });
    expect((await t.call('GET /check/', { as: newcomer.access })).body).toEqual({ role: 'unknown', grants: [] });
    const moderator = await signUp(t, { grants: ['moderator', 'administrator'] });
    const grants = ['administrator', 'moderator'];
    expect((await t.call('GET /check/', { as: moderator.access })).body).toEqual({ role: 'patient', grants });
    expect((await t.call('GET /current-user/', { as: moderator.access })).body).toEqual({
      user_id: moderator.user_id,
      username: moderator.username,
      email: expect.stringContaining('@example.org'),
    });
  });

  test('a grant ends at its time', async () => {
    const verifier = await signUp(t, { role: 'unknown', grants: ['verifier'] });
    const end = new Date(t.clock.now().getTime() - 1);
    await sql`update grants set expires_at = ${end} where user_id = ${verifier.user_id}`.execute(t.db);
    expect((await t.call('GET /check/', { as: verifier.access })).body.grants).toEqual([]);
  });
});

describe('/register/user/basic/', () => {
  const profile = { name: 'Nila Kumar', about: 'Walks a lot.', phone: '+91 98765 43210' };

  test('asks for a session', async () => {
    expect((await save(undefined, profile)).status).toBe(401);
    expect((await t.call('GET /register/user/basic/')).status).toBe(401);
  });

  test('the first profile makes a patient of an unknown person; the next one only changes it', async () => {
    const newcomer = await signUp(t, { role: 'unknown' });
    const read = () => t.call('GET /register/user/basic/', { as: newcomer.access });
    expect((await read()).body).toEqual({ name: null, about: null, phone: null });
    expect((await save(newcomer.access, profile)).body).toEqual({ ...profile, role: 'patient' });
    expect((await t.call('GET /check/', { as: newcomer.access })).body.role).toBe('patient');
    const changed = { ...profile, name: 'Nila K.' };
    expect((await save(newcomer.access, changed)).status).toBe(200);
    expect((await read()).body).toEqual(changed);
    const { rows } = await sql`select name, phone from profiles where user_id = ${newcomer.user_id}`.execute(t.db);
    expect(rows).toEqual([{ name: 'Nila K.', phone: profile.phone }]);
  });

  test('a provider stays one', async () => {
    const provider = await signUp(t, { role: 'healthcare_provider' });
    expect((await save(provider.access, profile)).body.role).toBe('healthcare_provider');
    expect((await rowOf(provider.username))?.role).toBe('healthcare_provider');
  });

  test.each([
    [['about', 'name', 'phone'], {}],
    [['name'], { ...profile, name: '  ' }],
    [['name'], { ...profile, name: 'x'.repeat(121) }],
    [['about'], { ...profile, about: 'x'.repeat(2001) }],
    [['about'], { ...profile, about: 'a\0' }],
    [['phone'], { ...profile, phone: 'call me' }],
    [['role'], { ...profile, role: 'healthcare_provider' }],
    [['user_id'], { ...profile, user_id: 1 }],
  ])('refuses a wrong %s (%#)', async (fields, body) => {
    const newcomer = await signUp(t, { role: 'unknown' });
    const answer = await save(newcomer.access, body);
    expect(answer.status).toBe(400);
    expect(fieldsOf(answer.body)).toEqual(fields);
    expect((await rowOf(newcomer.username))?.role).toBe('unknown');
  });
});

describe('POST /account/password/', () => {
  const next = 'seven green buses';

  test('asks for a session', async () => {
    expect((await change(undefined, { current_password: password, new_password: next })).status).toBe(401);
  });

  test('is done once for a key, whose second call gets the same answer', async () => {
    const person = await signUp(t);
    const body = { current_password: person.password, new_password: next };
    const keyed = { as: person.access, body, headers: { 'idempotency-key': 'once' } };
    const [first, second] = [
      await t.call('POST /account/password/', keyed),
      await t.call('POST /account/password/', keyed),
    ];
    expect([first.status, second.status, second.headers['idempotency-replayed']]).toEqual([200, 200, 'true']);
    expect((await logIn(person.username, next)).status).toBe(200);
    expect((await change(person.access, body)).status).toBe(400);
  });

  test('is told by email', async () => {
    const person = await signUp(t);
    const email = `${person.username}@example.org`;
    await sql`update users set email_verified_at = now(), email = ${email} where id = ${person.user_id}`.execute(t.db);
    await sendEmails(t);
    await change(person.access, { current_password: person.password, new_password: next });
    expect((await sendEmails(t)).map(({ to, subject }) => [to, subject])).toEqual([
      [email, 'Your password was changed'],
    ]);
  });

  test('changes the password and ends the other sessions at once', async () => {
    const person = await signUp(t);
    const other = (await logIn(person.username, person.password)).body;
    expect((await t.call('GET /check/', { as: other.access })).status).toBe(200);
    const answer = await change(person.access, { current_password: person.password, new_password: next });
    expect([answer.status, answer.text]).toEqual([200, '{}']);
    expect((await t.call('GET /check/', { as: other.access })).status).toBe(401);
    expect((await t.call('POST /token/refresh/', { body: { refresh: other.refresh } })).status).toBe(401);
    expect((await t.call('GET /check/', { as: person.access })).status).toBe(200);
    expect((await t.call('POST /token/refresh/', { body: { refresh: person.refresh } })).status).toBe(200);
    expect((await logIn(person.username, person.password)).status).toBe(401);
    expect((await logIn(person.username, next)).status).toBe(200);
    const { rows } =
      await sql`select end_reason from sessions where user_id = ${person.user_id} and ended_at is not null`.execute(
        t.db,
      );
    expect(rows).toEqual([{ end_reason: 'password' }]);
  });

  test.each([
    [['current_password', 'new_password'], () => ({})],
    [['current_password'], () => ({ current_password: 'x', new_password: next })],
    [['new_password'], (person: Person) => ({ current_password: person.password, new_password: 'short' })],
    [['new_password'], (person: Person) => ({ current_password: person.password, new_password: 'password1' })],
    [
      ['new_password'],
      (person: Person) => ({ current_password: person.password, new_password: `${person.username}!` }),
    ],
    [['user'], (person: Person) => ({ current_password: person.password, new_password: next, user: 1 })],
  ])('refuses a wrong %s (%#), and changes nothing', async (fields, bodyFor) => {
    const person = await signUp(t, { role: 'unknown' });
    const answer = await change(person.access, bodyFor(person));
    expect(answer.status).toBe(400);
    expect(fieldsOf(answer.body)).toEqual(fields);
    expect((await logIn(person.username, person.password)).status).toBe(200);
  });
});
