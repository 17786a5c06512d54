import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { withoutContact } from '@carecommons/contract/appointment-rules';
import { isoIn } from '../../platform/time/time.ts';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { make } from '../../../test/fixtures/appointment-moves.ts';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';

let t: TestApp;
let patient: Person;
let provider: Person;
beforeAll(async () => {
  t = await testApp();
});
beforeEach(async () => {
  patient = await signUp(t);
  provider = await signUp(t, { role: 'healthcare_provider' });
});
afterAll(() => t.close());

const day = 86_400_000;
const inDays = (days: number) => new Date(t.clock.now().getTime() + days * day);

/** A visit so many days ahead, which as a request expires in so many. */
async function written(of: Person, to: Person, days: number, { status = 'requested', expires = days, by = 'patient' }) {
  const [start, end] = [inDays(days), new Date(inDays(days).getTime() + 1_800_000)];
  const { rows } = await sql<{ id: number }>`
    insert into appointments (provider_id, patient_id, starts_at, ends_at, time_zone, held, problem, status, requested_at,
      proposed_by, expires_at)
    values (${to.user_id}, ${of.user_id}, ${start}, ${end}, 'Asia/Kolkata', tstzrange(${start}, ${end}), 'A cough',
      ${status}, ${t.clock.now()}, ${by}, ${inDays(expires)}) returning id`.execute(t.db);
  return (rows[0] as { id: number }).id;
}

async function read(path: string, { access }: Person) {
  const { status, body } = await t.call(`GET ${path}`, { as: access });
  expect(status).toBe(200);
  return body;
}
const toAnswer = async (person: Person, query = '') => {
  const rows = (await read(`/api/requests-to-answer/${query}`, person)) as { id: number }[];
  return rows.map(({ id }) => id);
};

test('a request stands first among those to answer, however many nearer visits there are', async () => {
  for (let n = 1; n <= 60; n++) await written(patient, provider, n / 10, { status: 'approved' });
  const late = await written(patient, provider, 21, { expires: 2 });
  const soon = await written(patient, provider, 30, { expires: 1 });
  const upcoming = (await read('/api/upcoming-provider/', provider)) as { status: string }[];
  expect(upcoming.filter(({ status }) => status === 'requested')).toEqual([]);
  expect(await toAnswer(provider)).toEqual([soon, late]);
  expect(await read('/api/visits-in-brief/', provider)).toMatchObject({
    next: { status: 'approved' },
    as_provider: { count: 2, first: { id: soon } },
    as_patient: { count: 0, first: null },
  });
});

test('only what still waits for the provider is listed, and to nobody else', async () => {
  const waits = await written(patient, provider, 5, {});
  await written(patient, provider, 6, { by: 'provider' });
  for (const [n, status] of ['approved', 'declined', 'cancelled', 'expired'].entries())
    await written(patient, provider, 7 + n, { status });
  await written(patient, provider, 20, { expires: 0 });
  expect(await toAnswer(provider)).toEqual([waits]);
  expect(await toAnswer(patient)).toEqual([]);
  expect(await toAnswer(await signUp(t))).toEqual([]);
  for (const path of ['/api/requests-to-answer/', '/api/visits-in-brief/'])
    expect((await t.call(`GET ${path}`)).status).toBe(401);
});

test('they come in pages that fit together', async () => {
  const ids: number[] = [];
  // Two expire at once.
  for (const expires of [1, 2, 2, 3]) ids.push(await written(patient, provider, 10 + ids.length, { expires }));
  const seen: number[] = [];
  let address: string | undefined = '/api/requests-to-answer/?limit=1';
  while (address !== undefined) {
    const { body, headers } = await t.call(`GET ${address}`, { as: provider.access });
    seen.push(...body.map(({ id }: { id: number }) => id));
    address = /<(.+)>; rel="next"/.exec(headers.link ?? '')?.[1];
  }
  expect(seen).toEqual(ids);
  for (const query of ['?cursor=bm9uc2Vuc2U', '?limit=201'])
    expect((await t.call(`GET /api/requests-to-answer/${query}`, { as: provider.access })).status).toBe(400);
});

test('whoever is both sees the requests of both sides, and the nearest visit of either', async () => {
  const other = await signUp(t, { role: 'healthcare_provider' });
  const own = await written(provider, other, 4, { expires: 1 });
  const proposed = await written(provider, other, 5, { expires: 2, by: 'provider' });
  const asked = await written(patient, provider, 6, {});
  await written(patient, provider, 8, { status: 'approved' });
  const next = await written(provider, other, 7, { status: 'approved' });
  expect(await read('/api/visits-in-brief/', provider)).toMatchObject({
    next: { id: next },
    // What waits for the patient comes before what the patient waits for.
    as_patient: { count: 2, first: { id: proposed } },
    as_provider: { count: 1, first: { id: asked } },
  });
  expect((await make(t, 'decline', proposed, provider)).status).toBe(200);
  const after = await read('/api/visits-in-brief/', provider);
  expect(after.as_patient).toMatchObject({ count: 1, first: { id: own } });
});

