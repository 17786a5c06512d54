import { Readable } from 'node:stream';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askForExport, exported, exportOf, exportsPath, makeExports } from '../../../test/fixtures/exports.ts';
import { testApp } from '../../../test/servers/app.ts';
import { good, logInAgain, type Person, signUp } from '../../../test/fixtures/factories.ts';
import { pdf } from '../../../test/fixtures/report-files.ts';
import { auditOf, pastVisit, type Visit } from '../../../test/fixtures/visits.ts';
import { openWeb } from '../../platform/web/web.ts';
import { deleteEnded } from './sweep.ts';
import { bytesOf, isStored, putBytes } from '../../../test/fixtures/stored-files.ts';

let v: Visit;
let [patient, provider, stranger] = [] as unknown as [Person, Person, Person];
beforeAll(async () => {
  v = await pastVisit();
  ({ patient, provider } = v);
  stranger = await signUp(v.t);
});
afterAll(() => v.close());

test('a patient gets every report that they may read, and none that is held back, withdrawn or infected', async () => {
  const report = pdf({ holds: 'the first' });
  const first = (await v.upload(report, { title: 'Blood count ../../etc/passwd', sentence: 'All is well.' })).body.id;
  await v.upload(pdf(), { title: 'Held back kestrel', release: 'after_talk' });
  const infected = (await v.upload(pdf(), { title: 'Infected kestrel' })).body.id;
  await sql`update records set scan = 'infected' where id = ${infected}`.execute(v.t.db);
  const withdrawn = (await v.upload(pdf(), { title: 'Taken back' })).body.id;
  await v.t.call(`POST /api/records/${withdrawn}/withdraw/`, { as: provider.access, body: { reason: 'A mistake.' } });

  const zip = await exported(v.t, patient);
  expect(zip.names).toEqual([
    'data.json',
    'schema.json',
    'access-log.json',
    `files/reports/report-${first}.pdf`,
    'README.txt',
  ]);
  expect(await zip.bytes(`files/reports/report-${first}.pdf`)).toEqual(report);
  const { records } = await zip.json('data.json');
  expect(records).toHaveLength(2);
  expect(records[0]).toMatchObject({
    you_are: 'patient',
    id: first,
    title: 'Blood count ../../etc/passwd',
    sentence: 'All is well.',
    provider: 'Dr. Rohan Sethi',
    file: `files/reports/report-${first}.pdf`,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/),
  });
  expect(records[1]).toMatchObject({ id: withdrawn, withdrawn_reason: 'A mistake.', file: null });
  expect(await zip.all()).not.toContain('kestrel');
  const accesses = (await v.t.call('GET /api/records/accesses/', { as: patient.access })).body;
  // But for what the export itself wrote down when it was made.
  expect(await zip.json('access-log.json')).toEqual(accesses.filter(({ action }: any) => action !== 'export'));
  expect(accesses.filter(({ action }: any) => action === 'export')).toMatchObject([{ record: first, by: 'you' }]);
  expect((await auditOf(v.t, first)).at(-1)).toMatchObject({ action: 'export', patient_id: patient.user_id });
});

test('data.json is as its schema says, and the schema refuses what it does not name', async () => {
  for (const person of [patient, provider]) {
    const zip = await exported(v.t, person);
    const [data, schema] = [await zip.json('data.json'), await zip.json('schema.json')];
    const ajv = new Ajv2020({ allErrors: true });
    formats.default(ajv);
    const validate = ajv.compile(schema);
    validate(data);
    expect(validate.errors ?? []).toEqual([]);
    const { exported_at: _, ...lists } = schema.properties;
    for (const [name, { description }] of Object.entries<{ description: string }>(lists))
      expect(description, name).toMatch(/^\p{Lu}.+\.$/u);
    expect(Object.keys(schema.properties)).toEqual(Object.keys(data));
    expect(validate({ ...data, users: [{ ...data.users[0], password_hash: 'x' }] })).toBe(false);
  }
});

test('a provider gets what they wrote and did, and nothing about their patients', async () => {
  const text = await (await exported(v.t, provider)).all();
  expect(text).toContain('Dr. Rohan Sethi');
  for (const word of ['A cough', 'Blood count', 'All is well', patient.username, 'Kavya Menon']) {
    expect(text).not.toContain(word);
  }
});

