import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storedFile } from '../../platform/files/files.ts';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';
import { formOf, pdf, pdfOfSize, reportForm } from '../../../test/fixtures/report-files.ts';
import { addAppointment, auditOf, pastVisit, type Visit } from '../../../test/fixtures/visits.ts';
import { bytesOf, storedFiles } from '../../../test/fixtures/stored-files.ts';

let v: Visit;
let stranger: Person;
let otherProvider: Person;
beforeAll(async () => {
  v = await pastVisit();
  stranger = await signUp(v.t);
  otherProvider = await signUp(v.t, { role: 'healthcare_provider' });
});
afterAll(() => v.close());

const create = (id: number | string, as: Person | undefined, form: { body: Buffer; headers: Record<string, string> }) =>
  v.t.call(`POST /api/records/create/${id}/`, { as: as?.access, ...form });
const list = async (as: Person, of = '') => (await v.t.call(`GET /api/records${of}/`, { as: as.access })).body;
const withdraw = (id: number, as: Person | undefined, body: unknown = { reason: 'It was for somebody else.' }) =>
  v.t.call(`POST /api/records/${id}/withdraw/`, { as: as?.access, body });

const stored = () => storedFiles(v.t);

describe('POST /api/records/create/{id}/', () => {
  test('stores a report, writes its row and tells of it', async () => {
    const data = pdf();
    const before = await stored();
    const answer = await v.upload(data, { title: ' Blood count ', type: 'Laboratory' });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.any(Number),
      appointment: v.appointment,
      title: 'Blood count',
      type: 'Laboratory',
      doctor: 'Dr. Rohan Sethi',
      patient: 'Kavya Menon',
      date: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      media_type: 'application/pdf',
      bytes: data.length,
      report: expect.stringMatching(/^\/files\/records\/\d+\/\?token=/),
      download: expect.stringMatching(/^\/files\/records\/\d+\/\?token=/),
      withdrawn: false,
      withdrawn_reason: null,
      sentence: null,
      release: 'at_once',
      release_on: null,
      released: true,
      new: false,
      scan: 'unscanned',
      replaced: null,
      dated_on: null,
    });
    const { rows } = await sql<{ file: string; sha256: Buffer }>`
      select file, sha256 from records where id = ${answer.body.id}`.execute(v.t.db);
    const [row] = rows;
    expect(row?.sha256).toEqual(createHash('sha256').update(data).digest());
    expect(row?.file).toMatch(/^[\da-f]{40}$/);
    const added = (await stored()).filter((name) => !before.includes(name));
    expect(added).toEqual([row?.file]);
    const sealed = await bytesOf(v.t.store, added[0] as string);
    expect([sealed.subarray(0, 8).toString('latin1'), sealed.includes('%PDF')]).toEqual(['CCFILE\u0002\n', false]);
    const key = await storedFile(v.t.db, row?.file ?? '', v.patient.user_id);
    const opened = await v.t.files.open(key);
    expect(Buffer.concat(await opened.read().toArray())).toEqual(data);
    expect(await auditOf(v.t, answer.body.id)).toEqual([
      {
        actor_id: v.provider.user_id,
        role: 'healthcare_provider',
        in_session: true,
        action: 'upload',
        record_id: answer.body.id,
        patient_id: v.patient.user_id,
        outcome: 'done',
        reason: null,
      },
    ]);
  });

  test('takes several for one visit, and the texts before or behind the file', async () => {
    const file = { name: 'report', fileName: 'x.pdf', data: pdf() };
    const title = { name: 'title', data: 'Behind' };
    const answer = await create(v.appointment, v.provider, formOf([file, title]));
    expect([answer.status, answer.body.title, answer.body.type]).toEqual([201, 'Behind', 'Diagnostic']);
    expect((await v.upload(pdf(), { title: '', type: ' ' })).body).toMatchObject({ title: 'Medical Report' });
  });

  test('takes a file of exactly 20 MB, and not one byte more', { timeout: 60_000 }, async () => {
    const largest = 20 * 1024 * 1024;
    expect((await v.upload(pdfOfSize(largest))).status).toBe(201);
    const before = await stored();
    const answer = await v.upload(pdfOfSize(largest + 1));
    expect([answer.status, answer.body.code]).toEqual([413, 'too_large']);
    expect(answer.body.errors).toEqual([{ field: 'report', message: 'Please choose a file of at most 20 MB.' }]);
    const far = await v.upload(Buffer.alloc(largest + 100_000));
    expect([far.status, far.headers.connection]).toEqual([413, 'close']);
    expect(await stored()).toEqual(before);
  });

  test('is for the provider of a visit that is over', async () => {
    const { t, patient, provider } = v;
    const cases: [number, string, Person | undefined, number | string][] = [
      [401, 'not_signed_in', undefined, v.appointment],
      [404, 'not_found', stranger, v.appointment],
      [404, 'not_found', otherProvider, v.appointment],
      [403, 'not_allowed', patient, v.appointment],
      [404, 'not_found', provider, 2_000_000],
      [400, 'invalid_input', provider, 'x'],
      [409, 'wrong_state', provider, await addAppointment(t, patient, provider, 30)],
      [201, '', provider, await addAppointment(t, patient, provider, -30, 'requested')],
      [201, '', provider, await addAppointment(t, patient, provider, -40, 'completed')],
      [201, '', provider, await addAppointment(t, patient, provider, -45, 'expired')],
    ];
    for (const status of ['declined', 'cancelled', 'no_show']) {
      cases.push([409, 'wrong_state', provider, await addAppointment(t, patient, provider, -50, status)]);
    }
    for (const [status, code, as, id] of cases) {
      const before = await stored();
      const answer = await create(id, as, reportForm(pdf()));
      expect([answer.status, answer.body.code ?? ''], `${code} ${id}`).toEqual([status, code]);
      expect((await stored()).length - before.length).toBe(status === 201 ? 1 : 0);
    }
  });

  test('writes down who tried without a right', async () => {
    const before = (await auditOf(v.t, null)).length;
    await create(v.appointment, stranger, reportForm(pdf()));
    await create(v.appointment, v.patient, reportForm(pdf()));
    expect((await auditOf(v.t, null)).slice(before)).toEqual([
      expect.objectContaining({ actor_id: stranger.user_id, action: 'denied', reason: 'upload not_found' }),
      expect.objectContaining({ actor_id: v.patient.user_id, action: 'denied', reason: 'upload not_allowed' }),
    ]);
  });

  test('does the same call with an Idempotency-Key once, and keeps its links out of the answer that it keeps', async () => {
    const send = (data: Buffer, key: string, texts = {}) => {
      const { body, headers } = reportForm(data, texts);
      return create(v.appointment, v.provider, { body, headers: { ...headers, 'idempotency-key': key } });
    };
    const data = pdf({ holds: 'once' });
    const first = await send(data, 'a');
    const before = await stored();
    const again = await send(data, 'a');
    expect([first.status, again.status, again.headers['idempotency-replayed']]).toEqual([201, 201, 'true']);
    expect(again.body).toMatchObject({ id: first.body.id, date: first.body.date });
    expect((await v.t.app.inject(again.body.report)).rawPayload).toEqual(data);
    for (const other of [await send(pdf(), 'a'), await send(data, 'a', { title: 'Other' })]) {
      expect([other.status, other.body.code]).toEqual([422, 'key_reused']);
    }
    expect(await stored()).toEqual(before);
    expect((await send(data, 'b')).body.id).not.toBe(first.body.id);
    const kept = await sql<{ body: object }>`select body from idempotency_keys`.execute(v.t.db);
    expect(JSON.stringify(kept.rows)).not.toContain('token');
  });

  const file = (name = 'report') => ({ name, fileName: 'x.pdf', data: pdf() });
  const text = (name: string, data = 'x') => ({ name, data });
  test.each([
    ['no file', 'report', [text('title')]],
    ['an empty file', 'report', [{ ...file(), data: '' }]],
    ['a file under another name', 'picture', [file('picture')]],
    ['two files', 'report', [file(), file()]],
    ['a text in place of the file', 'report', [text('report')]],
    ['an unknown text', 'note', [text('note'), file()]],
    ['a text twice', 'title', [text('title'), text('title'), file()]],
    ['a title of 121 characters', 'title', [text('title', 'a'.repeat(121)), file()]],
    ['a type of 61 characters', 'type', [text('type', 'a'.repeat(61)), file()]],
    ['a title of 10,000 characters', 'title', [text('title', 'a'.repeat(10_000)), file()]],
    ['a title with NUL', 'title', [text('title', 'a\0b'), file()]],
    ['a title as a file', 'title', [file('title'), file()]],
    ['__proto__', undefined, [text('__proto__'), file()]],
    ['constructor', undefined, [text('constructor'), file()]],
    ['thirty texts', undefined, [...Array.from({ length: 30 }, (_, n) => text(`a${n}`)), file()]],
  ])('refuses %s', async (_, field, parts) => {
    const before = await stored();
    const answer = await create(v.appointment, v.provider, formOf(parts));
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input']);
    if (field !== undefined) expect(answer.body.errors.map((error: { field: string }) => error.field)).toEqual([field]);
    expect(await stored()).toEqual(before);
  });

  test.each([
    ['nothing', {}],
    ['JSON', { body: { report: 'x' } }],
    ['a web form', { body: 'report=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
    ['a bare PDF', { body: pdf(), headers: { 'content-type': 'application/pdf' } }],
    ['a form without boundary', { body: pdf(), headers: { 'content-type': 'multipart/form-data' } }],
    ['another multipart', { body: pdf(), headers: { 'content-type': 'multipart/mixed; boundary=x' } }],
  ])('refuses %s with 415', async (_, sent) => {
    const answer = await v.t.call(`POST /api/records/create/${v.appointment}/`, { as: v.provider.access, ...sent });
    expect([answer.status, answer.body.code]).toEqual([415, 'unsupported_type']);
  });

  test('refuses a form that ends too early, or is none', async () => {
    const whole = reportForm(pdf());
    const before = await stored();
    for (const body of [whole.body.subarray(0, -10), whole.body.subarray(0, 200), Buffer.from('x'), Buffer.alloc(0)]) {
      const answer = await create(v.appointment, v.provider, { ...whole, body });
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input']);
    }
    expect(await stored()).toEqual(before);
  });

  test('no other call takes a form', async () => {
    for (const line of ['POST /token/', 'PUT /api/approve-appointment/1/']) {
      expect((await v.t.call(line, { as: v.provider.access, ...reportForm(pdf()) })).status).toBe(415);
    }
  });
});

