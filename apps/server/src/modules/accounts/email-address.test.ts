import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';
import { sendEmails, site } from '../../../test/fixtures/emails.ts';
import { sendEmail } from './send-email.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const days = 24 * 3600 * 1000;
const confirm = (token: unknown) => t.call('POST /verify-email/', { body: { token } });
const resend = (as?: string) => t.call('POST /account/email/verification/', { as });
const change = (as: string | undefined, body: unknown) => t.call('POST /account/email/', { as, body });
const own = (as?: string) => t.call('GET /account/email/', { as });
const auditOf = async ({ user_id }: Pick<Person, 'user_id'>) => {
  const { rows } = await sql<{ action: string }>`select action from audit where actor_id = ${user_id}`.execute(t.db);
  return rows.map(({ action }) => action);
};
const eventsOf = async (as: string) =>
  (await t.call('GET /account/events/', { as })).body.map(({ kind }: { kind: string }) => kind);

async function open(username: string, email: string) {
  const body = { username, email, password: 'kettle lamp river' };
  const opened = await t.call('POST /register/user/', { body });
  expect(opened.status).toBe(201);
  const { access } = (await t.call('POST /token/', { body: { username, password: body.password } })).body;
  const [message] = await sendEmails(t);
  const user_id = opened.body.id as number;
  return { user_id, username, email, password: body.password, access: access as string, message };
}

test('registration sends a link to the address, which confirms it, once', async () => {
  const nila = await open('nila', 'nila@example.org');
  expect(nila.message).toMatchObject({ to: 'nila@example.org', subject: 'Confirm your email address' });
  expect(nila.message?.link).toBe(`${site}/verify-email#token=${nila.message?.token}`);
  expect(nila.message?.token).toMatch(/^[\w-]{43}$/);
  expect(nila.message?.text).not.toContain('nila ');
  expect((await own(nila.access)).body).toEqual({ email: 'nila@example.org', verified: false, change_to: null });

  const answer = await confirm(nila.message?.token);
  expect([answer.status, answer.body]).toEqual([200, { email: 'nila@example.org', factors_removed: false }]);
  expect((await own(nila.access)).body).toEqual({ email: 'nila@example.org', verified: true, change_to: null });
  const again = await confirm(nila.message?.token);
  expect([again.status, again.body.code]).toEqual([400, 'link_ended']);
  // On record once, where people look for what happened to their account.
  expect(await eventsOf(nila.access)).toEqual(['email_confirmed', 'signed_in', 'registered']);
  expect(await auditOf(nila)).toEqual(['email_verified']);
});

test('the token stands in no row, neither while the letter waits nor after it', async () => {
  const body = { username: 'vault', email: 'vault@example.org', password: 'kettle lamp river' };
  await t.call('POST /register/user/', { body });
  const { rows: waiting } = await sql<{ row: string }>`select jobs::text as row from jobs`.execute(t.db);
  const [message] = await sendEmails(t);
  const { rows: kept } = await sql<{ row: string }>`select email_links::text as row from email_links`.execute(t.db);
  expect(waiting.length * kept.length).toBeGreaterThan(0);
  for (const { row } of [...waiting, ...kept]) expect(row).not.toContain(message?.token);
});

test.each([
  ['a made-up token', 'A'.repeat(43), 400, 'link_ended'],
  ['nothing', '', 400, 'invalid_input'],
  ['a number', 7, 400, 'invalid_input'],
  ['a long text', 'x'.repeat(1001), 400, 'invalid_input'],
])('%s confirms nothing', async (_name, token, status, code) => {
  const answer = await confirm(token);
  expect([answer.status, answer.body.code]).toEqual([status, code]);
});

test('a link ends after three days, and where a newer one was sent', async () => {
  const late = await open('late', 'late@example.org');
  t.clock.move(3 * days + 1000);
  expect((await confirm(late.message?.token)).body.code).toBe('link_ended');
  const { access } = (await t.call('POST /token/', { body: { username: 'late', password: late.password } })).body;
  expect((await resend(access)).status).toBe(200);
  const [second] = await sendEmails(t);
  expect((await resend(access)).status).toBe(200);
  const [third] = await sendEmails(t);
  expect((await confirm(second?.token)).body.code).toBe('link_ended');
  expect((await confirm(third?.token)).status).toBe(200);
  const answer = await resend(access);
  expect([answer.status, answer.body.code]).toEqual([409, 'wrong_state']);
});