test('a report whose store breaks off while it is put in fails the export, which is tried again and then whole', async () => {
  const { t } = v;
  expect((await askForExport(t, patient)).status).toBe(201);
  let opened = 0;
  async function* breaksOff() {
    yield Buffer.alloc(100);
    throw new Error('The store is away.');
  }
  const files = {
    ...t.files,
    async open(...given: Parameters<typeof t.files.open>) {
      const file = await t.files.open(...given);
      opened += 1;
      // Read to its end once before, it was whole.
      return opened === 1 ? file : { ...file, read: () => Readable.from(breaksOff()) };
    },
  };
  expect(await makeExports({ ...t, files })).toBe(1);
  expect([opened, await exportOf(t, patient)]).toEqual([
    2,
    expect.objectContaining({ state: 'failed', download: null }),
  ]);
  await sql`update jobs set due_at = now() where kind = 'export'`.execute(t.db);
  expect(await makeExports(t)).toBe(1);
  expect(await exportOf(t, patient)).toMatchObject({ state: 'ready' });
});

test('asking takes the password, comes to one at a time, and the same call again is the same export', async () => {
  const t = v.t;
  expect((await t.call(`POST ${exportsPath}`, { body: { current_password: 'x' } })).status).toBe(401);
  expect((await t.call(`GET ${exportsPath}`)).status).toBe(401);
  expect((await t.call(`GET ${exportsPath}`, { as: stranger.access })).body).toEqual({ export: null });
  const wrong = await t.call(`POST ${exportsPath}`, { as: stranger.access, body: { current_password: 'wrong' } });
  expect([wrong.status, wrong.body.errors[0].field]).toEqual([400, 'current_password']);
  const key = { 'idempotency-key': 'once' };
  const asked = await askForExport(t, stranger, key);
  expect([asked.status, asked.body.state, asked.body.download]).toEqual([201, 'waiting', null]);
  expect((await askForExport(t, stranger, key)).body).toEqual(asked.body);
  expect((await askForExport(t, { ...stranger, password: 'another one' }, key)).body.code).toBe('key_reused');
  expect((await askForExport(t, stranger)).status).toBe(409);
  expect(await makeExports(t)).toBe(1);
  const ready = await exportOf(t, stranger);
  expect(ready).toMatchObject({ state: 'ready', id: asked.body.id, done: ready.total });
  expect(ready.total).toBeGreaterThan(3);
  // A new one takes the place of the one before, whose link opens nothing.
  expect((await askForExport(t, stranger)).status).toBe(201);
  expect((await t.app.inject(ready.download)).statusCode).toBe(410);
  await makeExports(t);
});

test('a link is for its person and session, for five minutes, and the file is gone with its key after a day', async () => {
  const { t } = v;
  const { download, id } = await exportOf(t, stranger);
  const open = (url: string, as?: Person) =>
    t.app.inject({ method: 'GET', url, headers: as === undefined ? {} : { authorization: `Bearer ${as.access}` } });
  const served = await open(download);
  expect([served.statusCode, served.headers['content-type'], served.headers['cache-control']]).toEqual([
    200,
    'application/zip',
    'no-store',
  ]);
  expect(served.headers['content-disposition']).toMatch(/^attachment; filename="my-data-[\d-]+\.zip"/);
  expect((await open(download, patient)).statusCode).toBe(403);
  expect((await open(download.replace(`/${id}/`, `/${id - 1}/`))).statusCode).toBe(403);
  expect((await open(`${download.slice(0, -2)}xx`)).statusCode).toBe(403);
  const { rows: noted } = await sql<Record<string, unknown>>`
    select actor_id, action, outcome, reason from audit where item_kind = 'export' and item_id = ${id} order by id`.execute(
    t.db,
  );
  expect(noted).toEqual([
    { actor_id: stranger.user_id, action: 'export', outcome: 'done', reason: 'asked' },
    { actor_id: stranger.user_id, action: 'export', outcome: 'done', reason: 'downloaded' },
    { actor_id: stranger.user_id, action: 'denied', outcome: 'refused', reason: 'other_session' },
  ]);
  const { rows: files } = await sql<{ file: string }>`select file from exports where id = ${id}`.execute(t.db);
  const kept = () =>
    sql`select from file_keys where file = ${files[0]?.file}`.execute(t.db).then(({ rows }) => rows.length);
  await deleteEnded(t);
  expect(await kept()).toBe(1);
  t.clock.move(24 * 3600_000);
  expect((await open(download)).statusCode).toBe(410);
  await deleteEnded(t);
  expect(await kept()).toBe(0);
  expect((await sql`select from exports`.execute(t.db)).rows).toEqual([]);
  const file = files[0]?.file as string;
  expect(await isStored(v.t.store, file)).toBe(false);
});

