import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { testApp, type TestApp } from '../../../test/servers/app.ts';
import { signUp } from '../../../test/fixtures/factories.ts';
import { sendEmails } from '../../../test/fixtures/emails.ts';
import { arrive, type Life, live, type Lived, type Site } from '../../../test/fixtures/lives.ts';
import { databaseName } from '../../../test/servers/owner.ts';
import { pdf, reportForm } from '../../../test/fixtures/report-files.ts';
import { tracesInDatabase, tracesInFiles } from '../../../test/servers/traces.ts';
import { connect } from '../../platform/db/db.ts';
import { erasureSteps } from '../../erasure-steps.ts';
import { administer } from '../admin/command-line.ts';
import { notifyReleased } from '../records/sweep.ts';
import { dataMap } from './data-map.ts';
import { openErasing } from './erasing.ts';
import { type Fate, fates } from './erasure-map.ts';
import { forPerson } from './table-data.ts';

// One patient and one provider with full lives among three who stay; then both erase their accounts.

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
let t: TestApp;
let owner: pg.Client;
let lived: Lived;
let [patient, provider, doctor, reader, moderator] = [] as unknown as [Life, Life, Life, Life, Life];
const receipts: Record<string, any> = {};

beforeAll(async () => {
  t = await testApp();
  owner = new pg.Client({ ...inject('postgres').owner, database: await databaseName(t.db) });
  await owner.connect();
  const site: Site = { call: t.call, db: t.db, now: () => t.clock.now() };
  patient = await arrive(site, 'patient');
  provider = await arrive(site, 'healthcare_provider');
  doctor = await arrive(site, 'healthcare_provider');
  reader = await arrive(site, 'patient');
  moderator = { ...(await signUp(t, { grants: ['moderator', 'administrator'] })), word: 'moderator' };
  lived = await live(site, patient, provider, { doctor, reader, moderator });
  await notifyReleased(t.services);
  await sendEmails(t);
});
afterAll(async () => {
  await owner.end();
  await t.close();
});

const work = () => openErasing({ ...t.services, steps: erasureSteps }).work();
const erase = (life: Life | undefined, body: Record<string, unknown> = {}) =>
  t.call('POST /account/erasure/', {
    as: life?.access,
    body: { current_password: life?.password, username: life?.username, ...body },
  });
const traces = (life: Life) => tracesInDatabase(owner, life.word);
const inFiles = (life: Life) => tracesInFiles(t.db, { ...t, dataDir: t.config.dataDir }, life.word);

/** How many rows of a table, in any way that the map knows, are of one of the two. */
const rowsOf = async (table: string, fate?: string) => {
  let count = 0;
  for (const { user_id } of [patient, provider]) {
    for (const { where } of dataMap[table]?.rows ?? []) {
      const text = `select count(*) as count from ${table} t where (${where}) and not coalesce((${fate ?? 'false'}), false)`;
      const { rows } = await forPerson<{ count: number }>(text, user_id, t.clock.now()).execute(t.db);
      count += rows[0]?.count ?? 0;
    }
  }
  return count;
};

test('before: each table that loses something holds something', async () => {
  const empty: string[] = [];
  for (const [table, fate] of Object.entries<Fate>(fates)) {
    if ((fate.is === 'gone' || fate.is === 'nameless') && (await rowsOf(table)) === 0) empty.push(table);
  }
  expect(empty).toEqual([]);
});

test('before: words stand in many tables, in letters and in files', async () => {
  for (const [life, files] of [
    [patient, 2],
    [provider, 1],
  ] as const) {
    expect(Object.keys(await traces(life)).length).toBeGreaterThan(25);
    expect(await inFiles(life)).toMatchObject({ 'files opened': files, 'mail/': expect.any(Number) });
  }
});

describe('the preview', () => {
  test('tells a patient what goes at once, what stays and until when', async () => {
    const { status, body } = await t.call('GET /account/erasure/', { as: patient.access });
    expect(status).toBe(200);
    const counted = Object.fromEntries(body.gone.map(({ what, count }: any) => [what, count]));
    expect(counted).toMatchObject({ documents: 1, shares: 3 });
    expect(counted).toMatchObject({ account: 1, profile: 1, articles: 1, questions: 2, answers: 2, messages: 3 });
    expect(body.cancelled).toBe(2);
    expect(body.letter).toBe(true);
    const [care] = body.kept;
    expect([care.what, care.count]).toEqual(['care', 2]);
    const years = (Date.parse(care.until) - t.clock.now().getTime()) / (365.25 * 86_400_000);
    expect(years).toBeGreaterThan(2.9);
    expect(years).toBeLessThan(3.01);
  });

  test('is for nobody else', async () => {
    expect((await t.call('GET /account/erasure/')).status).toBe(401);
  });
});