describe('the lists', () => {
  test("are the caller's own, newest first, page by page", async () => {
    const of = [v.patient, v.provider] as const;
    const [mine, written] = [await list(v.patient), await list(v.provider, '-provider')];
    const ids = mine.map((row: { id: number }) => row.id);
    expect(ids).toEqual(ids.toSorted((a: number, b: number) => b - a));
    expect(written.map((row: { id: number }) => row.id)).toEqual(ids);
    for (const [index, path] of ['', '-provider'].entries()) {
      const seen = [];
      let next: string | undefined = `/api/records${path}/?limit=2`;
      while (next !== undefined) {
        const page = await v.t.call(`GET ${next}`, { as: (of[index] as Person).access });
        seen.push(...page.body.map((row: { id: number }) => row.id));
        next = /<(.+)>/.exec(page.headers.link ?? '')?.[1];
      }
      expect(seen).toEqual(ids);
    }
  });

  test('are those of one appointment where it is named', async () => {
    const other = await addAppointment(v.t, v.patient, v.provider, -777);
    const { body: added } = await create(other, v.provider, reportForm(pdf()));
    for (const [path, as] of [
      ['/api/records/', v.patient],
      ['/api/records-provider/', v.provider],
    ] as const) {
      const ofOne = await v.t.call(`GET ${path}?appointment=${other}`, { as: as.access });
      expect(ofOne.body.map(({ id }: { id: number }) => id)).toEqual([added.id]);
      expect((await v.t.call(`GET ${path}?appointment=x`, { as: as.access })).status).toBe(400);
      expect((await v.t.call(`GET ${path}?appointment=${other}`, { as: stranger.access })).body).toEqual([]);
    }
  });

  test('are empty for everybody else', async () => {
    for (const person of [stranger, otherProvider]) {
      expect([await list(person), await list(person, '-provider')]).toEqual([[], []]);
    }
    expect([await list(v.provider), await list(v.patient, '-provider')]).toEqual([[], []]);
  });

  test('refuse a cursor of another list, or person', async () => {
    const { headers } = await v.t.call('GET /api/records/?limit=1', { as: v.patient.access });
    const cursor = /cursor=([^>]+)/.exec(headers.link ?? '')?.[1];
    for (const path of ['/api/records/', '/api/records-provider/']) {
      expect((await v.t.call(`GET ${path}?cursor=${cursor}`, { as: v.provider.access })).status).toBe(400);
    }
  });
});

