import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';
import { addApp, addPasskey, codeOf } from '../../../test/fixtures/second-factor.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const halfMinute = 30_000;
const chrome = { 'user-agent': 'Chrome', 'x-browser': 'a random value of this page' };
const post = (line: string, body: unknown, headers: Record<string, string> = chrome) =>
  t.call(`POST ${line}`, { body, headers });
const byPassword = ({ username, password }: Person, headers?: Record<string, string>) =>
  post('/token/', { username, password }, headers);
const byCode = (ticket: string, code: string, headers?: Record<string, string>) =>
  post('/token/code/', { ticket, code }, headers);
const byPasskey = (ticket: string, passkey: unknown, headers?: Record<string, string>) =>
  post('/token/passkey/', { ticket, passkey }, headers);
const said = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const status = async (as: string) => (await t.call('GET /account/second-factor/', { as })).body;

async function withApp() {
  const person = await signUp(t);
  const app = await addApp(t, person);
  t.clock.move(halfMinute);
  return { person, ...app };
}

async function withPasskey() {
  const person = await signUp(t);
  const { authenticator, recovery } = await addPasskey(t, person);
  return { person, authenticator, recovery };
}

describe('a right password of somebody with a second factor', () => {
  test('gives a ticket and the ways, and no tokens', async () => {
    const [app, passkey] = [await withApp(), await withPasskey()];
    const answers = [await byPassword(app.person), await byPassword(passkey.person)] as const;
    for (const answer of answers) {
      expect(said(answer)).toEqual([401, 'code_required']);
      expect(answer.headers['content-type']).toContain('application/problem+json');
      expect(answer.body).not.toHaveProperty('access');
      expect(answer.body.ticket).toMatch(/^\d+\.[\w-]{70,}$/);
    }
    expect(answers[0].body.ways).toEqual({ code: true, passkey: null });
    expect(answers[1].body.ways).toMatchObject({
      code: true,
      passkey: { rpId: 'localhost', allowCredentials: [{ type: 'public-key' }], userVerification: 'required' },
    });
    expect(answers[1].body.message).toContain('passkey');
  });

  test('offers both where there are both, and no code where there is none to give', async () => {
    const { person, authenticator, recovery } = await withPasskey();
    for (const code of recovery) expect((await post('/token/', { ...named(person), code })).status).toBe(200);
    const { ticket, ways } = (await byPassword(person)).body;
    expect(ways).toMatchObject({ code: false, passkey: { rpId: 'localhost' } });
    const { access } = (await byPasskey(ticket, authenticator.get(ways.passkey))).body;
    await addApp(t, { ...person, access });
    expect((await byPassword(person)).body.ways).toMatchObject({ code: true, passkey: { rpId: 'localhost' } });
  });

  test('offers no passkey at an address that can have none', async () => {
    const { person } = await withPasskey();
    const { body } = await byPassword(person, { ...chrome, host: '127.0.0.1:3000' });
    expect(body.ways).toEqual({ code: true, passkey: null });
  });
});

describe('the second step', () => {
  test('by a code opens a session with the factor, once', async () => {
    const { person, secret, recovery } = await withApp();
    const { ticket } = (await byPassword(person)).body;
    expect(said(await byCode(ticket, '000000'))).toEqual([401, 'invalid_code']);
    const opened = await byCode(ticket, codeOf(t, secret));
    expect(opened.status).toBe(200);
    expect(await status(opened.body.access)).toMatchObject({ confirmed: true });
    expect(said(await byCode(ticket, recovery[0] ?? ''))).toEqual([401, 'sign_in_ended']);
    const { ticket: another } = (await byPassword(person)).body;
    expect((await byCode(another, recovery[0] ?? '')).status).toBe(200);
  });

  test('by a passkey opens a session with the factor, once', async () => {
    const { person, authenticator } = await withPasskey();
    const { ticket, ways } = (await byPassword(person)).body;
    const answer = authenticator.get(ways.passkey);
    const opened = await byPasskey(ticket, answer);
    expect(opened.status).toBe(200);
    expect(await status(opened.body.access)).toMatchObject({ confirmed: true });
    expect((await byPasskey(ticket, answer)).status).toBe(401);
    expect((await byPasskey(ticket, authenticator.get(ways.passkey))).status).toBe(401);
  });

  test('wants the passkey of this account, and the challenge of this ticket', async () => {
    const [one, other] = [await withPasskey(), await withPasskey()];
    const [first, second] = [(await byPassword(one.person)).body, (await byPassword(one.person)).body];
    const signIn = (await t.call('POST /token/passkey/options/', { body: {} })).body;
    const refusals = [
      await byPasskey(first.ticket, other.authenticator.get(first.ways.passkey)),
      await byPasskey(first.ticket, one.authenticator.get(second.ways.passkey)),
      await byPasskey(first.ticket, one.authenticator.get(signIn)),
      // Nor does such an answer sign in by itself.
      await post('/token/passkey/', { passkey: one.authenticator.get(first.ways.passkey) }),
    ];
    for (const refused of refusals) expect(said(refused)).toEqual([401, 'invalid_passkey']);
    expect((await byPasskey(first.ticket, one.authenticator.get(first.ways.passkey))).status).toBe(200);
  });

  test('is refused in another browser, for another account, late, after a new password, and made up', async () => {
    const { person, secret } = await withApp();
    const other = await withApp();
    const { ticket } = (await byPassword(person)).body as { ticket: string };
    const code = () => codeOf(t, secret);
    const ended = [401, 'sign_in_ended'];
    expect(said(await byCode(ticket, code(), { ...chrome, 'user-agent': 'Firefox' }))).toEqual(ended);
    expect(said(await byCode(ticket, code(), { ...chrome, 'x-browser': 'of another page' }))).toEqual(ended);
    expect(said(await byCode(ticket, code(), { 'user-agent': 'Chrome' }))).toEqual(ended);
    const moved = ticket.replace(/^\d+/, String(other.person.user_id));
    expect(said(await byCode(moved, codeOf(t, other.secret)))).toEqual(ended);
    for (const forged of ['x', '1.x', `${ticket}x`, ticket.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))])
      expect(said(await byCode(forged, code()))).toEqual(ended);
    t.clock.move(299_000);
    const fresh = (await byPassword(person)).body.ticket as string;
    t.clock.move(2000);
    expect(said(await byCode(ticket, code()))).toEqual(ended);
    const body = { current_password: person.password, new_password: 'seven green buses' };
    expect((await t.call('POST /account/password/', { as: await accessOf(person, secret), body })).status).toBe(200);
    t.clock.move(halfMinute);
    expect(said(await byCode(fresh, code()))).toEqual(ended);
  });

  test('of many who come with one ticket at once, opens one session', async () => {
    const { person, recovery } = await withApp();
    const { ticket } = (await byPassword(person)).body;
    const answers = await Promise.all(recovery.slice(0, 6).map((code) => byCode(ticket, code)));
    expect(answers.map((one) => one.status).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401, 401, 401]);
    // Those who came too late have used up nothing.
    const { body } = await t.call('GET /account/second-factor/', {
      as: answers.find((one) => one.status === 200)?.body.access,
    });
    expect(body.recovery_codes_left).toBe(9);
  });
});

