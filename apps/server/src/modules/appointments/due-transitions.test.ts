import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { make, rowOf, toldOf, visitIn } from '../../../test/fixtures/appointment-moves.ts';
import { book, type Person, signUp } from '../../../test/fixtures/factories.ts';
import { type LiveClient, openLiveClient } from '../../../test/servers/live-client.ts';
import { addAppointment } from '../../../test/fixtures/visits.ts';
import { makeDueTransitions } from './due-transitions.ts';

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

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const inMs = (milliseconds: number) => new Date(t.clock.now().getTime() + milliseconds);
const visit = (state: Parameters<typeof visitIn>[3]) => visitIn(t, patient, provider, state);
async function pass(milliseconds: number) {
  t.clock.move(milliseconds);
  await makeDueTransitions(t.services);
}

describe('a request that nobody answers', () => {
  test('expires at its deadline, tells both sides once, and frees its time', async () => {
    const start = inMs(3 * day);
    const id = await visit({ starts_at: start, expires_at: inMs(hour) });
    const before = await rowOf(t, id);
    await pass(hour - 1);
    expect(await rowOf(t, id)).toEqual(before);
    await pass(1);
    const expired = { status: 'expired', ended_by: 'time', version: 2, undo_until: null, undo_to: null };
    expect(await rowOf(t, id)).toEqual({ ...before, ...expired });
    const told = { kind: 'request_expired', version: 2, deliver_at: inMs(0) };
    await pass(hour);
    expect(await toldOf(t, id)).toEqual([
      { user_id: patient.user_id, ...told },
      { user_id: provider.user_id, ...told },
    ]);
    await book(t, await signUp(t), provider, { at: start });
  });

  test('is not saved by moving too late', async () => {
    const id = await visit({ expires_at: inMs(minute) });
    t.clock.move(minute);
    expect((await make(t, 'approve', id, provider)).body.code).toBe('wrong_state');
    await pass(0);
    expect((await make(t, 'approve', id, provider)).body.message).toMatch('expired');
  });

  test('of which somebody takes hold is left to that, and no other waits for it', async () => {
    const held = await visit({ expires_at: inMs(0), starts_at: inMs(3 * day) });
    const other = await book(t, patient, provider, { at: inMs(hour) });
    await t.db.transaction().execute(async (tx) => {
      await sql`select from appointments where id = ${held} for update`.execute(tx);
      await pass(hour);
      expect((await rowOf(t, other.id)).status).toBe('expired');
    });
    expect((await rowOf(t, held)).status).toBe('requested');
    await pass(0);
    expect((await rowOf(t, held)).status).toBe('expired');
  });

  test('expires, however many others cannot be done', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 61; n++) ids.push(await addAppointment(t, patient, provider, 48 + n, 'requested'));
    await sql`update appointments set expires_at = ${inMs(0)} where id = any(${ids}::int[])`.execute(t.db);
    const [held, free] = [ids.slice(0, 60), ids[60] as number];
    await t.db.transaction().execute(async (tx) => {
      await sql`select from appointments where id = any(${held}::int[]) for update`.execute(tx);
      await pass(0);
      expect((await rowOf(t, free)).status).toBe('expired');
    });
    await pass(0);
    for (const id of held) expect((await rowOf(t, id)).status).toBe('expired');
  });

  test('or is declined, where the waiting list offered it, is no news to the provider', async () => {
    const offered = async (expires: Date) => {
      const id = await visit({ proposed_by: 'provider', starts_at: inMs(3 * day), expires_at: expires });
      await sql`update appointments set offered = true where id = ${id}`.execute(t.db);
      return id;
    };
    const declined = await offered(inMs(hour));
    expect((await make(t, 'decline', declined, patient)).status).toBe(200);
    expect(await toldOf(t, declined)).toEqual([]);
    const expired = await offered(inMs(minute));
    await pass(minute);
    expect(await toldOf(t, expired)).toMatchObject([{ user_id: patient.user_id, kind: 'request_expired' }]);
  });

  test('is told to its people on every device', async () => {
    const address = await t.app.listen({ host: '127.0.0.1', port: 0 });
    const id = await visit({ expires_at: inMs(0) });
    const devices = await Promise.all([patient, provider].map(({ access }) => openLiveClient(address, access)));
    const heard = (device: LiveClient) =>
      device.hear('event', ({ event }) => (event as { kind: string }).kind === 'appointment');
    await pass(0);
    for (const device of devices) expect(await heard(device)).toMatchObject({ event: { kind: 'appointment', id } });
    for (const device of devices) device.heard.length = 0;
    const asked = await book(t, patient, provider);
    for (const device of devices) expect(await heard(device)).toMatchObject({ event: { id: asked.id } });
    for (const device of devices) device.heard.length = 0;
    await make(t, 'approve', asked.id, provider);
    for (const device of devices) expect(await heard(device)).toMatchObject({ event: { id: asked.id } });
    for (const device of devices) device.close();
  });
});

test('a declined time is free when the ten seconds are over, and not before', async () => {
  const at = inMs(3 * day);
  const id = await visit({ starts_at: at });
  await make(t, 'decline', id, provider, { reason: 'Away.' });
  const other = await signUp(t);
  await pass(9999);
  await expect(book(t, other, provider, { at })).rejects.toThrow('slot_taken');
  expect((await make(t, 'undo', id, provider)).status).toBe(200);
  await make(t, 'decline', id, provider, { reason: 'Away.' });
  await pass(10_000);
  expect(await rowOf(t, id)).toMatchObject({ status: 'declined', undo_until: null, undo_to: null, reason: 'Away.' });
  await book(t, other, provider, { at });
});