test('an appointment says which time waits to take its place, while both are open', async () => {
  const id = await written(patient, provider, 20, { status: 'approved' });
  const readProposal = async () => (await read(`/api/appointments/${id}/`, provider)).proposal;
  expect(await readProposal()).toBeNull();
  const { body } = await make(t, 'move', id, patient, { appointment_datetime: inDays(21).toISOString() });
  expect(await readProposal()).toEqual({
    id: body.id,
    appointment_datetime: body.appointment_datetime,
    proposed_by: 'patient',
  });
  expect(body.proposal).toBeNull();
  expect((await make(t, 'cancel', body.id, patient)).status).toBe(200);
  expect(await readProposal()).toBeNull();
});

test('a visit that is over waits to be closed until its provider says how it went', async () => {
  const toClose = async (person: Person, query = '') => {
    const rows = (await read(`/api/visits-to-close/${query}`, person)) as { id: number }[];
    return rows.map(({ id }) => id);
  };
  const [older, over, missed] = [
    await written(patient, provider, -3, { status: 'approved' }),
    await written(patient, provider, -1, { status: 'approved' }),
    await written(patient, provider, -2, { status: 'approved' }),
  ];
  const running = await written(patient, provider, -29 / 1440, { status: 'approved' });
  await written(patient, provider, 1, { status: 'approved' });
  for (const [n, status] of ['requested', 'declined', 'cancelled', 'expired'].entries())
    await written(patient, provider, -7 - n, { status });
  expect(await toClose(provider)).toEqual([over, missed, older]);
  expect(await toClose(provider, '?limit=1')).toEqual([over]);
  expect((await make(t, 'complete', over, provider)).status).toBe(200);
  expect((await make(t, 'no_show', missed, provider)).status).toBe(200);
  expect(await toClose(provider)).toEqual([older]);
  // One that has begun is among those to come until it ends.
  t.clock.move(120_000);
  expect(await toClose(provider)).toEqual([running, older]);
  expect(await toClose(patient)).toEqual([]);
  expect((await t.call('GET /api/visits-to-close/')).status).toBe(401);
  t.clock.move(-120_000);
});

describe('all appointments of a provider', () => {
  const idsOf = async (query: Record<string, string>, as = provider) => {
    const rows = (await read(`/api/appointments/provider/?${new URLSearchParams(query).toString()}`, as)) as {
      id: number;
    }[];
    return rows.map(({ id }) => id);
  };
  const dayOf = (days: number) => isoIn('Asia/Kolkata', inDays(days)).slice(0, 10);

  test('are found by words of the name and the problem, whatever their case', async () => {
    const asha = await signUp(t, { name: 'Asha Kiran' });
    const one = await written(asha, provider, 3, {});
    const other = await written(patient, provider, 4, {});
    await sql`update appointments set problem = 'A rash, 100% itchy' where id = ${other}`.execute(t.db);
    expect(await idsOf({})).toEqual([other, one]);
    expect(await idsOf({ q: 'KIRAN' })).toEqual([one]);
    expect(await idsOf({ q: 'cough asha' })).toEqual([one]);
    expect(await idsOf({ q: 'rash kiran' })).toEqual([]);
    expect(await idsOf({ q: '100%' })).toEqual([other]);
    expect(await idsOf({ q: '%' })).toEqual([other]);
    expect(await idsOf({ q: ' ' })).toEqual([other, one]);
    expect(await idsOf({ q: 'kiran' }, patient)).toEqual([]);
  });

  test('are not found by a name that their provider sees no more', async () => {
    const asha = await signUp(t, { name: 'Asha Kiran' });
    const old = await written(asha, provider, -60, { status: 'approved' });
    expect(await idsOf({ q: 'kiran' })).toEqual([]);
    expect(await idsOf({ q: withoutContact })).toEqual([old]);
  });

  test('are found by days of the provider, the last one included, page by page', async () => {
    const ids = [];
    for (const days of [1, 2, 3, 4, 5]) ids.push(await written(patient, provider, days, {}));
    expect(await idsOf({ from: dayOf(2), to: dayOf(4) })).toEqual([ids[3], ids[2], ids[1]]);
    expect(await idsOf({ from: dayOf(4) })).toEqual([ids[4], ids[3]]);
    // A day begins when it does for the provider: five and a half hours before it does in Greenwich.
    const midnight = new Date(`${dayOf(9)}T00:00:00+05:30`);
    const early = await written(patient, provider, (midnight.getTime() - t.clock.now().getTime()) / day, {});
    expect(await idsOf({ from: dayOf(9) })).toEqual([early]);
    expect(await idsOf({ to: dayOf(8), from: dayOf(5) })).toEqual([ids[4]]);
    const pages: number[] = [];
    let address: string | undefined = `/api/appointments/provider/?limit=2&to=${dayOf(5)}&q=cough`;
    while (address !== undefined) {
      const answer = await t.call(`GET ${address}`, { as: provider.access });
      pages.push(...answer.body.map(({ id }: { id: number }) => id));
      address = /<(.+)>/.exec(answer.headers.link ?? '')?.[1];
    }
    expect(pages).toEqual(ids.toReversed());
  });

  test.each([
    ['from', '2026-02-31'],
    ['to', '0000-01-01'],
    ['from', 'yesterday'],
    ['q', 'x'.repeat(101)],
  ])('400 naming %s: %s', async (field, value) => {
    const { status, body } = await t.call(`GET /api/appointments/provider/?${field}=${value}`, { as: provider.access });
    expect([status, body.errors[0].field]).toEqual([400, field]);
  });
});