test('an address may stand on several accounts, of which one confirms it', async () => {
  const one = await open('shared1', 'Shared@example.org');
  const two = await open('shared2', 'shared@example.org');
  expect((await confirm(two.message?.token)).status).toBe(200);
  const answer = await confirm(one.message?.token);
  expect([answer.status, answer.body.code]).toEqual([409, 'email_taken']);
  expect((await own(one.access)).body.verified).toBe(false);
});

test('the link of a disabled account is good for nothing', async () => {
  const gone = await open('gone', 'gone@example.org');
  await sql`update users set disabled_at = now() where username = 'gone'`.execute(t.db);
  expect((await confirm(gone.message?.token)).body.code).toBe('link_ended');
});

test('letters to an address that nobody has confirmed are few, and an account is opened all the same', async () => {
  const limited = await testApp({ RATE_LIMIT: 'on' });
  const as = { username: 'many', email: 'many@example.org', password: 'kettle lamp river' };
  await limited.call('POST /register/user/', { body: as });
  const { access } = (await limited.call('POST /token/', { body: { username: 'many', password: as.password } })).body;
  const again = () => limited.call('POST /account/email/verification/', { as: access });
  for (let n = 1; n < 5; n++) expect((await again()).status).toBe(200);
  const refused = await again();
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
  expect((await limited.call('POST /register/user/', { body: { ...as, username: 'many2' } })).status).toBe(201);
  expect(await sendEmails(limited)).toHaveLength(5);
  await limited.close();
});