describe('reminders', () => {
  const remindersOf = async (id: number) => (await toldOf(t, id)).filter(({ kind }) => kind === 'reminder');

  test('come a week, a day and two hours before, to both, with the version of that day', async () => {
    const id = await visit({ starts_at: inMs(8 * day) });
    await make(t, 'approve', id, provider);
    const counts = [];
    for (const ahead of [day - 1, 1, 6 * day - 1, 1, 22 * hour - 1, 1, 2 * hour, day]) {
      await pass(ahead);
      counts.push((await remindersOf(id)).length);
    }
    expect(counts).toEqual([0, 2, 2, 4, 4, 6, 6, 6]);
    const people = (await remindersOf(id)).map(({ user_id, version }) => [user_id, version]);
    const both = [
      [patient.user_id, 2],
      [provider.user_id, 2],
    ];
    expect(people).toEqual([...both, ...both, ...both]);
  });

  test('that were missed come once, and none when the visit has begun', async () => {
    const id = await visit({ starts_at: inMs(8 * day) });
    await make(t, 'approve', id, provider);
    await pass(7 * day + hour);
    expect(await remindersOf(id)).toHaveLength(2);
    await pass(2 * day);
    expect(await remindersOf(id)).toHaveLength(2);
    expect((await rowOf(t, id)).remind_at).toBeNull();
  });

  test('wait for an approval that can be taken back, and let its letter go out beside them', async () => {
    const id = await visit({ starts_at: inMs(day + 5000) });
    await make(t, 'approve', id, provider);
    await pass(9999);
    expect(await remindersOf(id)).toEqual([]);
    await pass(1);
    expect(await remindersOf(id)).toMatchObject([{ deliver_at: inMs(0) }, { deliver_at: inMs(0) }]);
    // The email of the approval waits through quiet hours, say.
    await pass(22 * hour);
    const [approved, ...reminders] = await toldOf(t, id);
    expect(approved).toMatchObject({ kind: 'request_approved', deliver_at: expect.any(Date) });
    expect(reminders.map(({ deliver_at }) => deliver_at)).toEqual([null, null, inMs(0), inMs(0)]);
  });

  test('do not come for what was cancelled, moved or taken back', async () => {
    const cancelled = await visit({ starts_at: inMs(2 * day) });
    await make(t, 'approve', cancelled, provider);
    await make(t, 'cancel', cancelled, patient);
    const takenBack = await visit({ starts_at: inMs(2 * day) });
    await make(t, 'approve', takenBack, provider);
    await make(t, 'undo', takenBack, provider);
    const other = await signUp(t, { role: 'healthcare_provider' });
    const moved = await visitIn(t, patient, other, { starts_at: inMs(2 * day) });
    await make(t, 'approve', moved, other);
    const { body } = await make(t, 'move', moved, patient, { appointment_datetime: inMs(4 * day).toISOString() });
    await make(t, 'approve', body.id, other);
    await pass(day + hour);
    for (const id of [cancelled, takenBack, moved, body.id]) expect(await remindersOf(id)).toEqual([]);
    await pass(2 * day);
    expect(await remindersOf(body.id)).toHaveLength(2);
  });
});

test('two processes at once do each thing once', async () => {
  const ids = await Promise.all(
    Array.from({ length: 120 }, async (_, n) => {
      const starts = inMs(2 * day + n * hour);
      const { rows } = await sql<{ id: number }>`
        insert into appointments (provider_id, patient_id, starts_at, ends_at, time_zone, held, problem, status,
          requested_at, expires_at, remind_at)
        values (${provider.user_id}, ${patient.user_id}, ${starts}, ${inMs(2 * day + n * hour + 30 * minute)}, 'UTC',
          tstzrange(${starts}, ${inMs(2 * day + n * hour + 30 * minute)}), 'One of many',
          ${n % 2 === 0 ? 'requested' : 'approved'}, ${inMs(0)}, ${inMs(0)}, ${n % 2 === 0 ? null : inMs(0)})
        returning id`.execute(t.db);
      return (rows[0] as { id: number }).id;
    }),
  );
  const other = await t.otherProcess();
  await Promise.all([
    makeDueTransitions(t.services),
    makeDueTransitions(other.services),
    makeDueTransitions(t.services),
  ]);
  await other.close();
  const told = await Promise.all(ids.map((id) => toldOf(t, id)));
  expect(told.map(({ length }) => length)).toEqual(ids.map(() => 2));
});

test('what is due is found in an index', async () => {
  for (const [due, index] of [
    ["status = 'requested' and expires_at <= $1", 'appointments_to_expire'],
    ['undo_until <= $1', 'appointments_to_settle'],
    ["status = 'approved' and remind_at <= $1 and undo_until is null", 'appointments_to_remind_of'],
  ] as const) {
    await t.db.connection().execute(async (connection) => {
      // Few rows are read faster from the table itself: here it is the way that counts.
      await sql`set enable_seqscan = off`.execute(connection);
      await sql.raw(`prepare due as select id from appointments a where ${due} limit 50`).execute(connection);
      await sql`set plan_cache_mode = force_generic_plan`.execute(connection);
      const { rows } = await sql`explain execute due ('2026-11-24')`.execute(connection);
      expect(JSON.stringify(rows)).toContain(index);
      await sql`deallocate due`.execute(connection);
      await sql`reset all`.execute(connection);
    });
  }
});
