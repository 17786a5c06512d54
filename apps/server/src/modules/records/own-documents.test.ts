import { ownDocuments } from '@carecommons/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openScanner, says } from '../../../test/servers/clamd.ts';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';
import { formOf, pdf } from '../../../test/fixtures/report-files.ts';
import { auditOf, pastVisit, type Visit } from '../../../test/fixtures/visits.ts';
import { openJobs } from '../../platform/jobs/jobs.ts';
import { scanWork } from './scan.ts';
import { notifyReleased } from './sweep.ts';
import { isStored } from '../../../test/fixtures/stored-files.ts';

// Documents that patients add themselves: theirs alone, until they share or delete them.

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
let v: Visit;
let stranger: Person;
let colleague: Person;
beforeAll(async () => {
  v = await pastVisit();
  stranger = await signUp(v.t);
  colleague = await signUp(v.t, { role: 'healthcare_provider', name: 'Dr. Meera Nair' });
});
afterAll(() => v.close());

const add = (texts: Record<string, string> = { title: 'Old letter' }, data: Buffer = pdf(), as?: Person) => {
  const fields = Object.entries(texts).map(([name, value]) => ({ name, data: value }));
  const form = formOf([...fields, { name: 'document', fileName: 'letter.pdf', data }]);
  return v.t.call('POST /api/own-documents/', { as: (as ?? v.patient).access, ...form });
};
const remove = (id: number, as: Person | undefined = v.patient) =>
  v.t.call(`DELETE /api/own-documents/${id}/`, { as: as?.access });
const list = async (as: Person, of = '') =>
  (await v.t.call(`GET /api/records${of}/?limit=200`, { as: as.access })).body as { id: number }[];
const get = (url: string) => v.t.app.inject({ method: 'GET', url });
const fileOf = async (id: number) => {
  const { rows } = await sql<{ file: string; keyed: boolean }>`
    select file, exists (select from file_keys k where k.file = r.file) as keyed from records r where id = ${id}`.execute(
    v.t.db,
  );
  return rows[0];
};

test('a patient adds a document, which stands among their reports and is nobody else’s', async () => {
  const { status, body } = await add({ title: 'Old letter', type: 'Referral' });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    appointment: null,
    title: 'Old letter',
    type: 'Referral',
    media_type: 'application/pdf',
    released: true,
    new: false,
    scan: 'unscanned',
    withdrawn: false,
    sentence: null,
  });
  const { id } = body;
  expect((await list(v.patient))[0]).toMatchObject({ id, title: 'Old letter' });
  const shown = await get(body.report);
  expect([shown.statusCode, shown.rawPayload.equals(pdf())]).toEqual([200, true]);
  expect(await fileOf(id)).toMatchObject({ keyed: true });
  for (const as of [stranger, v.provider, colleague]) {
    expect((await list(as)).concat(await list(as, '-provider'))).not.toContainEqual(expect.objectContaining({ id }));
    expect((await remove(id, as)).text).toBe((await remove(2_000_000, as)).text);
  }
  expect(await v.t.call('GET /api/records/waiting/', { as: v.patient.access })).toMatchObject({ body: [] });
  await notifyReleased(v.t.services);
  const { rows } = await sql`select from notifications where record_id = ${id}`.execute(v.t.db);
  expect(rows).toEqual([]);
  const row = { patient_id: v.patient.user_id, outcome: 'done' };
  expect((await auditOf(v.t, id)).slice(0, 2)).toMatchObject([
    { ...row, action: 'upload', actor_id: v.patient.user_id },
    { ...row, action: 'view' },
  ]);
});

const change = (id: number, body: object, as: Person = v.patient) =>
  v.t.call(`PATCH /api/own-documents/${id}/`, { as: as.access, body });
const dayMs = 86_400_000;

test('an old document stands at its own day, and can be renamed and dated anew', async () => {
  const recent = (await add({ title: 'Of today' })).body;
  const old = (await add({ title: 'Of 2019', dated_on: '2019-03-04' })).body;
  expect([recent.dated_on, old.dated_on]).toEqual([null, '2019-03-04']);
  const order = async () =>
    (await list(v.patient)).map(({ id }) => id).filter((id) => [recent.id, old.id].includes(id));
  expect(await order()).toEqual([recent.id, old.id]);
  expect((await list(v.patient)).at(-1)).toMatchObject({ id: old.id });

  const renamed = await change(old.id, { title: 'Letter from the clinic' });
  expect(renamed).toMatchObject({ status: 200, body: { title: 'Letter from the clinic', dated_on: '2019-03-04' } });
  expect(renamed.body.report).not.toBeNull();
  expect((await change(recent.id, { dated_on: '2018-12-31' })).body).toMatchObject({ title: 'Of today' });
  expect(await order()).toEqual([old.id, recent.id]);
  expect((await change(recent.id, { dated_on: null })).body.dated_on).toBeNull();
  expect(await order()).toEqual([recent.id, old.id]);
  for (const { id } of [recent, old]) await remove(id);
});

