import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';

let t: TestApp;
let other: Awaited<ReturnType<TestApp['otherProcess']>>;
let [administrator, provider] = [] as unknown as [Person, Person];
let id: number;
let made = 0;
beforeAll(async () => {
  t = await testApp();
  other = await t.otherProcess();
  administrator = await signUp(t, { grants: ['administrator'] });
  provider = await signUp(t, { role: 'healthcare_provider', name: 'Zubin Wadia' });
});
beforeEach(async () => {
  id = (await call('POST', '', { name: `Field ${++made}`, also_called: `fieldology${made} Fieldist` })).body.id;
});
afterAll(async () => {
  await other.close();
  await t.close();
});

const call = (method: string, path: string, body?: object, by: Person = administrator) =>
  t.call(`${method} /api/admin/specialities/${path}`, { as: by.access, ...(body === undefined ? {} : { body }) });
const offered = async (query = '') =>
  (await t.call(`GET /speciality/?limit=200${query}`)).body as { id: number; name: string }[];
const row = async (of: number) => (await call('GET', '?limit=200')).body.find((one: { id: number }) => one.id === of);
const practise = async (...speciality: number[]) => {
  const [profile] = (await t.call('GET /register/provider/', { as: provider.access })).body;
  const { name, about, phone, experience, education, address, fees } = profile;
  const body = { name, about, phone, experience, education, address, fees, speciality };
  return await t.call('POST /register/provider/', { as: provider.access, body });
};
const found = async (q: string) => (await t.call(`GET /providers/?q=${q}`)).body.length as number;
const of = async (speciality: number) =>
  (await t.call(`GET /providers/speciality/${speciality}/`)).body.map(({ user }: { user: number }) => user);

test('one that is added is offered at once here, and within a second elsewhere', async () => {
  expect((await offered()).map((one) => one.id)).toContain(id);
  expect(await offered(`&q=fieldology${made}`)).toMatchObject([{ id }]);
  const deadline = Date.now() + 1000;
  const there = async () =>
    (await other.call('GET /speciality/?limit=200')).body.some((one: { id: number }) => one.id === id);
  while (!(await there())) expect(Date.now()).toBeLessThan(deadline);
  expect(await row(id)).toMatchObject({
    provider_count: 0,
    retired: false,
    merged_into: null,
    also_called: `fieldology${made} fieldist`,
  });
});

test('one that is renamed has the new name everywhere, and its providers are found by it', async () => {
  await practise(id);
  const name = `Renamed ${made}`;
  expect((await call('PATCH', `${id}/`, { name, desc: 'New.' })).body).toEqual({});
  expect(await offered(`&id=${id}`)).toEqual([{ id, name, desc: 'New.' }]);
  expect((await t.call(`GET /providers/${provider.user_id}/`)).body[0].speciality).toEqual([name]);
  expect(await found(`renamed+${made}`)).toBe(1);
  expect(await found(`fieldology${made}`)).toBe(0);
});

test('one that is merged leads to the other by its id and by its name, and its providers are there', async () => {
  const into = (await call('POST', '', { name: `Whole ${made}` })).body.id;
  await practise(id);
  const old = `Field ${made}`;
  expect((await call('POST', `${id}/merge/`, { into })).status).toBe(200);
  expect((await offered()).map((one) => one.id)).not.toContain(id);
  expect(await offered(`&id=${id}`)).toMatchObject([{ id: into, name: `Whole ${made}` }]);
  expect(await of(id)).toEqual([provider.user_id]);
  expect(await of(into)).toEqual([provider.user_id]);
  expect(await found(`fieldology${made}`)).toBe(1);
  expect(await row(id)).toMatchObject({ merged_into: { id: into, name: `Whole ${made}` }, provider_count: 0 });
  // A form that was open before sends the old id.
  expect((await practise(id)).body.speciality).toEqual([`Whole ${made}`]);
  // Its name is free, and what is merged on leads on.
  const again = (await call('POST', '', { name: old })).body.id;
  expect((await call('POST', `${into}/merge/`, { into: again })).status).toBe(200);
  expect(await offered(`&id=${id}`)).toMatchObject([{ id: again, name: old }]);
  expect(await of(id)).toEqual([provider.user_id]);
  for (const [method, path, body] of [
    ['PATCH', '', { name: 'Other' }],
    ['POST', 'merge/', { into: again }],
    ['POST', 'retire/', undefined],
    ['POST', 'restore/', undefined],
  ] as const) {
    expect((await call(method, `${id}/${path}`, body)).body).toMatchObject({ status: 409, code: 'wrong_state' });
  }
});

