import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayIn } from '../../platform/time/time.ts';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { decide as decideClaim, registered, submitted } from '../../../test/fixtures/claims.ts';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';

let t: TestApp;
let [administrator, moderator, patient] = [] as unknown as [Person, Person, Person];
beforeAll(async () => {
  t = await testApp();
  administrator = await signUp(t, { username: 'admin-one', grants: ['administrator'] });
  moderator = await signUp(t, { username: 'mod.one', grants: ['moderator'] });
  patient = await signUp(t, { username: 'Pat-One' });
});
afterAll(() => t.close());

const get = async (path: string) => {
  const answer = await t.call(`GET /api/admin${path}`, { as: administrator.access });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
};
const namesOf = (rows: { username: string }[]) => rows.map(({ username }) => username);

/** All rows of a list, page by page. */
async function everyPage(path: string, limit: number) {
  const rows = [];
  for (let line: string | undefined = `GET /api/admin${path}${path.includes('?') ? '&' : '?'}limit=${limit}`; line;) {
    const { body, headers, status }: Awaited<ReturnType<TestApp['call']>> = await t.call(line, {
      as: administrator.access,
    });
    expect(status).toBe(200);
    expect(body.length).toBeLessThanOrEqual(limit);
    rows.push(...body);
    const next = /<(.+)>; rel="next"/.exec(headers['link'] ?? '')?.[1];
    line = next && `GET ${next}`;
  }
  return rows;
}

test('the overview counts people and what waits', async () => {
  expect(await get('/overview/')).toMatchObject({ people: 3, reports_waiting: 0, claims_waiting: 0 });
  const asked = { as: administrator.access, body: { problem: 'Is tea good for me?' } };
  const { prob_id: id } = (await t.call('POST /apis/help-center/create/', asked)).body;
  const report = { kind: 'question', id, reason: 'other' };
  await t.call('POST /apis/reports/create/', { as: patient.access, body: report });
  expect(await get('/overview/')).toMatchObject({ people: 3, reports_waiting: 1 });
});

test('what was done is counted by the days of the site, and nobody else is told', async () => {
  const now = t.clock.now();
  const { days, counts } = await get('/activity/');
  expect(days).toHaveLength(30);
  expect(days.at(-1)).toBe(dayIn('Asia/Kolkata', now));
  expect(counts.people.at(-1)).toBe(3);
  // The first day begins at its midnight in India; what was before it is not counted.
  const first = new Date(`${days[0]}T00:00+05:30`);
  const [early, late] = [new Date(first.getTime() - 1), new Date(first.getTime() + 86_399_999)];
  await sql`update users set created_at = ${early} where id = ${moderator.user_id}`.execute(t.db);
  await sql`update users set created_at = ${late} where id = ${patient.user_id}`.execute(t.db);
  const after = await get('/activity/');
  expect(after.counts.people).toEqual([1, ...Array.from({ length: 28 }, () => 0), 1]);
  expect(after.counts.messages).toEqual(Array.from({ length: 30 }, () => 0));
  expect((await t.call('GET /api/admin/activity/', { as: moderator.access })).status).toBe(403);
  await sql`update users set created_at = ${now}`.execute(t.db);
});