test('a document is dated by a day that has been, and renamed by who added it alone', async () => {
  const { id } = (await add({ title: 'Mine' })).body;
  const inDays = (days: number) => new Date(v.t.clock.now().getTime() + days * dayMs).toISOString().slice(0, 10);
  for (const [body, field] of [
    [{ dated_on: inDays(2) }, 'dated_on'],
    [{ dated_on: '2019-02-30' }, 'dated_on'],
    [{ dated_on: 'yesterday' }, 'dated_on'],
    [{ title: ' ' }, 'title'],
    [{ title: 'x'.repeat(121) }, 'title'],
    [{ type: 'Referral' }, 'type'],
  ] as const) {
    const refused = await change(id, body);
    expect([refused.status, refused.body.errors[0].field]).toEqual([400, field]);
  }
  for (const as of [stranger, v.provider]) {
    expect((await change(id, { title: 'Theirs' }, as)).text).toBe(
      (await change(2_000_000, { title: 'Theirs' }, as)).text,
    );
  }
  expect((await list(v.patient)).find((one) => one.id === id)).toMatchObject({ title: 'Mine', dated_on: null });
  await remove(id);
});

test.each([
  ['a day to come', { title: 'x', dated_on: '2999-01-01' }, pdf(), 400, 'dated_on'],
  ['no title', {}, pdf(), 400, 'title'],
  ['an empty title', { title: ' ' }, pdf(), 400, 'title'],
  ['an unknown field', { title: 'x', patient_id: '1' }, pdf(), 400, 'patient_id'],
  ['a release', { title: 'x', release: 'at_once' }, pdf(), 400, 'release'],
  ['no file', { title: 'x' }, Buffer.alloc(0), 400, 'document'],
  ['a web page', { title: 'x' }, Buffer.from('<html><script>alert(1)</script>'), 415, 'document'],
  ['a PDF that is damaged', { title: 'x' }, pdf().subarray(0, 200), 415, 'document'],
])('%s is no document, and leaves nothing', async (_, texts, data, status, field) => {
  const before = (await list(v.patient)).length;
  const answer = await add(texts, data);
  expect([answer.status, answer.body.errors[0].field]).toEqual([status, field]);
  expect(await list(v.patient)).toHaveLength(before);
});

test('who is signed in nowhere adds and deletes nothing', async () => {
  expect((await add(undefined, pdf(), { ...stranger, access: 'none' })).status).toBe(401);
  expect((await remove(1, { ...stranger, access: 'none' })).status).toBe(401);
});

test('a document that is deleted is gone for good: its row, its key, its file, its shares', async () => {
  const { id, report } = (await add({ title: 'To be deleted' })).body;
  const { file } = (await fileOf(id)) as { file: string };
  const shared = { records: [id], provider: colleague.user_id };
  const share = (await v.t.call('POST /api/shares/', { as: v.patient.access, body: shared })).body.share.id as number;
  const look = () => v.t.call(`POST /api/shares/${share}/look/`, { as: colleague.access });
  const [row] = (await look()).body.records;
  expect(row).toMatchObject({ title: 'To be deleted', doctor: null });
  expect((await get(row.report)).statusCode).toBe(200);

  expect((await remove(id)).status).toBe(200);
  expect(await fileOf(id)).toBeUndefined();
  expect(await isStored(v.t.store, file)).toBe(false);
  const { rows } = await sql`select from file_keys where file = ${file}`.execute(v.t.db);
  expect(rows).toEqual([]);
  for (const url of [report, row.report]) expect((await get(url)).statusCode).toBe(403);
  expect((await look()).status).toBe(404);
  expect((await remove(id)).status).toBe(404);
  // What was done with it stays to be read, without its title.
  const { body } = await v.t.call(`GET /api/records/accesses/?record=${id}`, { as: v.patient.access });
  const done = body.filter(({ action }: { action: string }) => action !== 'denied');
  expect(done.map((one: { action: string; title: string | null }) => [one.action, one.title])).toEqual([
    ['delete', null],
    ['view', null],
    ['open_share', null],
    ['share', null],
    ['upload', null],
  ]);
  expect((await v.t.call(`GET /api/records/accesses/?record=${id}`, { as: stranger.access })).body).toEqual([]);
});