describe('POST /api/records/{id}/withdraw/', () => {
  test('is for the author, once, with a reason', async () => {
    const { id } = (await v.upload()).body;
    for (const [status, as, body] of [
      [401, undefined, undefined],
      [404, stranger, undefined],
      [404, otherProvider, undefined],
      [403, v.patient, undefined],
      [400, v.provider, {}],
      [400, v.provider, { reason: ' ' }],
      [400, v.provider, { reason: 'a'.repeat(501) }],
      [200, v.provider, undefined],
      [409, v.provider, undefined],
    ] as const) {
      expect((await withdraw(id, as, body)).status).toBe(status);
    }
    expect((await withdraw(2_000_000, v.provider)).status).toBe(404);
    const told = { id, withdrawn: true, withdrawn_reason: 'It was for somebody else.', report: null, download: null };
    expect((await list(v.patient))[0]).toMatchObject(told);
    expect((await list(v.provider, '-provider'))[0]).toMatchObject(told);
    const steps = (await auditOf(v.t, id)).map(({ actor_id, action, reason }) => [actor_id, action, reason]);
    expect(steps).toEqual([
      [v.provider.user_id, 'upload', null],
      [stranger.user_id, 'denied', 'withdraw not_found'],
      [otherProvider.user_id, 'denied', 'withdraw not_found'],
      [v.patient.user_id, 'denied', 'withdraw not_allowed'],
      [v.provider.user_id, 'withdraw', null],
    ]);
  });
});