describe('what is refused', () => {
  test.each([
    ['nobody', () => erase(undefined, { current_password: 'x', username: 'y' }), 401, 'not_signed_in'],
    ['a wrong password', () => erase(patient, { current_password: 'wrong' }), 400, 'current_password'],
    ['another username', () => erase(patient, { username: provider.username }), 400, 'username'],
    ['no username', () => erase(patient, { username: '' }), 400, 'username'],
    ['the last administrator', () => erase(moderator), 409, 'last_administrator'],
  ])('%s', async (_, call, status, said) => {
    const answer = await call();
    expect([answer.status, answer.body.errors[0]?.field ?? answer.body.code]).toEqual([status, said]);
  });

  test('a session that was not confirmed by the second factor that there is', async () => {
    await sql`update sessions set second_factor_at = null where user_id = ${patient.user_id}`.execute(t.db);
    expect((await erase(patient)).body.code).toBe('second_factor_required');
    await sql`update sessions set second_factor_at = ${t.clock.now()} where user_id = ${patient.user_id}`.execute(t.db);
    const { rows } = await sql`select from users where erased_at is not null`.execute(t.db);
    expect(rows).toEqual([]);
  });
});

describe('the erasure', () => {
  test('is taken, and nobody is signed in any more', async () => {
    for (const life of [patient, provider]) {
      const answer = await erase(life);
      expect(answer.status).toBe(200);
      receipts[life.word] = answer.body;
      expect((await t.call('GET /current-user/', { as: life.access })).status).toBe(401);
      const { username, password } = life;
      expect((await t.call('POST /token/', { body: { username, password } })).status).toBe(401);
    }
  });

  test('is done, though it broke off after each of its steps', async () => {
    const breakOff = () => Promise.reject(new Error('broke off'));
    for (const cut of erasureSteps.keys()) {
      const steps = [...erasureSteps.slice(0, cut), breakOff];
      await expect(openErasing({ ...t.services, steps }).work()).rejects.toThrow('broke off');
    }
    await work();
    const { body } = await t.call(`GET /receipts/${receipts[patient.word].number.toLowerCase()}/`);
    expect(body).toEqual({ ...receipts[patient.word], done_at: t.clock.now().toISOString() });
  });

  test('leaves the words of the two nowhere but where it is said', async () => {
    // The receipts wait to be sent, and care is kept.
    expect(await traces(patient)).toEqual({ 'jobs.payload': 1, 'kept_care.row': 3 });
    expect(await traces(provider)).toEqual({ 'jobs.payload': 1, 'providers.name': 1 });
    expect(await inFiles(patient)).toEqual({ 'files opened': 1 });
    expect(await inFiles(provider)).toEqual({});
  });

  test('leaves of each table what the map says', async () => {
    const named: [string, Fate][] = Object.entries(fates);
    expect(named.map(([table]) => table).toSorted()).toEqual(Object.keys(dataMap).toSorted());
    for (const [table, fate] of named) {
      const condition = fate.is === 'gone' ? 'false' : fate.is === 'nameless' ? fate.condition : 'true';
      expect([table, await rowsOf(table, condition)]).toEqual([table, 0]);
      // What is not taken has a reason to stay.
      if ('why' in fate) expect(fate.why, table).toMatch(/\w+ \w+/);
    }
  });

  test('tells by letter, once, and forgets the address with it', async () => {
    const letters = await sendEmails(t);
    for (const life of [patient, provider]) {
      const own = letters.filter(({ to }) => to === `${life.word}@example.org`);
      expect(own.map(({ subject }) => subject)).toEqual(['Your account was erased']);
      expect(own[0]?.text).toContain(receipts[life.word].number);
    }
    expect((await traces(patient))['jobs.payload']).toBeUndefined();
  });

  test('done again changes nothing', async () => {
    const before = await traces(patient);
    await sql`update erasures set done_at = null`.execute(t.db);
    await work();
    expect(await traces(patient)).toEqual(before);
  });

  test('an hour later takes what was on its way when the account was closed', async () => {
    const before = await traces(patient);
    await sql`
      insert into blogs (author_id, title, content, body, excerpt, created_at, updated_at)
      values (${patient.user_id}, ${patient.word}, '', '', '', ${t.clock.now()}, ${t.clock.now()})`.execute(t.db);
    await work();
    expect(await traces(patient)).toEqual({ ...before, 'blogs.title': 1 });
    t.clock.move(3_600_000);
    for (const life of [doctor, reader, moderator]) {
      const { username, password } = life;
      life.access = (await t.call('POST /token/', { body: { username, password } })).body.access;
    }
    await work();
    expect(await traces(patient)).toEqual(before);
    const { rows } = await sql`select from erasures where checked_at is null`.execute(t.db);
    expect(rows).toEqual([]);
  });
});