test('words of an administrator lead a search to the speciality, also after a merge and in another process', async () => {
  const trouble = `wobbleknee${made}`;
  await practise(id);
  const search = async (from: Pick<TestApp, 'call'> = t) =>
    (await from.call(`GET /providers/?q=${encodeURIComponent(`my ${trouble} aches`)}`)).body.map(
      ({ user }: { user: number }) => user,
    );
  expect(await search()).toEqual([]);
  const edit = { name: `Wobbly ${made}`, words: `stiff toe 1, ${trouble} 3` };
  expect((await call('PATCH', `${id}/`, edit)).body).toEqual({});
  expect(await row(id)).toMatchObject({ words: edit.words });
  expect(await search()).toEqual([provider.user_id]);
  await expect.poll(() => search(other), { timeout: 5000 }).toEqual([provider.user_id]);

  expect((await call('PATCH', `${id}/`, { name: `Wobbly again ${made}` })).body).toEqual({});
  expect(await row(id)).toMatchObject({ words: edit.words });
  const into = (await call('POST', '', { name: `Firm ${made}`, words: 'sturdy' })).body.id;
  expect((await call('POST', `${id}/merge/`, { into })).body).toEqual({});
  expect(await row(into)).toMatchObject({ words: `sturdy, ${edit.words}` });
  expect(await search()).toEqual([provider.user_id]);
  expect((await call('PATCH', `${into}/`, { name: `Firm ${made}`, words: 'x'.repeat(10_001) })).body).toMatchObject({
    status: 400,
    errors: [{ field: 'words' }],
  });
});

test('a provider who practises both is there once', async () => {
  const into = (await call('POST', '', { name: `Both ${made}` })).body.id;
  await practise(id, into);
  await call('POST', `${id}/merge/`, { into });
  expect(await of(into)).toEqual([provider.user_id]);
  expect((await t.call(`GET /providers/${provider.user_id}/`)).body[0].speciality).toEqual([`Both ${made}`]);
});

test('a merge and a profile that is saved at the same time leave nobody behind', async () => {
  const into = (await call('POST', '', { name: `Meeting ${made}` })).body.id;
  const people = await Promise.all(Array.from({ length: 6 }, () => signUp(t, { role: 'healthcare_provider' })));
  const form = {
    name: 'A B',
    about: 'x',
    phone: '+91 98765 43210',
    experience: 1,
    education: 'MBBS',
    address: 'Pune',
    fees: 1,
  };
  const save = ({ access }: Person) =>
    other.call('POST /register/provider/', { as: access, body: { ...form, speciality: [id] } });
  const answers = await Promise.all([
    ...people.slice(0, 3).map(save),
    call('POST', `${id}/merge/`, { into }),
    ...people.slice(3).map(save),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const { rows } = await sql`select from provider_specialities where speciality_id = ${id}`.execute(t.db);
  expect(rows).toHaveLength(0);
  expect(new Set(await of(into))).toEqual(new Set(people.map(({ user_id }) => user_id)));
});

test('one that is retired is no longer offered, and stays with those who have it', async () => {
  await practise(id);
  expect((await call('POST', `${id}/retire/`)).status).toBe(200);
  expect((await offered()).map((one) => one.id)).not.toContain(id);
  expect(await offered(`&id=${id}`)).toMatchObject([{ id }]);
  expect(await of(id)).toEqual([provider.user_id]);
  expect((await practise(id)).status).toBe(200);
  const another = await signUp(t);
  const [profile] = (await t.call('GET /register/provider/', { as: provider.access })).body;
  const { name, about, phone, experience, education, address, fees } = profile;
  const body = { name, about, phone, experience, education, address, fees, speciality: [id] };
  const refused = await t.call('POST /register/provider/', { as: another.access, body });
  expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'speciality']);
  expect((await call('POST', `${id}/retire/`)).body.code).toBe('wrong_state');
  expect((await call('POST', `${id}/restore/`)).status).toBe(200);
  expect((await offered()).map((one) => one.id)).toContain(id);
  expect((await call('POST', `${id}/restore/`)).body.code).toBe('wrong_state');
  const { rows } = await sql<{ action: string }>`
    select action from audit where item_kind = 'speciality' and item_id = ${id} order by id`.execute(t.db);
  expect(rows.map(({ action }) => action)).toEqual(['add', 'retire', 'restore']);
});

test('what cannot be is refused', async () => {
  const taken = `field ${made}`;
  const retired = (await call('POST', '', { name: `Gone ${made}` })).body.id;
  await call('POST', `${retired}/retire/`);
  for (const [method, path, body, status, field] of [
    ['POST', '', { name: taken }, 400, 'name'],
    ['POST', '', { name: ' ' }, 400, 'name'],
    ['POST', '', { name: 'x'.repeat(81) }, 400, 'name'],
    ['POST', '', { name: 'A', id: 1 }, 400, 'id'],
    ['PATCH', `${retired}/`, { name: taken }, 400, 'name'],
    ['POST', `${id}/merge/`, { into: id }, 400, 'into'],
    ['POST', `${id}/merge/`, { into: retired }, 400, 'into'],
    ['POST', `${id}/merge/`, { into: 2_000_000_000 }, 400, 'into'],
    ['PATCH', '2000000000/', { name: 'None' }, 404, undefined],
    ['POST', '2000000000/merge/', { into: id }, 404, undefined],
    ['POST', '2000000000/retire/', undefined, 404, undefined],
  ] as const) {
    const answer = await call(method, path, body);
    expect([method, path, answer.status, answer.body.errors[0]?.field]).toEqual([method, path, status, field]);
    for (const by of [provider]) expect((await call(method, path, body, by)).status).toBe(403);
    expect((await t.call(`${method} /api/admin/specialities/${path}`, { body })).status).toBe(401);
  }
});
