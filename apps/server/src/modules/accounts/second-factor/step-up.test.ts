import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/servers/app.ts';
import { book, logInAgain, type Person, signUp } from '../../../../test/fixtures/factories.ts';
import { sendEmails } from '../../../../test/fixtures/emails.ts';
import { formOf, pdf } from '../../../../test/fixtures/report-files.ts';
import { addApp, addPasskey, codeOf } from '../../../../test/fixtures/second-factor.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const minutes = 60_000;
const fresh = 'seven green buses';
const confirm = (as: string, body: object) => t.call('POST /account/second-factor/confirm/', { as, body });
const signedIn = async ({ access }: Person) => (await t.call('GET /check/', { as: access })).status === 200;
const named = ({ username, password }: Person) => ({ username, password });

async function document(person: Person): Promise<number> {
  const form = formOf([
    { name: 'title', data: 'An old letter' },
    { name: 'document', fileName: 'letter.pdf', data: pdf() },
  ]);
  const { status, body } = await t.call('POST /api/own-documents/', { as: person.access, ...form });
  expect(status).toBe(201);
  return body.id;
}

const share = (as: string, id: number, more: object = {}) =>
  t.call('POST /api/shares/', { as, body: { records: [id], days: 3, ...more } });
const address = (as: string) => t.call('POST /api/calendars/patient/', { as, body: { names: false } });
const remove = (as: string, id: number) => t.call(`DELETE /api/own-documents/${id}/`, { as });
const changePassword = ({ access, password }: Person, more: object = {}) =>
  t.call('POST /account/password/', {
    as: access,
    body: { current_password: password, new_password: fresh, ...more },
  });
const changeEmail = ({ access, password }: Person) =>
  t.call('POST /account/email/', { as: access, body: { current_password: password, email: 'new@example.org' } });

/** What a stolen token must not do, each with whatever it needs. */
async function guarded(person: Person) {
  const [shared, deleted] = [await document(person), await document(person)];
  return [
    () => share(person.access, shared),
    () => address(person.access),
    () => remove(person.access, deleted),
  ] as const;
}

describe('what a stolen token must not do', () => {
  test('is done within ten minutes of the sign-in, and after that only once it was confirmed', async () => {
    const person = await signUp(t);
    const acts = await guarded(person);
    t.clock.move(9 * minutes);
    const again = await logInAgain(t, person);
    person.access = again.access;
    const confirmedBefore = async (ms: number) =>
      await sql`update sessions set confirmed_at = ${new Date(t.clock.now().getTime() - ms)}
        where user_id = ${person.user_id}`.execute(t.db);
    await confirmedBefore(10 * minutes - 1);
    expect((await acts[0]()).status).toBe(201);
    await confirmedBefore(10 * minutes);
    for (const act of acts) expect((await act()).body.code).toBe('confirmation_required');
    expect((await confirm(person.access, { current_password: 'not it' })).body.errors[0].field).toBe(
      'current_password',
    );
    for (const act of acts) expect((await act()).body.code).toBe('confirmation_required');
    expect((await confirm(person.access, { current_password: person.password })).body).toEqual({});
    for (const act of acts) expect((await act()).status).toBeLessThan(300);
  });

  test('nor may a session without the factor do it, or change email address and password', async () => {
    const person = await signUp(t);
    const acts = await guarded(person);
    const { secret } = await addApp(t, person);
    await sql`update sessions set second_factor_at = null where user_id = ${person.user_id}`.execute(t.db);
    for (const act of [...acts, () => changeEmail(person), () => changePassword(person)]) {
      const { status, body } = await act();
      expect([status, body.code]).toEqual([403, 'second_factor_required']);
    }
    // The password does not stand in for the factor.
    const byPassword = await confirm(person.access, { current_password: person.password });
    expect(byPassword.body.code).toBe('second_factor_required');
    t.clock.move(minutes);
    expect((await confirm(person.access, { code: codeOf(t, secret) })).status).toBe(200);
    for (const act of [...acts, () => changeEmail(person)]) expect((await act()).status).toBeLessThan(300);
  });
});