test('a first passkey brings recovery codes, a further one none', async () => {
  const person = await signUp(t);
  const first = await addPasskey(t, person);
  expect(first.recovery).toHaveLength(10);
  expect((await addPasskey(t, person)).recovery).toEqual([]);
  expect(await status(person.access)).toMatchObject({ recovery_codes_left: 10 });
});

describe('with limits', () => {
  let limited: TestApp;
  beforeAll(async () => {
    limited = await testApp({ RATE_LIMIT: 'on' });
  });
  afterAll(() => limited.close());

  test('150 guessed codes of a signed-in session are not looked at, whatever right passwords come between', async () => {
    const person = await signUp(limited);
    const { secret } = await addApp(limited, person);
    limited.clock.move(halfMinute);
    const looked = { at: 0 };
    const statuses = new Set<number>();
    for (let n = 0; n < 150; n++) {
      // The password is right, whatever becomes of the call.
      if (n % 3 === 0)
        await limited.call('POST /account/email/', {
          as: person.access,
          body: { current_password: person.password, email: `new-${n}@example.org` },
        });
      const guess = { as: person.access, body: { code: '000000' } };
      const answer = await limited.call('POST /account/second-factor/confirm/', guess);
      statuses.add(answer.status);
      if (answer.status !== 429) looked.at += 1;
    }
    expect(looked.at).toBe(5);
    expect(statuses).toEqual(new Set([400, 429]));
    // The counter is the same at the login, and a right code alone resets it.
    const enter = (code: string) => limited.call('POST /token/', { body: { ...named(person), code } });
    expect((await enter(codeOf(limited, secret))).status).toBe(429);
    limited.clock.move(6000);
    expect((await enter(codeOf(limited, secret))).status).toBe(200);
    expect((await enter('000000')).status).toBe(401);
  }, 60_000);

  test('nor are those of a sign-in, whatever right passwords come between', async () => {
    const person = await signUp(limited);
    await addApp(limited, person);
    limited.clock.move(halfMinute);
    let looked = 0;
    for (let n = 0; n < 30; n++) {
      const { body, status: is } = await limited.call('POST /token/', { body: named(person), ip: `203.0.113.${n}` });
      if (is !== 401) continue;
      const given = { ticket: body.ticket, code: '000000' };
      const answer = await limited.call('POST /token/code/', { body: given, ip: `203.0.113.${n}` });
      if (answer.status !== 429) looked += 1;
    }
    expect(looked).toBe(5);
  });

  test('a signed-in person who mistypes a code can still give the password', async () => {
    const person = await signUp(limited);
    await addApp(limited, person);
    for (let n = 0; n < 6; n++)
      await limited.call('POST /account/second-factor/confirm/', { as: person.access, body: { code: '000000' } });
    const body = { current_password: person.password };
    const answer = await limited.call('POST /account/second-factor/recovery-codes/', { as: person.access, body });
    expect(answer.status).toBe(200);
  });
});

const named = ({ username, password }: Person) => ({ username, password });

async function accessOf(person: Person, secret: string) {
  t.clock.move(halfMinute);
  return (await post('/token/', { ...named(person), code: codeOf(t, secret) })).body.access as string;
}
