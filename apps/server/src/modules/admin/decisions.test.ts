import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { logInAgain, type Person, signUp } from '../../../test/fixtures/factories.ts';
import { openLiveClient } from '../../../test/servers/live-client.ts';

let t: TestApp;
let other: Awaited<ReturnType<TestApp['otherProcess']>>;
let addresses: string[];
let [root, administrator, moderator, patient] = [] as unknown as [Person, Person, Person, Person];
beforeAll(async () => {
  t = await testApp();
  other = await t.otherProcess();
  addresses = [await t.app.listen({ port: 0 }), await other.app.listen({ port: 0 })];
  root = await signUp(t, { grants: ['administrator'] });
  administrator = await signUp(t, { grants: ['administrator'] });
  moderator = await signUp(t, { grants: ['moderator', 'verifier'] });
});
beforeEach(async () => {
  patient = await signUp(t);
});
afterAll(async () => {
  await other.close();
  await t.close();
});

const reason = 'As agreed on Monday.';
const decide = (verb: string, id: number, more: object = {}, by: Person = administrator) =>
  t.call(`POST /api/admin/users/${id}/${verb}/`, { as: by.access, body: { reason, ...more } });
const read = async ({ user_id }: Person) =>
  (await t.call(`GET /api/admin/users/${user_id}/`, { as: administrator.access })).body;
const decisionsOf = async ({ user_id }: Person) =>
  (await t.call(`GET /api/admin/users/${user_id}/decisions/`, { as: administrator.access })).body;

/** Waits until something holds; an error where it does not within a second. */
async function withinASecond(holds: () => Promise<boolean>) {
  const began = Date.now();
  while (!(await holds())) {
    if (Date.now() - began > 1000) throw new Error('not within a second');
    await new Promise((done) => setTimeout(done, 50));
  }
}

const verbs: [verb: string, more: object][] = [
  ['grant', { grant: 'moderator' }],
  ['revoke', { grant: 'moderator' }],
  ['disable', {}],
  ['enable', {}],
  ['end-sessions', {}],
];

describe.each(verbs)('%s', (verb, more) => {
  test('is for administrators, and never about oneself', async () => {
    const address = `POST /api/admin/users/${patient.user_id}/${verb}/`;
    expect((await t.call(address, { body: { reason, ...more } })).status).toBe(401);
    for (const person of [patient, moderator]) {
      expect((await decide(verb, root.user_id, more, person)).body).toMatchObject({ status: 403, code: 'not_allowed' });
    }
    const own = await decide(verb, administrator.user_id, more);
    expect(own.body).toMatchObject({ status: 403, code: 'not_allowed', message: expect.stringMatching(/own account/) });
    expect(await decisionsOf(administrator)).toEqual([]);
  });

  test('needs somebody to decide about, and a reason', async () => {
    expect((await decide(verb, 2_000_000_000, more)).status).toBe(404);
    for (const bad of [undefined, ' ', 'x'.repeat(301)]) {
      const { status, body } = await decide(verb, patient.user_id, { ...more, reason: bad });
      expect([status, body.errors[0].field]).toEqual([400, 'reason']);
    }
    expect(await decisionsOf(patient)).toEqual([]);
  });
});

test('a grant is given with a reason, effective at once, and taken again', async () => {
  expect((await decide('grant', patient.user_id, { grant: 'moderator' })).body).toEqual({});
  expect((await t.call('GET /check/', { as: patient.access })).body.grants).toEqual(['moderator']);
  expect(await read(patient)).toMatchObject({
    grants: [{ name: 'moderator', granted_at: t.clock.now().toISOString(), expires_at: null }],
  });
  t.clock.move(1000);
  expect((await decide('revoke', patient.user_id, { grant: 'moderator', reason: 'Moved away.' })).status).toBe(200);
  expect((await t.call('GET /check/', { as: patient.access })).body.grants).toEqual([]);
  const by = { id: administrator.user_id, username: administrator.username };
  expect(await decisionsOf(patient)).toMatchObject([
    { decision: 'revoke', grant: 'moderator', by, reason: 'Moved away.' },
    { decision: 'grant', grant: 'moderator', by, reason, expires_at: null },
  ]);
  const { rows } = await sql`
    select actor_id, action, outcome, reason, session_id is not null as in_session from audit
    where item_kind = 'user' and item_id = ${patient.user_id} order by id`.execute(t.db);
  expect(rows).toEqual(
    ['grant', 'revoke'].map((action) => ({
      actor_id: administrator.user_id,
      action,
      outcome: 'done',
      reason: 'moderator',
      in_session: true,
    })),
  );
  const again = await decide('revoke', patient.user_id, { grant: 'moderator' });
  expect(again.body).toMatchObject({ status: 409, code: 'wrong_state' });
});