test('a session that was deleted since the request began does nothing of it', async () => {
  const person = await signUp(t);
  const acts = await guarded(person);
  await sql`delete from sessions where user_id = ${person.user_id}`.execute(t.db);
  for (const act of [...acts, () => changeEmail(person), () => changePassword(person)]) {
    const { status, body } = await act();
    expect([status, body.code]).toEqual([401, 'not_signed_in']);
  }
});

test('a factor that is added ends the other sessions, and says so', async () => {
  const person = await signUp(t);
  await sql`update users set email_verified_at = now() where id = ${person.user_id}`.execute(t.db);
  const other = await logInAgain(t, person);
  await sendEmails(t);
  await addPasskey(t, other);
  expect([await signedIn(person), await signedIn(other)]).toEqual([false, true]);
  expect((await sendEmails(t))[0]?.text).toContain('Your other sessions were signed out.');
});

describe('what was handed out', () => {
  /** A person with a link, a share with a provider, and an address of a calendar. */
  async function sharing() {
    const [person, doctor] = [await signUp(t), await signUp(t, { role: 'healthcare_provider' })];
    await sql`update users set email_verified_at = now() where id = ${person.user_id}`.execute(t.db);
    await book(t, person, doctor);
    await sendEmails(t);
    const record = await document(person);
    const made = (await share(person.access, record)).body;
    const messages = await sendEmails(t);
    await share(person.access, record, { provider: doctor.user_id });
    const { path } = (await address(person.access)).body;
    const token = made.link.path.split('#')[1] as string;
    const opens = async () =>
      [
        await t.call('POST /api/shares/open/', { body: { token, passcode: made.link.passcode } }),
        await t.call(`GET ${path}`),
      ].map(({ status }) => status);
    const shares = async (as: string) => (await t.call('GET /api/shares/', { as })).body.length as number;
    expect(await opens()).toEqual([200, 200]);
    return { person, opens, shares, messages };
  }

  test('by a link is told by letter, without a word on health', async () => {
    const { messages } = await sharing();
    expect(messages.map(({ subject }) => subject)).toEqual(['A link was made in your account']);
    expect(messages[0]?.text).not.toMatch(/report|health|medical|doctor/i);
  });

  test('ends with a new password unless it is to stay; what a provider reads stays', async () => {
    const [kept, ended] = [await sharing(), await sharing()];
    expect((await changePassword(kept.person, { end_links: false })).status).toBe(200);
    expect(await kept.opens()).toEqual([200, 200]);
    expect((await changePassword(ended.person)).status).toBe(200);
    expect(await ended.opens()).toEqual([400, 404]);
    expect(await ended.shares(ended.person.access)).toBe(1);
  });

  test('ends with signing out everywhere else', async () => {
    const { person, opens } = await sharing();
    await t.call('POST /account/sign-out-elsewhere/', { as: person.access });
    expect(await opens()).toEqual([400, 404]);
    const { rows } = await sql`
      select from audit where action = 'unshare' and patient_id = ${person.user_id}`.execute(t.db);
    expect(rows).toHaveLength(1);
  });

  test('ends with a password that is reset by a link, unless it is to stay', async () => {
    for (const [end_links, left] of [
      [false, [200, 200]],
      [true, [400, 404]],
    ] as const) {
      const { person, opens } = await sharing();
      const token = await resetLink(person);
      const body = { token, new_password: fresh, end_links };
      expect((await t.call('POST /reset-password/', { body })).status).toBe(200);
      expect(await opens()).toEqual(left);
    }
  });
});

/** The token of a link for a new password, at an address of the person's that is confirmed. */
async function resetLink({ user_id, username }: Person) {
  const email = `${username}@example.org`;
  await sql`update users set email = ${email}, email_verified_at = now() where id = ${user_id}`.execute(t.db);
  await sendEmails(t);
  await t.call('POST /forgot-password/', { body: { email } });
  return (await sendEmails(t)).find(({ to }) => to === email)?.token as string;
}

