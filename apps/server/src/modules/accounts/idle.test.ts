import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../test/servers/app.ts';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';

const minute = 60_000;
let t: TestApp;
beforeAll(async () => {
  t = await testApp({ IDLE_SIGN_OUT_MINUTES: '30' });
});
afterAll(() => t.close());

/** Refreshes a session, with what the browser tells of its person, and keeps the new tokens. */
async function renew(person: Person, active?: number) {
  const answer = await t.call('POST /token/refresh/', {
    body: { refresh: person.refresh, ...(active === undefined ? {} : { active }) },
  });
  if (answer.status === 200) Object.assign(person, answer.body);
  return [answer.status, answer.body.code];
}
async function reasonOf({ user_id }: Person) {
  const { rows } = await sql<{ end_reason: string | null }>`
    select end_reason from sessions where user_id = ${user_id} order by created_at desc limit 1`.execute(t.db);
  return rows[0]?.end_reason;
}
async function lastEvent({ user_id }: Person) {
  const { rows } = await sql<{ kind: string }>`
    select kind from account_events where user_id = ${user_id} order by id desc limit 1`.execute(t.db);
  return rows[0]?.kind;
}

describe.each([
  ['a provider', { role: 'healthcare_provider' }],
  ['a patient who holds a grant', { grants: ['moderator'] }],
] as const)('%s', (_, wanted) => {
  const newcomer = () => signUp(t, { ...wanted, grants: 'grants' in wanted ? [...wanted.grants] : [] });

  test('is signed out half an hour after the last activity that was told, however often the tokens are renewed', async () => {
    const person = await newcomer();
    for (let n = 0; n < 5; n++) {
      t.clock.move(5 * minute);
      expect(await renew(person, (n + 1) * 300)).toEqual([200, undefined]);
    }
    t.clock.move(5 * minute);
    expect(await renew(person, 1800)).toEqual([401, 'session_ended']);
    expect([await reasonOf(person), await lastEvent(person)]).toEqual(['idle', 'signed_out_idle']);
    expect((await t.call('GET /check/', { as: person.access })).status).toBe(401);
    expect(await renew(person, 0)).toEqual([401, 'session_ended']);
  });

  test('stays signed in while active, and an activity that was told stays told', async () => {
    const person = await newcomer();
    for (let n = 0; n < 4; n++) {
      t.clock.move(25 * minute);
      expect(await renew(person, 10)).toEqual([200, undefined]);
    }
    t.clock.move(25 * minute);
    expect(await renew(person)).toEqual([200, undefined]);
    // An older moment takes nothing back.
    expect(await renew(person, 86_400)).toEqual([200, undefined]);
    t.clock.move(5 * minute);
    expect(await renew(person)).toEqual([401, 'session_ended']);
  });

  test('is told after how many minutes', async () => {
    const { body } = await t.call('GET /account/session-rules/', { as: (await newcomer()).access });
    expect(body).toEqual({ sign_out_after_minutes: 30, second_factor: null });
  });
});

test('a patient is not signed out, unless the setting says so', async () => {
  const person = await signUp(t);
  t.clock.move(24 * 60 * minute);
  expect(await renew(person)).toEqual([200, undefined]);
  expect((await t.call('GET /account/session-rules/', { as: person.access })).body.sign_out_after_minutes).toBeNull();
});

test.each([-1, 0.5, '10', null, 31_536_001])('%s is no time since the last activity', async (active) => {
  const { refresh } = await signUp(t);
  const answer = await t.call('POST /token/refresh/', { body: { refresh, active } });
  expect([answer.status, answer.body.errors[0].field]).toEqual([400, 'active']);
});
