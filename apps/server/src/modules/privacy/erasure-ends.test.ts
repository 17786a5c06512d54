import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { reachable } from '../../../test/fixtures/claims.ts';
import { good, type Person, signUp } from '../../../test/fixtures/factories.ts';
import { addAppointment } from '../../../test/fixtures/visits.ts';
import { testApp, type TestApp } from '../../../test/servers/app.ts';
import { lockWaits } from '../../../test/servers/lock-waits.ts';
import { databaseName } from '../../../test/servers/owner.ts';
import { erasureSteps } from '../../erasure-steps.ts';
import { openAuditKey } from '../../platform/audit/audit.ts';
import { openTombstones, tombstoneFile } from '../../platform/erasure-list/erasure-list.ts';
import { openErasing } from './erasing.ts';

// How erasures come to their ends, each at its own time, and how they begin anew in an older copy of the database.

let t: TestApp;
let owner: pg.Client;
beforeAll(async () => {
  t = await testApp();
  owner = new pg.Client({ ...inject('postgres').owner, database: await databaseName(t.db) });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await t.close();
});

const erasing = () => openErasing({ ...t.services, steps: erasureSteps });
const erase = ({ access, username, password }: Person) =>
  good(t, 'POST /account/erasure/', { as: access, body: { username, current_password: password } });
const endOf = async (number: string) => (await good(t, `GET /receipts/${number}/`)).ended_at as string | null;
const moveTo = (at: Date) => t.clock.move(at.getTime() - t.clock.now().getTime());
const keptCareOf = async ({ user_id }: Person) =>
  (await owner.query('select from kept_care where patient_id = $1', [user_id])).rowCount;
const nameOf = async ({ user_id }: Person) =>
  (await sql<{ name: string }>`select name from providers where user_id = ${user_id}`.execute(t.db)).rows[0]?.name;
const endsWritten = async ({ user_id }: Person) => {
  const { rows } = await sql`
    select from audit where action = 'end_kept' and item_kind = 'user' and item_id = ${user_id}`.execute(t.db);
  return rows.length;
};

/** A provider who is a patient, too: so many hours ago was a visit on each side. */
async function both({ asPatient, asProvider }: { asPatient: number; asProvider: number }) {
  const doctor = await signUp(t, { role: 'healthcare_provider' });
  const patient = await signUp(t);
  const person = await signUp(t, { role: 'healthcare_provider', name: 'Dr. Meera Iyer' });
  const profile = { name: 'Meera Iyer', about: 'A patient, too.', phone: '+91 98765 43210' };
  await good(t, 'POST /register/user/basic/', { as: person.access, body: profile });
  await addAppointment(t, person, doctor, -asPatient);
  await addAppointment(t, patient, person, -asProvider);
  const { number } = await erase(person);
  await erasing().work();
  const { rows } = await sql<{ care_until: Date; name_until: Date }>`
    select care_until, name_until from erasures where number = ${number}`.execute(t.db);
  return { person, number, ...(rows[0] as { care_until: Date; name_until: Date }) };
}

test('care that is over takes no name with it, and the erasure ends with the later of the two', async () => {
  const { person, number, care_until, name_until } = await both({ asPatient: 100, asProvider: 2 });
  expect(name_until.getTime() - care_until.getTime()).toBe(98 * 3600_000);
  moveTo(care_until);
  await erasing().work();
  expect([await keptCareOf(person), await nameOf(person), await endOf(number)]).toEqual([0, 'Dr. Meera Iyer', null]);
  moveTo(name_until);
  await erasing().work();
  expect(await nameOf(person)).not.toMatch('Meera');
  expect(await endOf(number)).toBe(name_until.toISOString());
  expect(await endsWritten(person)).toBe(2);
});

test('a name that is over takes no care with it', async () => {
  const { person, number, care_until, name_until } = await both({ asPatient: 2, asProvider: 100 });
  moveTo(new Date(name_until.getTime() - 1));
  await erasing().work();
  expect(await nameOf(person)).toBe('Dr. Meera Iyer');
  moveTo(name_until);
  await erasing().work();
  expect(await nameOf(person)).not.toMatch('Meera');
  // The visit, and whose it was.
  expect([await keptCareOf(person), await endOf(number)]).toEqual([2, null]);
  moveTo(care_until);
  await erasing().work();
  expect([await keptCareOf(person), await endOf(number)]).toEqual([0, care_until.toISOString()]);
});