describe('POST /account/email/', () => {
  let person: Person;
  beforeEach(async () => {
    person = await signUp(t);
    await sendEmails(t);
  });
  const verified = (email: string) =>
    sql`update users set email = ${email}, email_verified_at = now() where id = ${person.user_id}`.execute(t.db);

  test('takes effect when the new address is confirmed, and the old one is told', async () => {
    await verified('old@example.org');
    const answer = await change(person.access, { current_password: person.password, email: 'new@example.org' });
    expect([answer.status, answer.body]).toEqual([200, {}]);
    const [asked, notice, ...more] = await sendEmails(t);
    expect(more).toEqual([]);
    expect(asked).toMatchObject({
      to: 'new@example.org',
      link: expect.stringContaining(`${site}/verify-email#token=`),
    });
    expect(notice).toMatchObject({ to: 'old@example.org', subject: 'Your email address is about to change' });
    expect(notice?.text).toContain(`${site}/account`);
    expect(notice?.text).not.toContain('new@example.org');
    expect((await own(person.access)).body).toEqual({
      email: 'old@example.org',
      verified: true,
      change_to: 'new@example.org',
    });
    expect((await confirm(asked?.token)).body).toEqual({ email: 'new@example.org', factors_removed: false });
    expect((await own(person.access)).body).toEqual({ email: 'new@example.org', verified: true, change_to: null });
    const [last] = await sendEmails(t);
    expect(last).toMatchObject({ to: 'old@example.org', subject: 'Your email address was changed' });
    expect(await auditOf(person)).toEqual(['email_changed']);
    await verified(`free-${person.user_id}@example.org`);
  });

  test('ends the links that were sent to the address before', async () => {
    await resend(person.access);
    const [unused] = await sendEmails(t);
    await change(person.access, { current_password: person.password, email: 'first@example.org' });
    const first = (await sendEmails(t)).find(({ to }) => to === 'first@example.org');
    expect((await confirm(first?.token)).status).toBe(200);
    expect((await confirm(unused?.token)).body.code).toBe('link_ended');

    await t.call('POST /forgot-password/', { body: { email: 'first@example.org' } });
    const forgotten = (await sendEmails(t)).find(({ subject }) => subject === 'Choose a new password');
    await change(person.access, { current_password: person.password, email: 'second@example.org' });
    const second = (await sendEmails(t)).find(({ to }) => to === 'second@example.org');
    expect((await confirm(second?.token)).status).toBe(200);
    const body = { token: forgotten?.token, new_password: 'seven grey herons' };
    expect((await t.call('POST /reset-password/', { body })).body.code).toBe('link_ended');
  });

  test.each([
    ['without the password', { email: 'x@example.org' }, 400, 'current_password'],
    ['with a wrong password', { current_password: 'no', email: 'x@example.org' }, 400, 'current_password'],
    ['with no address', { email: 'x at example.org' }, 400, 'email'],
    ['with two addresses', { email: 'x@example.org, y@example.org' }, 400, 'email'],
    ['with a header in the address', { email: 'x@example.org\r\nBcc: y@example.org' }, 400, 'email'],
    ['with a field too many', { email: 'x@example.org', verified: true }, 400, 'verified'],
  ])('is refused %s', async (name, body, status, field) => {
    const known = name.includes('password') ? {} : { current_password: person.password };
    const answer = await change(person.access, { ...known, ...body });
    expect([answer.status, answer.body.errors.map((one: { field: string }) => one.field)]).toEqual([status, [field]]);
    expect(await sendEmails(t)).toEqual([]);
  });

  test('is refused for the present address, and signed out', async () => {
    const { email } = (await own(person.access)).body;
    const answer = await change(person.access, { current_password: person.password, email });
    expect([answer.status, answer.body.errors[0].field]).toEqual([400, 'email']);
    expect((await change(undefined, { current_password: person.password, email: 'x@example.org' })).status).toBe(401);
    expect((await own()).status).toBe(401);
    expect((await resend()).status).toBe(401);
  });

  test('done twice with one key sends one letter, and is stopped by a new password', async () => {
    const call = (password: string) =>
      t.call('POST /account/email/', {
        as: person.access,
        body: { current_password: password, email: 'keyed@example.org' },
        headers: { 'idempotency-key': 'change-1' },
      });
    expect((await call(person.password)).status).toBe(200);
    expect((await call(person.password)).headers['idempotency-replayed']).toBe('true');
    const messages = await sendEmails(t);
    expect(messages.map(({ to }) => to)).toEqual(['keyed@example.org']);
    const body = { current_password: person.password, new_password: 'seven grey herons' };
    expect((await t.call('POST /account/password/', { as: person.access, body })).status).toBe(200);
    expect((await confirm(messages[0]?.token)).body.code).toBe('link_ended');
    expect((await own(person.access)).body.change_to).toBeNull();
  });

  test('an address that another account has confirmed is refused when it is confirmed', async () => {
    await sql`update users set email = 'held@example.org', email_verified_at = now()
      where id = ${(await signUp(t)).user_id}`.execute(t.db);
    await sendEmails(t);
    // Nothing tells beforehand.
    expect((await change(person.access, { current_password: person.password, email: 'HELD@example.org' })).status).toBe(
      200,
    );
    const [message] = await sendEmails(t);
    expect((await confirm(message?.token)).body.code).toBe('email_taken');
  });
});

test('people are told at a confirmed address alone, and not while disabled', async () => {
  const person = await signUp(t);
  await sendEmails(t);
  const telling = { subject: 'Something happened', text: 'Look at {site}/account\n' };
  const tellNow = async () => {
    await t.db.transaction().execute((tx) => sendEmail(tx, person.user_id, telling, t.clock.now()));
    return await sendEmails(t);
  };
  expect(await tellNow()).toEqual([]);
  await sql`update users set email_verified_at = now(), email = 'told@example.org' where id = ${person.user_id}`.execute(
    t.db,
  );
  expect(await tellNow()).toMatchObject([
    { to: 'told@example.org', subject: 'Something happened', text: `Look at ${site}/account\n` },
  ]);
  await sql`update users set disabled_at = now() where id = ${person.user_id}`.execute(t.db);
  expect(await tellNow()).toEqual([]);
});
