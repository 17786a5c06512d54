import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';
import { addApp } from '../../../test/fixtures/second-factor.ts';
import type { Tx } from '../../platform/db/db.ts';
import { closeAccount, removeGrant, resetSecondFactor, setDisabled, setGrant } from './accounts.ts';

// What is decided about an account, whoever decides it.

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const inTransaction = <T>(work: (tx: Tx) => Promise<T>) => t.db.transaction().execute(work);
const grantsOf = async ({ access }: Person) => (await t.call('GET /check/', { as: access })).body.grants;

describe('the last administrator', () => {
  let last: Person;
  beforeAll(async () => {
    last = await signUp(t, { grants: ['administrator'] });
  });

  const ways: [string, (tx: Tx, userId: number) => Promise<unknown>][] = [
    ['loses the grant', (tx, id) => removeGrant(tx, id, 'administrator')],
    ['gets an end', (tx, id) => setGrant(tx, id, 'administrator', new Date('2100-01-01'), t.clock.now())],
    ['is disabled', (tx, id) => setDisabled(tx, id, true, t.clock.now())],
    ['leaves', (tx, id) => closeAccount(tx, id, t.clock.now())],
  ];

  test.each(ways)('never %s', async (_, way) => {
    await expect(inTransaction((tx) => way(tx, last.user_id))).rejects.toMatchObject({ code: 'last_administrator' });
    expect(await grantsOf(last)).toEqual(['administrator']);
  });

  test.each(ways)('%s where another stays', async (_, way) => {
    const other = await signUp(t, { grants: ['administrator'] });
    await inTransaction((tx) => way(tx, other.user_id));
    await expect(inTransaction((tx) => way(tx, last.user_id))).rejects.toMatchObject({ code: 'last_administrator' });
  });

  test('is no reason for another fault', async () => {
    const unknown = inTransaction((tx) => setGrant(tx, 2_000_000_000, 'administrator', null, t.clock.now()));
    await expect(unknown).rejects.toMatchObject({ constraint: 'grants_user_id_fkey' });
  });
});

test('a grant is taken back once, and says whether it was there', async () => {
  const person = await signUp(t, { grants: ['moderator'] });
  const take = () => inTransaction((tx) => removeGrant(tx, person.user_id, 'moderator'));
  expect([await take(), await take()]).toEqual([true, false]);
});

describe('a second factor that was lost', () => {
  let person: Person;
  beforeEach(async () => {
    person = await signUp(t);
  });
  const reset = () =>
    inTransaction((tx) => resetSecondFactor(tx, person.user_id, undefined, t.clock.now())).finally(() =>
      t.services.sessions.forgetPerson(person.user_id),
    );
  const isSignedIn = async () => (await t.call('GET /check/', { as: person.access })).status === 200;
  const logIn = async () => {
    const { username, password } = person;
    return (await t.call('POST /token/', { body: { username, password } })).status;
  };

  test('is removed, and the sessions with it end', async () => {
    await addApp(t, person);
    expect(await logIn()).toBe(401);
    expect(await reset()).toBe(true);
    expect([await isSignedIn(), await logIn()]).toEqual([false, 200]);
  });

  test('was not one where there is none, and nobody is signed out', async () => {
    expect(await reset()).toBe(false);
    expect(await isSignedIn()).toBe(true);
  });
});