test('a report that a provider wrote is not the patient’s to delete, nor the author’s', async () => {
  const id = (await v.upload()).body.id as number;
  for (const as of [v.patient, v.provider]) {
    const { status, body } = await remove(id, as);
    expect([status, body.code]).toEqual([403, 'not_allowed']);
  }
  expect((await remove(id, stranger)).status).toBe(404);
  expect(await fileOf(id)).toMatchObject({ keyed: true });
  const refused = (await auditOf(v.t, id)).filter(({ action }) => action === 'denied');
  expect(refused.map(({ reason }) => reason)).toEqual(['delete not_allowed', 'delete not_allowed', 'delete not_found']);
});

test('the provider’s own ways lead to no document of a patient', async () => {
  const { id } = (await add()).body;
  for (const [line, body] of [
    [`POST /api/records/${id}/withdraw/`, { reason: 'x' }],
    [`POST /api/records/${id}/release/`, undefined],
  ] as const) {
    expect((await v.t.call(line, { as: v.patient.access, body })).status).toBe(403);
    expect((await v.t.call(line, { as: v.provider.access, body })).status).toBe(404);
  }
  const replaces = { title: 'x', replaces: String(id), replaces_because: 'y' };
  expect((await v.upload(undefined, replaces)).body.errors[0].field).toBe('replaces');
});

test('a patient keeps so many, and what is deleted makes room', async () => {
  const full = await signUp(v.t);
  v.t.config.rateLimit = 1;
  try {
    const { id } = (await add(undefined, pdf(), full)).body;
    await sql`
      insert into records (patient_id, title, release_at, media_type, bytes, sha256, file, created_at)
      select patient_id, 'x', release_at, media_type, 1, sha256, gen_random_uuid()::text, created_at from records,
        generate_series(1, ${ownDocuments.count - 1}::int) where id = ${id}`.execute(v.t.db);
    const refused = await add(undefined, pdf(), full);
    expect([refused.status, refused.body.code]).toEqual([409, 'wrong_state']);
    await remove(id, full);
    expect((await add(undefined, pdf(), full)).status).toBe(201);
    await sql`
      delete from records where patient_id = ${full.user_id} and title = 'x'`.execute(v.t.db);
    await sql`update records set bytes = ${ownDocuments.bytes - 100} where patient_id = ${full.user_id}`.execute(
      v.t.db,
    );
    expect((await add(undefined, pdf(), full)).status).toBe(409);
  } finally {
    v.t.config.rateLimit = 0;
  }
});

test('it is looked through for viruses: until then it opens for nobody and is not shared; infected, it is destroyed', async () => {
  const scanner = await openScanner();
  const work = async () => {
    await sql`update jobs set due_at = now() where kind = 'scan'`.execute(v.t.db);
    await openJobs(v.t.db, scanWork(v.t.services), quiet).runDue();
  };
  try {
    v.t.config.clamd = scanner.address;
    scanner.behaviour = says('stream: OK');
    const clean = (await add()).body;
    expect(clean).toMatchObject({ scan: 'pending', report: null, download: null });
    const share = () => v.t.call('POST /api/shares/', { as: v.patient.access, body: { records: [clean.id] } });
    expect((await share()).status).toBe(400);
    await work();
    expect((await list(v.patient))[0]).toMatchObject({ id: clean.id, scan: 'clean', report: expect.any(String) });
    expect((await share()).status).toBe(201);

    scanner.behaviour = says('stream: Eicar-Test-Signature FOUND');
    const bad = (await add()).body;
    const { file } = (await fileOf(bad.id)) as { file: string };
    await work();
    expect((await list(v.patient))[0]).toMatchObject({ id: bad.id, scan: 'infected', report: null });
    expect([await isStored(v.t.store, file), (await fileOf(bad.id))?.keyed]).toEqual([false, false]);
    const told = await v.t.call('GET /api/notifications/', { as: v.patient.access });
    expect(told.body[0]).toMatchObject({ kind: 'document_refused', appointment: null });
    expect((await remove(bad.id)).status).toBe(200);
  } finally {
    v.t.config.clamd = undefined;
    await scanner.close();
  }
});