test.each([
  ['no grant', { grant: undefined }, 'grant'],
  ['an unknown grant', { grant: 'king' }, 'grant'],
  ['an end that is none', { expires_at: 'tomorrow' }, 'expires_at'],
  ['an end without an offset', { expires_at: '2027-01-01T00:00:00' }, 'expires_at'],
  ['an end that is past', { expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
  ['something else', { user_id: 1 }, 'user_id'],
])('%s is refused', async (_what, more, field) => {
  const { status, body } = await decide('grant', patient.user_id, { grant: 'moderator', ...more });
  expect([status, body.errors[0].field]).toEqual([400, field]);
  expect((await read(patient)).grants).toEqual([]);
});

test('a grant with an end is over when that has come, on every process', async () => {
  const expires_at = new Date(t.clock.now().getTime() + 60_000).toISOString();
  await decide('grant', patient.user_id, { grant: 'administrator', expires_at });
  const asks = (process: { call: TestApp['call'] }) => process.call('GET /api/admin/overview/', { as: patient.access });
  await withinASecond(async () => (await asks(other)).status === 200);
  expect((await asks(t)).status).toBe(200);
  t.clock.move(60_000);
  for (const process of [t, other]) await withinASecond(async () => (await asks(process)).status === 403);
  expect((await read(patient)).grants).toEqual([]);
  t.clock.move(-60_000);
});

test('a grant that is taken is gone within a second on another process', async () => {
  await decide('grant', patient.user_id, { grant: 'moderator' });
  const asks = () => other.call('GET /apis/moderation/', { as: patient.access });
  await withinASecond(async () => (await asks()).status === 200);
  expect((await decide('revoke', patient.user_id, { grant: 'moderator' })).status).toBe(200);
  await withinASecond(async () => (await asks()).body.code === 'not_allowed');
});

describe.each(['disable', 'end-sessions'])('%s', (verb) => {
  test('ends sessions and closes sockets within a second, on every process', async () => {
    const sockets = await Promise.all(addresses.map((address) => openLiveClient(address, patient.access)));
    const began = Date.now();
    expect((await decide(verb, patient.user_id)).status).toBe(200);
    expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([4401, 4401]);
    expect(Date.now() - began).toBeLessThan(1000);
    for (const process of [t, other]) {
      await withinASecond(async () => (await process.call('GET /check/', { as: patient.access })).status === 401);
    }
    const refreshed = await t.call('POST /token/refresh/', { body: { refresh: patient.refresh } });
    expect(refreshed.status).toBe(401);
    const login = await t.call('POST /token/', { body: { username: patient.username, password: patient.password } });
    expect(login.status).toBe(verb === 'disable' ? 401 : 200);
    expect(await read(patient)).toMatchObject({
      disabled: verb === 'disable',
      session_count: verb === 'disable' ? 0 : 1,
    });
  });
});
test('only what is possible with an account is done', async () => {
  expect((await decide('enable', patient.user_id)).body.code).toBe('wrong_state');
  expect((await decide('disable', patient.user_id)).status).toBe(200);
  for (const [verb, more] of [
    ['disable', {}],
    ['end-sessions', {}],
    ['grant', { grant: 'moderator' }],
  ] as const) {
    expect((await decide(verb, patient.user_id, more)).body).toMatchObject({ status: 409, code: 'wrong_state' });
  }
  expect((await decide('enable', patient.user_id, { reason: 'It was a mistake.' })).status).toBe(200);
  expect((await logInAgain(t, patient)).access).toBeDefined();
  expect((await decisionsOf(patient)).map(({ decision }: { decision: string }) => decision)).toEqual([
    'enable',
    'disable',
  ]);
});

test('a disabled provider is nowhere in public, and is back when enabled', async () => {
  const provider = await signUp(t, { role: 'healthcare_provider', name: 'Zoya Away' });
  const [speciality] = (await t.call('GET /speciality/?limit=1')).body;
  const shown = async (process: { call: TestApp['call'] }) => {
    const lists = await Promise.all(
      [`/providers/?q=zoya`, `/providers/speciality/${speciality.id}/?q=zoya`, `/providers/${provider.user_id}/`].map(
        async (path) => (await process.call(`GET ${path}`)).body.length as number,
      ),
    );
    return lists.join();
  };
  expect(await shown(t)).toBe('1,1,1');
  expect(await shown(other)).toBe('1,1,1');
  await decide('disable', provider.user_id);
  expect(await shown(t)).toBe('0,0,0');
  // A second after which what was made before goes out no more.
  await withinASecond(async () => (await shown(other)) === '0,0,0');
  await decide('enable', provider.user_id);
  expect(await shown(t)).toBe('1,1,1');
});

describe('the last administrator', () => {
  const administrators = async () => {
    const { rows } = await sql<{ user_id: number }>`
      select g.user_id from grants g join users u on u.id = g.user_id
      where g.name = 'administrator' and g.expires_at is null and u.disabled_at is null order by 1`.execute(t.db);
    return rows.map(({ user_id }) => user_id);
  };

  test('cannot be removed, disabled or left to end', async () => {
    // One whose grant ends may do everything, but is not the one who stays.
    const expires_at = new Date(t.clock.now().getTime() + 60_000).toISOString();
    await decide('grant', patient.user_id, { grant: 'administrator', expires_at });
    expect((await decide('revoke', root.user_id, { grant: 'administrator' })).status).toBe(200);
    for (const [verb, more] of [
      ['revoke', { grant: 'administrator' }],
      ['grant', { grant: 'administrator', expires_at }],
      ['disable', {}],
    ] as const) {
      const refused = await decide(verb, administrator.user_id, more, patient);
      expect(refused.body).toMatchObject({ status: 409, code: 'last_administrator' });
    }
    expect(await administrators()).toEqual([administrator.user_id]);
    expect((await decide('revoke', patient.user_id, { grant: 'administrator' })).status).toBe(200);
    expect((await decide('grant', root.user_id, { grant: 'administrator' })).status).toBe(200);
  });

  test.each(['revoke', 'disable'])(
    'two who %s each other at the same instant on two processes: one stays',
    async (verb) => {
      for (let round = 0; round < 10; round++) {
        const pair = [root, administrator] as const;
        const [one, two] = await Promise.all(
          pair.map(async ({ access }, at) => {
            const process = at === 0 ? t : other;
            const body = { reason, ...(verb === 'revoke' ? { grant: 'administrator' } : {}) };
            const line = `POST /api/admin/users/${pair[1 - at]?.user_id}/${verb}/`;
            return (await process.call(line, { as: access, body })).body;
          }),
        );
        const codes = [one.code, two.code].toSorted((a) => (a === undefined ? 1 : -1));
        // Who comes second may find the own session over, too.
        expect(codes[1]).toBeUndefined();
        expect(['last_administrator', 'not_signed_in', 'not_allowed']).toContain(codes[0]);
        expect(await administrators()).toHaveLength(1);
        await sql`
        update users set disabled_at = null where id = any(${pair.map(({ user_id }) => user_id)}::int[])`.execute(t.db);
        for (const { user_id } of pair) {
          await sql`insert into grants (user_id, name, granted_at) values (${user_id}, 'administrator', ${t.clock.now()})
          on conflict do nothing`.execute(t.db);
          await sql`update sessions set ended_at = null, end_reason = null where user_id = ${user_id}`.execute(t.db);
          for (const { services } of [t, other]) services.sessions.forgetPerson(user_id);
        }
      }
    },
  );
});