describe('people', () => {
  test('are found by how the username begins, and after them by the email address', async () => {
    await sql`update users set email = 'PAT.one@example.org' where id = ${moderator.user_id}`.execute(t.db);
    expect(namesOf(await get('/users/'))).toEqual(['admin-one', 'mod.one', 'Pat-One']);
    expect(namesOf(await get('/users/?q=pAt'))).toEqual(['Pat-One', 'mod.one']);
    expect(namesOf(await get('/users/?q=pat.'))).toEqual(['mod.one']);
    expect(namesOf(await get('/users/?q=at-one'))).toEqual([]);
    expect(namesOf(await get('/users/?q=%25'))).toEqual([]);
    expect(namesOf(await get('/users/?grant=moderator'))).toEqual(['mod.one']);
    for (const path of ['/users/', '/users/?q=pat', '/users/?q=m']) {
      expect(await everyPage(path, 1)).toEqual(await get(path));
    }
    expect((await get('/users/?q=pat-'))[0]).toEqual({
      id: patient.user_id,
      username: 'Pat-One',
      email: expect.stringMatching(/@example[.]org$/),
      role: 'patient',
      disabled: false,
      grants: [],
      created_at: t.clock.now().toISOString(),
    });
  });

  test('one is read with grants and sessions; what is not there is not found', async () => {
    expect(await get(`/users/${moderator.user_id}/`)).toMatchObject({
      username: 'mod.one',
      session_count: 1,
      disabled_at: null,
      grants: [{ name: 'moderator', expires_at: null }],
    });
    for (const path of ['/users/2000000000/', '/users/2000000000/decisions/']) {
      const { status } = await t.call(`GET /api/admin${path}`, { as: administrator.access });
      expect(status).toBe(404);
    }
  });

  test.each([
    '/users/?cursor=x',
    '/users/?grant=king',
    '/users/?limit=0',
    '/users/x/',
    '/audit/?action=look',
    '/audit/?from=today',
  ])('%s is refused', async (path) => {
    expect((await t.call(`GET /api/admin${path}`, { as: administrator.access })).status).toBe(400);
  });
});

describe('the audit', () => {
  test('is found by person, kind and time, newest first, and its reading is written down', async () => {
    const from = t.clock.now().toISOString();
    const decide = async (verb: string, more: object = {}) => {
      t.clock.move(1000);
      const body = { reason: 'Because.', ...more };
      const line = `POST /api/admin/users/${patient.user_id}/${verb}/`;
      expect((await t.call(line, { as: administrator.access, body })).status).toBe(200);
    };
    await decide('grant', { grant: 'verifier' });
    await decide('revoke', { grant: 'verifier' });
    const { rows } = await sql<{ at: Date }>`
      insert into audit (at, actor_id, action, record_id, patient_id, outcome)
      values (${t.clock.now()}, ${moderator.user_id}, 'view', 7, ${patient.user_id}, 'done') returning at`.execute(
      t.db,
    );
    t.clock.move(1000);
    const until = t.clock.now().toISOString();

    const span = `from=${from}&until=${until}`;
    const actions = async (query: string) =>
      (await get(`/audit/?${query}`)).map(({ action }: { action: string }) => action);
    expect(await actions(`${span}&username=pat-one`)).toEqual(['view', 'revoke', 'grant']);
    expect(await actions(`${span}&username=mod.one`)).toEqual(['view']);
    expect(await actions(`${span}&username=admin-one&action=grant`)).toEqual(['grant']);
    expect(await actions(`from=${from}&until=${from}`)).toEqual([]);
    expect((await get(`/audit/?${span}&action=view`))[0]).toEqual({
      id: expect.any(Number),
      at: rows[0]?.at.toISOString(),
      action: 'view',
      actor: { id: moderator.user_id, username: 'mod.one' },
      role: null,
      patient: { id: patient.user_id, username: 'Pat-One' },
      record_id: 7,
      item: null,
      outcome: 'done',
      reason: null,
    });
    expect((await get(`/audit/?${span}&action=grant`))[0]).toMatchObject({
      item: { kind: 'user', id: patient.user_id, name: 'Pat-One' },
      reason: 'verifier',
    });
    t.clock.move(1000);
    expect(await everyPage(`/audit/?${span}&username=pat-one`, 1)).toEqual(
      await get(`/audit/?${span}&username=pat-one`),
    );

    const [searched] = await get('/audit/?action=search');
    expect(searched).toMatchObject({ actor: { username: 'admin-one' }, item: { kind: 'user', name: 'Pat-One' } });
    const unknown = await t.call('GET /api/admin/audit/?username=nobody', { as: administrator.access });
    expect([unknown.status, unknown.body.errors[0].field]).toEqual([400, 'username']);
  });

  test('has no way to be changed', async () => {
    await expect(sql`update audit set reason = 'other'`.execute(t.db)).rejects.toThrow(/permission denied/);
    await expect(sql`delete from audit`.execute(t.db)).rejects.toThrow(/permission denied/);
    await expect(sql`update account_decisions set reason = 'other'`.execute(t.db)).rejects.toThrow(/permission denied/);
  });
});