test('reports that a provider wrote are found by title, patient and day, and only theirs', async () => {
  const author = await signUp(v.t, { role: 'healthcare_provider' });
  const ofVisit = await addAppointment(v.t, v.patient, author, -30);
  const { rows } = await sql<{ id: number }>`
    insert into records (appointment_id, patient_id, provider_id, title, media_type, bytes, sha256, file, created_at, release_at, release)
    select ${ofVisit}::int, ${v.patient.user_id}::int, ${author.user_id}::int, title, 'image/png', 1, sha256(''),
      gen_random_uuid()::text, at, at, 'at_once'
    from (values ('Blood count', '2026-03-01T23:45:00+05:30'::timestamptz), ('X-ray', '2026-03-02T00:15:00+05:30'),
      (null, '2026-03-03T10:00:00+05:30')) rows (title, at) order by at returning id`.execute(v.t.db);
  const [blood, ray, untitled] = rows.map(({ id }) => id);
  const found = async (query: string, as = author) => {
    const { status, body } = await v.t.call(`GET /api/records-provider/?${query}`, { as: as.access });
    expect(status).toBe(200);
    return body.map(({ id }: { id: number }) => id);
  };
  expect(await found('q=BLOOD kavya')).toEqual([blood]);
  expect(await found('q=medical')).toEqual([untitled]);
  expect(await found('q=menon')).toEqual([untitled, ray, blood]);
  expect(await found('from=2026-03-02&to=2026-03-02')).toEqual([ray]);
  expect(await found('to=2026-03-01')).toEqual([blood]);
  expect(await found('q=menon&waiting=true')).toEqual([]);
  expect(await found('q=blood', otherProvider)).toEqual([]);
  const wrong = await v.t.call('GET /api/records-provider/?from=2026-02-31', { as: author.access });
  expect([wrong.status, wrong.body.errors[0].field]).toEqual([400, 'from']);
});