describe('what others see then', () => {
  const as = async (life: Life, line: string) => (await t.call(line, { as: life.access })).body;

  test('a doctor: hours without a name, cancelled, and nothing to read', async () => {
    const visit = await as(doctor, `GET /api/appointments/${lived.visits.toCome}/`);
    expect(visit).toMatchObject({ status: 'cancelled', ended_by: 'patient', problem: '', reason: null });
    expect(visit.user).toEqual({ user: patient.user_id, name: 'Deleted user', phone: '' });
    const told = await as(doctor, 'GET /api/notifications/');
    expect(told.map(({ kind, appointment }: any) => [kind, appointment?.id, appointment?.with])).toEqual(
      expect.arrayContaining([
        ['visit_cancelled', lived.visits.toCome, 'Deleted user'],
        ['visit_cancelled', lived.visits.asked, 'Deleted user'],
      ]),
    );
    expect(await as(doctor, 'GET /api/records-provider/')).toEqual([]);
    expect(await as(doctor, 'GET /api/waiting-list/')).toMatchObject({ waiting: 0 });
  });

  test('a doctor can add nothing about who is gone', async () => {
    const { status, body } = await t.call(`POST /api/records/create/${lived.visits.past}/`, {
      as: doctor.access,
      ...reportForm(pdf()),
    });
    expect([status, body.code]).toEqual([409, 'wrong_state']);
  });

  test('a patient: the report and the name of who wrote it, and why the visit to come is off', async () => {
    const reports = await as(reader, 'GET /api/records/');
    const report = reports.find(({ id }: any) => id === lived.reports.byProvider);
    expect(report).toMatchObject({ doctor: `${provider.word} Rao` });
    expect((await t.app.inject(report.report)).statusCode).toBe(200);
    const visit = await as(reader, `GET /api/appointments/${lived.visits.withProvider}/`);
    expect(visit).toMatchObject({
      status: 'cancelled',
      reason: 'This provider has left the site.',
      problem: `Problem of ${reader.word}`,
    });
    expect(visit.healthcare_provider).toMatchObject({ phone: '', address: '', suspended: true });
    const { rows } = await sql`select gender, languages from providers where user_id = ${provider.user_id}`.execute(
      t.db,
    );
    expect(rows).toEqual([{ gender: null, languages: [] }]);
  });

  test('the community: places without a name', async () => {
    const question = await as(reader, `GET /apis/help-center/${lived.posts.patient.answered}/`);
    expect([question.problem, question.user.username]).toEqual(['Erased with the account.', 'Deleted user']);
    expect(
      (await t.call(`GET /apis/help-center/${lived.posts.patient.unanswered}/`, { as: reader.access })).status,
    ).toBe(404);
    const answers = await as(reader, `GET /apis/help-center/${lived.posts.patient.othersQuestion}/comments/`);
    expect(answers.map(({ comment, author }: any) => [comment, author.username])).toEqual([
      ['Erased with the account.', 'Deleted user'],
      ['Comment between', reader.username],
    ]);
    expect((await as(reader, `GET /apis/help-center/${lived.posts.patient.othersQuestion}/`)).comment_count).toBe(2);
    expect((await t.call(`GET /apis/full/${lived.posts.patient.article}/`, { as: reader.access })).status).toBe(404);
    const messages = await as(reader, `GET /apis/messages/${lived.posts.patient.room}/?limit=200`);
    const own = messages.filter(({ user }: any) => user.id === patient.user_id);
    expect(own.map(({ content, user }: any) => [content, user.username])).toEqual(
      Array.from({ length: 2 }, () => ['Erased with the account.', 'Deleted user']),
    );
    // A report about it waits for nobody, and the moderators' list says nothing.
    expect(await as(moderator, 'GET /apis/moderation/')).toEqual([
      expect.objectContaining({ author: expect.objectContaining({ username: reader.username }) }),
      expect.objectContaining({ author: expect.objectContaining({ username: reader.username }) }),
    ]);
  });

  test('an administrator finds nobody, and the name may be taken anew', async () => {
    expect(await as(moderator, `GET /api/admin/users/?q=${patient.word}`)).toEqual([]);
    const body = { username: patient.username, email: 'new@example.org', password: 'seven green buses' };
    expect((await t.call('POST /register/user/', { body })).status).toBe(201);
    const named = { username: 'Deleted user', password: patient.password };
    expect((await t.call('POST /token/', { body: named })).status).toBe(401);
  });

  test('what was decided about those who stay cannot be changed by the way that erases', async () => {
    await sql`
      insert into account_decisions (user_id, decision, reason, decided_at)
      values (${doctor.user_id}, 'end_sessions', 'Asked for', ${t.clock.now()})`.execute(t.db);
    await sql`select erase_reasons_of_account(${doctor.user_id})`.execute(t.db);
    const { rows } = await sql`select reason from account_decisions where user_id = ${doctor.user_id}`.execute(t.db);
    expect(rows).toEqual([{ reason: 'Asked for' }]);
    await expect(sql`update moderation_decisions set reason = 'other'`.execute(t.db)).rejects.toThrow(/denied/);
  });

  test('nobody reads what is kept, not even the application', async () => {
    await expect(sql`select row from kept_care`.execute(t.db)).rejects.toThrow(/permission denied/);
  });
});