describe('a password that is reset by a link', () => {
  const look = (token: unknown) => t.call('POST /reset-password/passkeys/', { body: { token } });
  const byPasskey = async (key: Awaited<ReturnType<typeof addPasskey>>['authenticator']) => {
    const { body } = await t.call('POST /token/passkey/options/', { body: {} });
    return (await t.call('POST /token/passkey/', { body: { passkey: key.get(body) } })).status;
  };

  test('lists the passkeys, removes those that are named, and tells which are left', async () => {
    const person = await signUp(t);
    const mine = await addPasskey(t, person, 'My phone');
    const spare = await addPasskey(t, person, 'My key');
    const theirs = await addPasskey(t, person, 'A key of a thief');
    const token = await resetLink(person);
    const added_at = t.clock.now().toISOString();
    expect((await look(token)).body).toEqual({
      removable: true,
      passkeys: [
        { id: mine.id, name: 'My phone', added_at },
        { id: spare.id, name: 'My key', added_at },
        { id: theirs.id, name: 'A key of a thief', added_at },
      ],
    });
    const body = { token, new_password: fresh, remove_passkeys: [theirs.id, 2_000_000_000] };
    expect((await t.call('POST /reset-password/', { body })).status).toBe(200);
    expect([await byPasskey(mine.authenticator), await byPasskey(theirs.authenticator)]).toEqual([200, 401]);
    const messages = await sendEmails(t);
    expect(messages.map(({ subject }) => subject)).toEqual([
      'A passkey was removed from your account',
      'Your password was changed',
    ]);
    expect(messages[1]?.text).toContain('These passkeys still open your account: “My phone”, “My key”\n');
    expect((await look(token)).body.code).toBe('link_ended');
    expect((await look('x'.repeat(43))).body.code).toBe('link_ended');
  });

  test('removes none of a stranger, and none of who holds a grant', async () => {
    const [person, moderator] = [await signUp(t), await signUp(t, { grants: ['moderator'] })];
    const [mine, theirs] = [await addPasskey(t, person), await addPasskey(t, moderator)];
    const body = { token: await resetLink(person), new_password: fresh, remove_passkeys: [theirs.id] };
    expect((await t.call('POST /reset-password/', { body })).status).toBe(200);
    const token = await resetLink(moderator);
    expect((await look(token)).body).toMatchObject({ removable: false, passkeys: [{ id: theirs.id }] });
    const refused = await t.call('POST /reset-password/', { body: { ...body, token } });
    expect(refused.body.code).toBe('wrong_state');
    expect([await byPasskey(mine.authenticator), await byPasskey(theirs.authenticator)]).toEqual([200, 200]);
  });
});

describe('an address that is confirmed', () => {
  const register = async () => {
    await sendEmails(t);
    const person = await signUp(t);
    const token = (await sendEmails(t)).find(({ subject }) => subject === 'Confirm your email address')?.token;
    return { person, verify: () => t.call('POST /verify-email/', { body: { token } }) };
  };

  test('takes the factors away that were set up before, and tells', async () => {
    const { person, verify } = await register();
    await addPasskey(t, person);
    await addApp(t, person);
    expect((await verify()).body).toMatchObject({ factors_removed: true });
    expect((await t.call('POST /token/', { body: named(person) })).status).toBe(200);
    const { body } = await t.call('GET /account/second-factor/', { as: person.access });
    expect(body).toMatchObject({ confirmed: false, app_added_at: null, recovery_codes_left: 0, passkeys: [] });
    expect(await sendEmails(t)).toMatchObject([{ subject: 'Your second factor was removed' }]);
  });

  test('leaves those that came after, also with a change of the address', async () => {
    const { person, verify } = await register();
    expect((await verify()).body).toMatchObject({ factors_removed: false });
    await addPasskey(t, person);
    expect((await changeEmail(person)).status).toBe(200);
    const token = (await sendEmails(t)).find(({ subject }) => subject === 'Confirm your new email address')?.token;
    expect((await t.call('POST /verify-email/', { body: { token } })).body).toMatchObject({ factors_removed: false });
    expect((await t.call('POST /token/', { body: named(person) })).body.code).toBe('code_required');
  });
});
