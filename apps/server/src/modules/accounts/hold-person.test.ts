import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { openAuthenticator } from '../../../test/fixtures/authenticator.ts';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';
import { sendEmails } from '../../../test/fixtures/emails.ts';
import { lockWaits } from '../../../test/servers/lock-waits.ts';
import { addApp, codeOf } from '../../../test/fixtures/second-factor.ts';
import { holdPerson } from './hold-person.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const base = '/account/second-factor';

/** What is done to the ways into an account, each prepared to the call that has to succeed. */
const changes: Record<string, (person: Person & { email: string }) => Promise<() => ReturnType<TestApp['call']>>> = {
  async 'a login with a recovery code'({ username, password, ...person }) {
    const { recovery } = await addApp(t, { ...person, password });
    return () => t.call('POST /token/', { body: { username, password, code: recovery[0] } });
  },
  async 'a login with the code of an app'({ username, password, ...person }) {
    const { secret } = await addApp(t, { ...person, password });
    return () => t.call('POST /token/', { body: { username, password, code: codeOf(t, secret, 1) } });
  },
  async 'a login by passkey'({ access, password }) {
    const passkey = await addPasskey(access, password);
    const { body: asked } = await t.call('POST /token/passkey/options/', { body: {} });
    return () => t.call('POST /token/passkey/', { body: { passkey: passkey.get(asked) } });
  },
  async 'the removal of an app'({ access, password }) {
    const { recovery } = await addApp(t, { access, password });
    const body = { current_password: password, code: recovery[0] };
    return () => t.call(`POST ${base}/app/remove/`, { as: access, body });
  },
  async 'new recovery codes'({ access, password }) {
    await addApp(t, { access, password });
    return () => t.call(`POST ${base}/recovery-codes/`, { as: access, body: { current_password: password } });
  },
  async 'the confirmation of a session'({ access, password }) {
    const { recovery } = await addApp(t, { access, password });
    return () => t.call(`POST ${base}/confirm/`, { as: access, body: { code: recovery[0] } });
  },
  async 'a change of the password'({ access, password }) {
    const body = { current_password: password, new_password: 'seven grey herons' };
    return () => t.call('POST /account/password/', { as: access, body });
  },
  async 'a forgotten password'({ email }) {
    await t.call('POST /forgot-password/', { body: { email } });
    const [message] = await sendEmails(t);
    const body = { token: message?.token, new_password: 'seven grey herons' };
    return () => t.call('POST /reset-password/', { body });
  },
  async 'the confirmation of an address'({ access, password, email }) {
    await t.call('POST /account/email/', { as: access, body: { current_password: password, email: `new.${email}` } });
    const message = (await sendEmails(t)).find(({ token }) => token !== undefined);
    return () => t.call('POST /verify-email/', { body: { token: message?.token } });
  },
  async 'the end of other sessions'({ access }) {
    return () => t.call('POST /account/sign-out-elsewhere/', { as: access, body: {} });
  },
};

test.each(Object.entries(changes))(
  '%s waits for a person and holds nothing of theirs meanwhile',
  async (_, prepare) => {
    const made = await signUp(t);
    const person = { ...made, email: `${made.username}@example.org` };
    await sql`update users set email = ${person.email}, email_verified_at = now()
    where id = ${person.user_id}`.execute(t.db);
    // The email of the registration would be taken for another.
    await sendEmails(t);
    const call = await prepare(person);
    const waiting = await t.db.transaction().execute(async (tx) => {
      await holdPerson(tx, person.user_id);
      const answer = call();
      await expect.poll(() => lockWaits(t), { timeout: 5000 }).toBe(1);
      // With NOWAIT: a row that the one who waits holds would be refused here, where in life two would wait in a ring.
      for (const table of ['sessions', 'email_links', 'authenticator_apps', 'recovery_codes', 'passkeys']) {
        await sql`select from ${sql.table(table)} where user_id = ${person.user_id} for update nowait`.execute(tx);
      }
      return { answer };
    });
    expect((await waiting.answer).status).toBe(200);
  },
);

async function addPasskey(access: string, password: string) {
  const passkey = openAuthenticator();
  const { body } = await t.call(`POST ${base}/passkeys/options/`, { as: access, body: { current_password: password } });
  const added = await t.call(`POST ${base}/passkeys/`, {
    as: access,
    body: { name: 'Mine', passkey: passkey.create(body) },
  });
  if (added.status !== 201) throw new Error(added.text);
  return passkey;
}