test('two processes that end the same at once write it down once', async () => {
  const { person, number, care_until } = await both({ asPatient: 2, asProvider: 2 });
  moveTo(care_until);
  const works = await t.db.transaction().execute(async (tx) => {
    await sql`select from erasures where number = ${number} for update`.execute(tx);
    const begun = [erasing().work(), erasing().work()];
    await expect.poll(() => lockWaits(t), { timeout: 5000 }).toBe(2);
    return { begun };
  });
  await Promise.all(works.begun);
  expect([await endsWritten(person), await endOf(number)]).toEqual([1, care_until.toISOString()]);
});

test('a receipt that could not be sent within a day is sent no more, and its address is forgotten', async () => {
  const person = await signUp(t);
  await reachable(t, person);
  const waiting = async () => {
    const { rows } = await sql`
      select from jobs where lane = ${`person ${person.user_id}`} and payload->>'subject' = 'Your account was erased'`.execute(
      t.db,
    );
    return rows.length;
  };
  await erase(person);
  await erasing().work();
  t.clock.move(86_400_000 - 1000);
  await erasing().work();
  expect(await waiting()).toBe(1);
  t.clock.move(2000);
  await erasing().work();
  expect(await waiting()).toBe(0);
});

const listed = () => readFileSync(tombstoneFile(t.config.dataDir), 'utf8');

test('an erasure is in the list outside of the database before the person is told', async () => {
  const { number } = await erase(await signUp(t));
  expect(listed()).toContain(number);
});

test('what the list has lost is written into it at the start', async () => {
  const { number } = await erase(await signUp(t));
  // Another data folder: there is no list yet.
  const other = await testApp();
  const config = { ...t.config, dataDir: other.config.dataDir };
  const again = openErasing({ ...t.services, config, steps: erasureSteps });
  expect(await again.catchUp()).toBe(0);
  expect(readFileSync(tombstoneFile(config.dataDir), 'utf8')).toContain(number);
  await other.close();
});

/** Writes into the list of a data folder that an account was erased; the database knows nothing of it. */
async function listErased({ user_id }: Person, number: string, openedMsLater = 0) {
  const { rows } = await sql<{ created_at: Date }>`select created_at from users where id = ${user_id}`.execute(t.db);
  const opened = new Date((rows[0]?.created_at.getTime() ?? 0) + openedMsLater);
  const stones = await openTombstones(t.config.dataDir, openAuditKey(t.config));
  await stones.add({
    number,
    user_id,
    opened_at: opened.toISOString(),
    requested_at: new Date(t.clock.now().getTime() - 3600_000).toISOString(),
  });
}
/** As a process that starts: it reads the list anew. */
const start = () => openErasing({ ...t.services, config: { ...t.config }, steps: erasureSteps }).catchUp();

test('an account that an older copy of the database still has is erased again, and nobody else with its number', async () => {
  const [gone, another] = [await signUp(t), await signUp(t)];
  await listErased(gone, 'AAAAA-AAAAA-AAAAA-AAAAA');
  await listErased(another, 'BBBBB-BBBBB-BBBBB-BBBBB', 1000);
  expect(await start()).toBe(1);
  const signIn = ({ username, password }: Person) => t.call('POST /token/', { body: { username, password } });
  expect([(await signIn(gone)).status, (await signIn(another)).status]).toEqual([401, 200]);
  const receipt = await good(t, 'GET /receipts/AAAAA-AAAAA-AAAAA-AAAAA/');
  expect(receipt).toMatchObject({
    requested_at: new Date(t.clock.now().getTime() - 3600_000).toISOString(),
    done_at: t.clock.now().toISOString(),
  });
  const { rows } = await sql`
    select actor_id, action, outcome, reason from audit where item_kind = 'user' and item_id = ${gone.user_id}`.execute(
    t.db,
  );
  expect(rows).toEqual([{ actor_id: null, action: 'erase', outcome: 'done', reason: 'older copy' }]);
  expect(await start()).toBe(0);
});

test('where an older copy would be left without an administrator, the start says what to do', async () => {
  const only = await signUp(t, { grants: ['administrator'] });
  await listErased(only, 'CCCCC-CCCCC-CCCCC-CCCCC');
  await expect(start()).rejects.toThrow(/is the only one. Run `npm run admin -- grant <username> administrator`/);
  await signUp(t, { grants: ['administrator'] });
  expect(await start()).toBe(1);
});