describe('the operator', () => {
  const admin = async (line: string) => {
    const db = connect({ ...inject('postgres').owner, database: await databaseName(t.db) }, { prepare: false }, quiet);
    const needs = { db: t.db, owner: db, config: t.config, clock: t.clock, printLine: () => {} };
    return await administer(needs, line.split(' ')).finally(() => db.destroy());
  };
  const written = async () => {
    const { rows } = await sql<{ reason: string }>`
      select reason, record_id, patient_id from audit where action = 'open_kept' order by id`.execute(t.db);
    return rows;
  };

  test('finds what is kept by the name, and opens a report for one who may ask, which is written down', async () => {
    const told = await admin(`find-kept ${patient.word.toUpperCase()}`);
    expect(told).toMatch(
      new RegExp(`^report ${lived.reports.ofPatient} · ${patient.word} Rao · ${doctor.word} Rao`, 'm'),
    );
    expect(told).toMatch(new RegExp(`^visit ${lived.visits.past} · .*Problem of ${patient.word}$`, 'm'));
    const before = process.cwd();
    const folder = mkdtempSync(join(tmpdir(), 'carecommons-kept-'));
    process.chdir(folder);
    try {
      expect(await admin(`open-kept ${lived.reports.ofPatient} authority`)).toContain('for authority');
      const file = readFileSync(join(folder, `report-${lived.reports.ofPatient}.pdf`), 'latin1');
      expect(file).toContain(`Report about ${patient.word}`);
    } finally {
      process.chdir(before);
      rmSync(folder, { recursive: true });
    }
    expect(await written()).toEqual([
      { reason: 'search', record_id: null, patient_id: null },
      { reason: 'authority', record_id: lived.reports.ofPatient, patient_id: patient.user_id },
    ]);
  });

  test.each([
    ['find-kept nobody', /Nothing is kept/],
    ['open-kept 1 curiosity', /Please say for whom/],
    ['open-kept 999999 patient', /No report 999999 is kept/],
  ])('%s', async (line, condition) => {
    expect(await admin(line).catch((error: Error) => error.message)).toMatch(condition);
  });
});

describe('when its time is over', () => {
  test('what was kept goes, with its file and its key, and the receipt says so', async () => {
    const { number } = receipts[patient.word];
    const until = Date.parse(receipts[patient.word].kept[0].until);
    t.clock.move(until - t.clock.now().getTime() - 1000);
    await work();
    expect((await traces(patient))['kept_care.row']).toBe(3);
    t.clock.move(2000);
    await work();
    expect(await traces(patient)).toEqual({ 'users.username': 1 });
    expect(await inFiles(patient)).toEqual({ 'mail/': 1 });
    const { rows } = await sql`select from file_keys where owner_id = ${patient.user_id}`.execute(t.db);
    expect(rows).toEqual([]);
    expect((await t.call(`GET /receipts/${number}/`)).body.ended_at).toBe(t.clock.now().toISOString());
    t.clock.move(86_400_000);
    await work();
    expect(await traces(provider)).toEqual({});
  });
});
