import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';
import { auditOf, forgedTries, pastVisit, type Visit } from '../../../test/fixtures/visits.ts';

// What a patient shares: made, listed, revoked, and read by the provider whom it is shared with.

let v: Visit;
let stranger: Person;
let colleague: Person;
beforeAll(async () => {
  v = await pastVisit();
  stranger = await signUp(v.t);
  colleague = await signUp(v.t, { role: 'healthcare_provider', name: 'Dr. Meera Nair' });
});
afterAll(() => v.close());

const day = 86_400_000;
const report = async (title = 'Blood count') => (await v.upload(undefined, { title })).body.id as number;
const share = (body: object, as: Person | undefined = v.patient) =>
  v.t.call('POST /api/shares/', { as: as?.access, body });
const revoke = (id: number, as: Person | undefined = v.patient) =>
  v.t.call(`POST /api/shares/${id}/revoke/`, { as: as?.access });
const look = (id: number, as: Person | undefined = colleague) =>
  v.t.call(`POST /api/shares/${id}/look/`, { as: as?.access });
const open = (url: string, headers: Record<string, string> = {}) =>
  v.t.app.inject({ method: 'GET', url, headers: { accept: 'text/html', ...headers } });
const ofShare = async (id: number) => {
  const { rows } = await sql<Record<string, unknown>>`
    select actor_id, action, record_id, patient_id, outcome, reason from audit
    where item_kind = 'share' and item_id = ${id} order by id`.execute(v.t.db);
  return rows;
};

test('a patient shares reports with a provider of the directory, who alone reads them, and each look is written down', async () => {
  const [one, other, kept] = [await report('Blood count'), await report('X-ray'), await report('Kept')];
  const made = await share({ records: [one, other, one], provider: colleague.user_id, days: 3 });
  const now = v.t.clock.now();
  expect(made.status).toBe(201);
  const { id } = made.body.share;
  const listed = {
    id,
    provider: 'Dr. Meera Nair',
    made_at: now.toISOString(),
    ends_at: new Date(now.getTime() + 3 * day).toISOString(),
    state: 'live',
    views: 0,
    viewed_at: null,
    most_views: null,
    records: [
      { id: one, title: 'Blood count' },
      { id: other, title: 'X-ray' },
    ],
  };
  expect(made.body).toEqual({ share: listed, link: null });
  expect((await v.t.call('GET /api/shares/', { as: v.patient.access })).body[0]).toEqual(listed);
  const withMe = await v.t.call('GET /api/shares/with-me/', { as: colleague.access });
  expect(withMe.body).toEqual([
    { id, patient: 'Kavya Menon', made_at: listed.made_at, ends_at: listed.ends_at, count: 2 },
  ]);

  const { status, body } = await look(id);
  expect(status).toBe(200);
  expect(body).toMatchObject({ id, patient: 'Kavya Menon', ends_at: listed.ends_at });
  expect(body.records).toEqual(
    [
      [other, 'X-ray'],
      [one, 'Blood count'],
    ].map(([number, title]) => ({
      id: number,
      title,
      type: 'Diagnostic',
      date: now.toISOString(),
      doctor: 'Dr. Rohan Sethi',
      sentence: null,
      media_type: 'application/pdf',
      replaced: false,
      report: expect.stringContaining(`/files/records/${number}/?token=${colleague.user_id}.`),
      download: expect.stringContaining('.download.'),
    })),
  );
  const [first] = body.records;
  expect((await open(first.report)).statusCode).toBe(200);
  expect((await v.t.call('GET /api/shares/', { as: v.patient.access })).body[0]).toMatchObject({
    views: 1,
    viewed_at: now.toISOString(),
  });

  const row = { patient_id: v.patient.user_id, outcome: 'done', reason: null };
  const [mine, theirs] = [v.patient.user_id, colleague.user_id];
  expect(await ofShare(id)).toEqual([
    { ...row, actor_id: mine, action: 'share', record_id: one },
    { ...row, actor_id: mine, action: 'share', record_id: other },
    { ...row, actor_id: theirs, action: 'open_share', record_id: other },
    { ...row, actor_id: theirs, action: 'open_share', record_id: one },
    { ...row, actor_id: theirs, action: 'view', record_id: other },
  ]);
  // Not what was not chosen.
  expect((await open(first.report.replace(`/${other}/`, `/${kept}/`))).statusCode).toBe(403);
  expect(await forgedTries(v.t, kept)).toBe(1);

  expect((await revoke(id)).status).toBe(200);
  expect((await open(first.report)).statusCode).toBe(403);
  expect((await open(first.download)).statusCode).toBe(403);
  expect((await look(id)).text).toBe((await look(2_000_000_000)).text);
  expect((await v.t.call('GET /api/shares/with-me/', { as: colleague.access })).body).toEqual([]);
  expect((await v.t.call('GET /api/shares/', { as: v.patient.access })).body).toEqual([]);
  const before = await ofShare(id);
  expect(before.filter(({ action }) => action === 'unshare').map(({ record_id }) => record_id)).toEqual([one, other]);
  // Again it changes nothing.
  expect((await revoke(id)).status).toBe(200);
  expect(await ofShare(id)).toEqual(before);
});