test('a report that cannot be read is left out and named, and the rest comes', async () => {
  const person = await logInAgain(v.t, patient);
  const { rows } = await sql<{ id: number; file: string }>`
    select id, file from records where patient_id = ${patient.user_id} and scan = 'unscanned' and withdrawn_at is null
      and release = 'at_once' limit 1`.execute(v.t.db);
  const { id, file } = rows[0] as { id: number; file: string };
  const content = await bytesOf(v.t.store, file);
  content[content.length - 20] = (content.at(-20) as number) ^ 1;
  await putBytes(v.t, file, content);
  const before = (await auditOf(v.t, id)).length;
  const zip = await exported(v.t, person);
  expect(zip.names.filter((name) => name.startsWith('files/'))).toEqual([]);
  expect(await zip.text('README.txt')).toContain(`files/reports/report-${id}.pdf`);
  expect(await auditOf(v.t, id)).toHaveLength(before);
});

test('README.txt is in the language of whose copy it is', async () => {
  const t = await testApp({}, await openWeb());
  const person = await signUp(t);
  expect(await (await exported(t, person)).text('README.txt')).toContain('Your data at Carecommons, as it was on');
  // As a page does that is read in Hindi.
  await good(t, 'GET /check/', { as: person.access, headers: { cookie: 'language=hi' } });
  t.clock.move(24 * 3600_000);
  const read = await (await exported(t, await logInAgain(t, person))).text('README.txt');
  expect(read).toContain('Carecommons पर आपका डेटा');
  const names = /(data|schema|access-log)\.json|files\/|JSON Schema|ISO 8601|UTC|Carecommons/g;
  expect(read.replaceAll(names, '')).not.toMatch(/[A-Za-z]/);
  await t.close();
});

test('where the master key is not at hand it fails, says so, and is tried again', async () => {
  const { t } = v;
  const person = await logInAgain(t, stranger);
  expect((await askForExport(t, person)).status).toBe(201);
  const empty = { ...t.files, keys: { ...t.files.keys, newest: () => undefined } };
  expect(await makeExports({ ...t, files: empty })).toBe(1);
  expect(await exportOf(t, person)).toMatchObject({ state: 'failed', download: null });
  await sql`update jobs set due_at = now() where kind = 'export'`.execute(t.db);
  expect(await makeExports(t)).toBe(1);
  expect(await exportOf(t, person)).toMatchObject({ state: 'ready' });
});

test('who has a second factor asks in a session with it alone', async () => {
  const { t } = v;
  const person = await signUp(t);
  await sql`
    insert into passkeys (user_id, credential_id, public_key, counter, transports, name, added_at)
    values (${person.user_id}, 'one', ${Buffer.from([0])}, 0, '{}', 'Phone', ${t.clock.now()})`.execute(t.db);
  const refused = await askForExport(t, person);
  expect([refused.status, refused.body.code]).toEqual([403, 'second_factor_required']);
  await sql`update sessions set second_factor_at = ${t.clock.now()} where user_id = ${person.user_id}`.execute(t.db);
  expect((await askForExport(t, person)).status).toBe(201);
  await makeExports(t);
});

test('an export that is given up while it is made leaves no file', async () => {
  const { t } = v;
  const person = await signUp(t);
  expect((await askForExport(t, person)).status).toBe(201);
  const kept: string[] = [];
  const files = {
    ...t.files,
    async write(...given: Parameters<typeof t.files.write>) {
      const draft = await t.files.write(...given);
      await sql`delete from exports where user_id = ${person.user_id}`.execute(t.db);
      return {
        ...draft,
        async commit() {
          const one = await draft.commit();
          kept.push(one.file);
          return one;
        },
      };
    },
  };
  await makeExports({ ...t, files });
  const { rows } = await sql`select from file_keys where file = any(${kept})`.execute(t.db);
  expect([kept.length, rows.length, await exportOf(t, person)]).toEqual([1, 0, null]);
  const file = kept[0] as string;
  expect(await isStored(v.t.store, file)).toBe(false);
});