test('none of it is for others', async () => {
  const paths = [
    '/overview/',
    '/users/',
    `/users/${patient.user_id}/`,
    `/users/${patient.user_id}/decisions/`,
    '/audit/',
    '/specialities/',
  ];
  for (const path of paths) {
    expect((await t.call(`GET /api/admin${path}`)).status).toBe(401);
    for (const { access } of [moderator, patient]) {
      expect((await t.call(`GET /api/admin${path}`, { as: access })).body).toMatchObject({
        status: 403,
        code: 'not_allowed',
      });
    }
  }
});

describe('dead letters', () => {
  const give = async (error: string, seconds: number) => {
    const { rows } = await sql<{ id: number }>`
      insert into jobs (kind, payload, lane, created_at, tries, last_error, dead_at)
      values ('letter', '{"text": "Private words"}', ${`person ${patient.user_id}`}, ${t.clock.now()}, 13, ${error},
        ${new Date(t.clock.now().getTime() + seconds * 1000)}) returning id`.execute(t.db);
    return rows[0]?.id as number;
  };

  test('are listed without what stands in them, and tried again', async () => {
    const ids = [await give('ECONNREFUSED', 1), await give('EENVELOPE 550', 2), await give('ETIMEDOUT', 3)];
    expect(await get('/overview/')).toMatchObject({ dead_letters: 3 });
    const listed = await get('/letters/');
    expect(listed.map(({ id }: { id: number }) => id)).toEqual(ids.toReversed());
    expect(listed[0]).toEqual({
      id: ids[2],
      kind: 'letter',
      person: { id: patient.user_id, username: 'Pat-One' },
      tries: 13,
      error: 'ETIMEDOUT',
      created_at: t.clock.now().toISOString(),
      dead_at: new Date(t.clock.now().getTime() + 3000).toISOString(),
    });
    expect(JSON.stringify(listed)).not.toContain('Private');
    expect(await everyPage('/letters/', 1)).toEqual(listed);

    const retry = (id: number | undefined, as?: string) => t.call(`POST /api/admin/letters/${id}/retry/`, { as });
    expect((await retry(ids[0])).status).toBe(401);
    expect((await retry(ids[0], moderator.access)).status).toBe(403);
    expect((await retry(ids[0], administrator.access)).body).toEqual({});
    expect((await retry(ids[0], administrator.access)).status).toBe(404);
    expect(await get('/overview/')).toMatchObject({ dead_letters: 2 });
    expect((await get('/audit/?action=retry'))[0]).toMatchObject({ item: { name: 'Pat-One' }, reason: 'letter' });
  });
});

test('the overview counts the claims that wait for a check or are in one', async () => {
  const verifier = await signUp(t, { grants: ['verifier'] });
  const claim = await submitted(t, await registered(t));
  await submitted(t, await registered(t));
  expect(await get('/overview/')).toMatchObject({ claims_waiting: 2 });
  await decideClaim(t, verifier, claim, 'take');
  expect(await get('/overview/')).toMatchObject({ claims_waiting: 2 });
  await decideClaim(t, verifier, claim, 'reject', { reason: 'The name cannot be read.' });
  expect(await get('/overview/')).toMatchObject({ claims_waiting: 1 });
});

test('the audit names the provider who was suspended', async () => {
  const verifier = await signUp(t, { grants: ['verifier'] });
  const provider = await registered(t);
  const body = { reason: 'The council asks for it.' };
  await t.call(`POST /apis/verification/providers/${provider.user_id}/suspend/`, { as: verifier.access, body });
  const [row] = await get('/audit/?action=suspend');
  expect(row.item).toEqual({ kind: 'provider', id: provider.user_id, name: 'Dr. Rohan Sethi' });
});