test('the provider is told that something is shared, in the app and by a letter without a word on what', async () => {
  const id = await report('Canary of a title');
  const before = (await v.t.call('GET /api/notifications/', { as: colleague.access })).body.length;
  await share({ records: [id], provider: colleague.user_id });
  const { body, text } = await v.t.call('GET /api/notifications/', { as: colleague.access });
  expect(body).toHaveLength(before + 1);
  expect(body[0]).toMatchObject({ kind: 'report_shared', appointment: null });
  expect(text).not.toMatch(/Canary|Kavya/);
});

test.each([
  ['no reports', { records: [] }, 'records'],
  ['too many', { records: Array.from({ length: 21 }, (_, n) => n + 1) }, 'records'],
  ['no list', {}, 'records'],
  ['no day', { days: 0 }, 'days'],
  ['91 days', { days: 91 }, 'days'],
  ['no view', { most_views: 0 }, 'most_views'],
  ['too many views', { most_views: 1001 }, 'most_views'],
  ['views of a provider', { provider: 1, most_views: 3 }, 'most_views'],
  ['an unknown field', { patient_id: 1 }, 'patient_id'],
  ['nobody', { provider: 2_000_000_000 }, 'provider'],
])('%s is no share', async (_, body, field) => {
  const records = field === 'records' ? {} : { records: [await report()] };
  const answer = await share({ ...records, ...body });
  expect([answer.status, answer.body.errors[0].field.split('.')[0]]).toEqual([400, field]);
});

test('only what is one’s own, and can be read, is shared; a try with another’s is written down', async () => {
  const id = await report();
  const missing = await share({ records: [2_000_000] }, stranger);
  expect(missing.status).toBe(400);
  for (const as of [stranger, v.provider, colleague]) {
    expect((await share({ records: [id] }, as)).text).toBe(missing.text);
  }
  expect(await auditOf(v.t, id)).toContainEqual(
    expect.objectContaining({
      actor_id: stranger.user_id,
      action: 'denied',
      patient_id: v.patient.user_id,
      reason: 'share not_found',
    }),
  );
  expect((await share({ records: [id] }, { ...stranger, access: 'none' })).status).toBe(401);
  const held = (await v.upload(undefined, { release: 'after_talk' })).body.id as number;
  const withdrawn = await report();
  const because = { as: v.provider.access, body: { reason: 'Wrong.' } };
  await v.t.call(`POST /api/records/${withdrawn}/withdraw/`, because);
  for (const one of [held, withdrawn]) expect((await share({ records: [id, one] })).status).toBe(400);
  // Neither a provider who is not in the directory, nor oneself.
  await sql`update providers set listed = false where user_id = ${colleague.user_id}`.execute(v.t.db);
  expect((await share({ records: [id], provider: colleague.user_id })).body.errors[0].field).toBe('provider');
  await sql`update providers set listed = true where user_id = ${colleague.user_id}`.execute(v.t.db);
});

test('a share is nothing to anybody else, and ends by itself', async () => {
  const id = await report();
  const { id: made } = (await share({ records: [id], provider: colleague.user_id, days: 1 })).body.share;
  const missing = await revoke(2_000_000_000);
  expect(missing.status).toBe(404);
  for (const as of [stranger, v.provider, colleague]) expect((await revoke(made, as)).text).toBe(missing.text);
  for (const as of [stranger, v.provider, v.patient]) expect((await look(made, as)).text).toBe(missing.text);
  expect((await ofShare(made)).filter(({ outcome }) => outcome === 'refused')).toHaveLength(6);
  expect((await look(made)).status).toBe(200);
  v.t.clock.move(day - 1000);
  const [late] = [
    await v.t.call('POST /token/', { body: { username: colleague.username, password: colleague.password } }),
  ];
  const again = { ...colleague, access: late.body.access as string };
  const opened = await look(made, again);
  expect(opened.status).toBe(200);
  v.t.clock.move(1001);
  expect((await look(made, again)).status).toBe(404);
  expect((await open(opened.body.records[0].report)).statusCode).toBe(403);
  v.t.clock.move(-day - 1);
});

test('what is taken back, and what a provider outside of the directory holds, is read by nobody', async () => {
  const [one, other] = [await report('One'), await report('Other')];
  const { id } = (await share({ records: [one, other], provider: colleague.user_id })).body.share;
  const links = (await look(id)).body.records as { id: number; report: string }[];
  await v.t.call(`POST /api/records/${other}/withdraw/`, { as: v.provider.access, body: { reason: 'Wrong.' } });
  expect((await look(id)).body.records.map((row: { id: number }) => row.id)).toEqual([one]);
  const statuses = await Promise.all(links.map(async (row) => [row.id, (await open(row.report)).statusCode]));
  expect(statuses).toEqual([
    [other, 403],
    [one, 200],
  ]);
  await sql`update providers set listed = false where user_id = ${colleague.user_id}`.execute(v.t.db);
  expect((await look(id)).status).toBe(404);
  expect((await open(links[1]?.report ?? '')).statusCode).toBe(403);
  await sql`update providers set listed = true where user_id = ${colleague.user_id}`.execute(v.t.db);
  await v.t.call(`POST /api/records/${one}/withdraw/`, { as: v.provider.access, body: { reason: 'Wrong.' } });
  expect((await look(id)).status).toBe(404);
  expect((await v.t.call('GET /api/shares/', { as: v.patient.access })).body[0]).toMatchObject({ id, records: [] });
});

test('nothing is shared ten minutes after the sign-in, unless the patient confirms that it is them', async () => {
  const id = await report();
  const then = new Date(v.t.clock.now().getTime() - 10 * 60_000);
  await sql`update sessions set confirmed_at = ${then} where user_id = ${v.patient.user_id}`.execute(v.t.db);
  const refused = await share({ records: [id] });
  expect([refused.status, refused.body.code]).toEqual([403, 'confirmation_required']);
  const { password: current_password, access: as } = v.patient;
  await v.t.call('POST /account/second-factor/confirm/', { as, body: { current_password } });
  expect((await share({ records: [id] })).status).toBe(201);
});

test('a version that was replaced says so', async () => {
  const id = await report('First');
  const { id: made } = (await share({ records: [id], provider: colleague.user_id })).body.share;
  await v.upload(undefined, { title: 'Second', replaces: String(id), replaces_because: 'A digit was wrong.' });
  const [row] = (await look(made)).body.records;
  expect(row).toMatchObject({ title: 'First', replaced: true });
});

test('a patient has fifty shares at a time', async () => {
  const id = await report();
  await sql`update shares set revoked_at = ${v.t.clock.now()} where revoked_at is null`.execute(v.t.db);
  await sql`
    insert into shares (patient_id, provider_id, made_at, ends_at)
    select ${v.patient.user_id}::int, ${colleague.user_id}::int, ${v.t.clock.now()}::timestamptz,
      ${v.t.clock.now()}::timestamptz + interval '1 day' from generate_series(1, 50)`.execute(v.t.db);
  const full = await share({ records: [id], provider: colleague.user_id });
  expect([full.status, full.body.code]).toEqual([409, 'wrong_state']);
  const pages = [];
  for (let line: string | undefined = '?limit=20'; line !== undefined;) {
    const { body, headers } = await v.t.call(`GET /api/shares/${line}`, { as: v.patient.access });
    pages.push(body.length);
    line = /shares\/(\?.+)>; rel="next"/.exec(headers.link ?? '')?.[1];
  }
  expect(pages).toEqual([20, 20, 10]);
});
