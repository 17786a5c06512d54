import type { Appointment } from '@carecommons/contract/appointments';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { make, rowOf, toldOf, visitIn } from '../../../test/fixtures/appointment-moves.ts';
import { book, type Person, signUp } from '../../../test/fixtures/factories.ts';
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
const day = 86_400_000;
const inMs = (milliseconds: number) => new Date(t.clock.now().getTime() + milliseconds);
const propose = (id: number, person: Person, at: Date | string, reason: string | null = 'Away.') =>
  make(t, 'move', id, person, { appointment_datetime: typeof at === 'string' ? at : at.toISOString(), reason });
const visit = (changes: Parameters<typeof visitIn>[3] = {}) =>
  visitIn(t, patient, provider, { status: 'approved', starts_at: inMs(20 * day), ...changes });
const statesOf = async (...ids: number[]) => {
  const rows = await Promise.all(ids.map((id) => rowOf(t, id)));
  return rows.map(({ status }) => status);
};

async function proposed(id: number, person: Person, at = inMs(21 * day)): Promise<number> {
  const { status, body } = await propose(id, person, at);
  expect(status).toBe(201);
  return body.id;
}

describe('another time for a visit', () => {
  test('is a request to the other side; the visit stays as it is', async () => {
    const id = await visit();
    const before = await rowOf(t, id);
    const { status, body } = await propose(id, patient, inMs(21 * day), 'A journey.');
    expect([status, body]).toMatchObject([
      201,
      { status: 'requested', proposed_by: 'patient', moves_id: id, reason: 'A journey.', problem: 'A cough' },
    ]);
    expect(new Date(body.appointment_datetime)).toEqual(inMs(21 * day));
    expect(await rowOf(t, id)).toEqual(before);
    expect(await rowOf(t, body.id)).toMatchObject({ chain_id: id, version: 1, expires_at: inMs(2 * day) });
    expect(await toldOf(t, body.id)).toMatchObject([
      { user_id: provider.user_id, kind: 'move_proposed', version: 1, deliver_at: inMs(0) },
    ]);
    const { body: upcoming } = await t.call('GET /api/upcoming/', { as: patient.access });
    expect(upcoming.map((one: Appointment) => one.id)).toEqual([id, body.id]);
  });

  test('takes its place once it is approved, in the same chain, above its version; its old time is free after ten seconds', async () => {
    const id = await visit({ remind_at: inMs(day) });
    const next = await proposed(id, patient);
    const { body } = await make(t, 'approve', next, provider);
    expect(body).toMatchObject({ id: next, status: 'approved', moves_id: id, reason: 'Away.' });
    const [old, row] = [await rowOf(t, id), await rowOf(t, next)];
    expect(old).toMatchObject({ status: 'cancelled', moved_to_id: next, undo_to: 'approved', remind_at: null });
    expect(row).toMatchObject({ status: 'approved', chain_id: id, remind_at: inMs(14 * day), undo_to: 'requested' });
    expect(row.version).toBeGreaterThan(old.version);
    expect(await toldOf(t, next)).toMatchObject([
      { kind: 'move_proposed', deliver_at: null },
      { user_id: patient.user_id, kind: 'move_approved', version: row.version, deliver_at: inMs(11_000) },
    ]);

    const other = await signUp(t);
    const wants = { user: other.user_id, healthcare_provider: provider.user_id, problem: 'A cough' };
    const ask = (at: Date) =>
      t.call('POST /api/appointments/create/', {
        as: other.access,
        body: { ...wants, appointment_datetime: at.toISOString() },
      });
    const oldTime = inMs(20 * day);
    expect((await ask(oldTime)).body.code).toBe('slot_taken');
    t.clock.move(9999);
    await makeDueTransitions(t.services);
    expect((await ask(oldTime)).body.code).toBe('slot_taken');
    t.clock.move(1);
    await makeDueTransitions(t.services);
    expect((await ask(oldTime)).status).toBe(201);
    expect(await statesOf(id, next)).toEqual(['cancelled', 'approved']);
  });

  test('brings both back when its approval is taken back', async () => {
    const id = await visit({ remind_at: inMs(13 * day) });
    const next = await proposed(id, patient);
    const [before, request] = [await rowOf(t, id), await rowOf(t, next)];
    await make(t, 'approve', next, provider);
    const { status, body } = await make(t, 'undo', next, provider);
    expect([status, body.status, body.reason]).toEqual([200, 'requested', 'Away.']);
    const [again, asked] = [await rowOf(t, id), await rowOf(t, next)];
    expect(again).toEqual({ ...before, version: again.version });
    expect(asked).toEqual({ ...request, version: asked.version });
    expect(again.version).toBeGreaterThan(asked.version);
    expect((await toldOf(t, next)).map(({ kind }) => kind)).toEqual(['move_proposed']);
    expect((await make(t, 'approve', next, provider)).status).toBe(200);
  });

  test('lets what waits to be said of the visit go out until the approval is final', async () => {
    const id = await visit({ status: 'requested', starts_at: inMs(7 * day + minute) });
    await make(t, 'approve', id, provider);
    const next = await proposed(id, patient);
    // The emails wait through quiet hours, say; a reminder falls due before the approval is taken back.
    t.clock.move(minute - 5000);
    await make(t, 'approve', next, provider);
    t.clock.move(9999);
    await makeDueTransitions(t.services);
    await make(t, 'undo', next, provider);
    const { version } = await rowOf(t, id);
    const waiting = { kind: 'request_approved', version, deliver_at: expect.any(Date) };
    expect(await toldOf(t, id)).toMatchObject([waiting]);
    await makeDueTransitions(t.services);
    const reminder = { kind: 'reminder', version, deliver_at: inMs(0) };
    expect(await toldOf(t, id)).toMatchObject([waiting, reminder, reminder]);

    await make(t, 'approve', next, provider);
    expect(await toldOf(t, id)).toMatchObject([waiting, reminder, reminder]);
    t.clock.move(10_000);
    await makeDueTransitions(t.services);
    expect((await toldOf(t, id)).map(({ deliver_at }) => deliver_at)).toEqual([null, null, null]);
  });

  test('leaves the visit where it is declined, or expires; what was said for it is there again when that is taken back', async () => {
    const id = await visit();
    const before = await rowOf(t, id);
    const next = await proposed(id, patient);
    await make(t, 'decline', next, provider, { reason: 'Full.' });
    expect((await toldOf(t, next)).at(-1)).toMatchObject({ user_id: patient.user_id, kind: 'move_declined' });
    const { body } = await make(t, 'undo', next, provider);
    expect(body.reason).toBe('Away.');
    t.clock.move(2 * day);
    await makeDueTransitions(t.services);
    expect(await rowOf(t, next)).toMatchObject({ status: 'expired', ended_by: 'time', reason: 'Away.' });
    expect(await rowOf(t, id)).toEqual(before);
  });

  test('is answered before the visit begins', async () => {
    const id = await visit({ starts_at: inMs(day) });
    expect((await rowOf(t, await proposed(id, patient))).expires_at).toEqual(inMs(day));
  });

  test('may lie over the old one, and nobody else may have either', async () => {
    const id = await visit();
    const next = await proposed(id, patient, inMs(20 * day + 15 * minute));
    const other = await signUp(t);
    for (const at of [inMs(20 * day - 15 * minute), inMs(20 * day + 40 * minute)]) {
      await expect(book(t, other, provider, { at })).rejects.toThrow('slot_taken');
    }
    await make(t, 'approve', next, provider);
    expect(await statesOf(id, next)).toEqual(['cancelled', 'approved']);
  });

  test('moves on from there: the version rises along the chain', async () => {
    let id = await visit();
    const versions: number[] = [(await rowOf(t, id)).version];
    for (const [at, who, answers] of [
      [21, patient, provider],
      [22, provider, patient],
      [23, patient, provider],
    ] as const) {
      const next = await proposed(id, who, inMs(at * day));
      await make(t, 'approve', next, answers);
      versions.push((await rowOf(t, id)).version, (await rowOf(t, next)).version);
      id = next;
    }
    await make(t, 'cancel', id, patient);
    versions.push((await rowOf(t, id)).version);
    expect(versions).toEqual([...new Set(versions)].toSorted((a, b) => a - b));
  });

  test('goes with the visit when that is cancelled', async () => {
    const id = await visit();
    const next = await proposed(id, patient);
    await make(t, 'cancel', id, provider, { reason: 'Closed.' });
    expect(await statesOf(id, next)).toEqual(['cancelled', 'cancelled']);
    expect(await rowOf(t, next)).toMatchObject({ reason: 'Closed.', ended_by: 'provider', undo_until: null });
    expect(await toldOf(t, next)).toMatchObject([{ kind: 'move_proposed', deliver_at: null }]);
  });

  test('ends what could be taken back of the visit itself', async () => {
    const id = await visit({ status: 'requested' });
    await make(t, 'approve', id, provider);
    await proposed(id, patient);
    expect((await make(t, 'undo', id, provider)).body.code).toBe('wrong_state');
    expect(await rowOf(t, id)).toMatchObject({ status: 'approved', undo_until: null });
  });

  test('that was declined a moment ago stays so once the visit is closed', async () => {
    const id = await visit({ starts_at: inMs(3000) });
    const next = await proposed(id, provider);
    expect((await make(t, 'decline', next, patient)).status).toBe(200);
    t.clock.move(4000);
    expect((await make(t, 'complete', id, provider)).status).toBe(200);
    expect((await make(t, 'undo', next, patient)).body.code).toBe('wrong_state');
    expect(await statesOf(id, next)).toEqual(['completed', 'declined']);
    // Nobody can take that back any more, so the time is free.
    await book(t, await signUp(t), provider, { at: inMs(21 * day - 4000) });
  });
});

describe('another time for a request', () => {
  test('is there beside it; the one that is approved ends the other', async () => {
    for (const chosen of ['request', 'proposal'] as const) {
      const id = await visit({ status: 'requested' });
      const next = await proposed(id, provider);
      expect(await statesOf(id, next)).toEqual(['requested', 'requested']);
      const [first, ends, person] = chosen === 'request' ? [id, next, provider] : [next, id, patient];
      expect((await make(t, 'approve', first, person)).body.status).toBe('approved');
      expect(await statesOf(first, ends)).toEqual(['approved', 'cancelled']);
      expect((await rowOf(t, id)).moved_to_id).toBe(chosen === 'request' ? null : next);
      await make(t, 'undo', first, person);
      expect(await statesOf(id, next)).toEqual(['requested', 'requested']);
      await make(t, 'approve', first, person);
      t.clock.move(10_000);
      await makeDueTransitions(t.services);
      expect(await statesOf(first, ends)).toEqual(['approved', 'cancelled']);
    }
  });

  test('outlives it where that expires or is declined, and cannot then make two of one', async () => {
    const id = await visit({ status: 'requested', expires_at: inMs(minute) });
    const next = await proposed(id, provider);
    // As rows stand that were written before requests were kept open for their proposals.
    await sql`update appointments set expires_at = ${inMs(minute)} where id = ${id}`.execute(t.db);
    t.clock.move(minute);
    await makeDueTransitions(t.services);
    expect(await statesOf(id, next)).toEqual(['expired', 'requested']);
    expect((await make(t, 'approve', next, patient)).status).toBe(200);
    expect(await statesOf(id, next)).toEqual(['expired', 'approved']);
    // It became the other one all the same, unless that is taken back.
    const before = await rowOf(t, id);
    expect(before.moved_to_id).toBe(next);
    expect((await make(t, 'undo', next, patient)).status).toBe(200);
    expect(await rowOf(t, id)).toEqual({ ...before, moved_to_id: null });
    expect((await make(t, 'approve', next, patient)).status).toBe(200);

    const declined = await visit({ status: 'requested', starts_at: inMs(30 * day) });
    const instead = await proposed(declined, provider, inMs(31 * day));
    await make(t, 'decline', declined, provider, { reason: 'Away.' });
    await make(t, 'approve', instead, patient);
    expect((await make(t, 'undo', declined, provider)).body.code).toBe('wrong_state');
    expect(await statesOf(declined, instead)).toEqual(['declined', 'approved']);
  });

  test('goes with it when it is taken back', async () => {
    const id = await visit({ status: 'requested' });
    const next = await proposed(id, provider);
    await make(t, 'cancel', id, patient);
    expect(await statesOf(id, next)).toEqual(['cancelled', 'cancelled']);
  });

  test('can be taken back by whoever proposed it', async () => {
    const id = await visit({ status: 'requested' });
    const next = await proposed(id, provider);
    await make(t, 'cancel', next, provider, { reason: 'My mistake.' });
    expect(await statesOf(id, next)).toEqual(['requested', 'cancelled']);
    expect((await toldOf(t, next)).at(-1)).toMatchObject({ user_id: patient.user_id, kind: 'request_withdrawn' });
    await proposed(id, provider);
  });
});

describe('a time that cannot be proposed', () => {
  test.each([
    ['is no time', 'tomorrow', [400, 'appointment_datetime']],
    ['is past', () => inMs(-minute), [400, 'appointment_datetime']],
    ['is that which it has', () => inMs(20 * day), [400, 'appointment_datetime']],
    ['is beyond the horizon', () => inMs(400 * day), [400, 'appointment_datetime']],
  ] as const)('%s', async (_, at, [wanted, field]) => {
    const id = await visit();
    for (const person of [patient, provider]) {
      const { status, body } = await propose(id, person, typeof at === 'string' ? at : at());
      expect([status, body.errors[0].field]).toEqual([wanted, field]);
    }
    const { rows } = await sql`select from appointments where moves_id = ${id}`.execute(t.db);
    expect(rows).toHaveLength(0);
  });

  test("is somebody else's", async () => {
    const id = await visit();
    const other = await signUp(t);
    await book(t, other, provider, { at: inMs(21 * day) });
    for (const person of [patient, provider]) {
      const { status, body } = await propose(id, person, inMs(21 * day + 10 * minute));
      expect([status, body.code, body.free_times.length]).toEqual([409, 'slot_taken', 3]);
    }
  });

  test('while another one waits', async () => {
    const id = await visit();
    const next = await proposed(id, patient);
    for (const person of [patient, provider]) {
      for (const one of [id, next]) expect((await propose(one, person, inMs(22 * day))).body.code).toBe('wrong_state');
      const { body } = await propose(id, person, inMs(22 * day));
      expect(body.message).toBe('Another time has already been proposed and is waiting for an answer.');
    }
  });

  test('beyond the number of open requests, by the patient', async () => {
    const id = await visit();
    for (const days of [1, 2, 3]) await book(t, patient, provider, { at: inMs(days * day) });
    expect((await propose(id, patient, inMs(21 * day))).body.code).toBe('too_many_requests_open');
    expect((await propose(id, provider, inMs(21 * day))).status).toBe(201);
  });

  test('twice by one press: the same key gives the same proposal', async () => {
    const id = await visit();
    const body = { appointment_datetime: inMs(21 * day).toISOString(), reason: 'Away.' };
    const send = () =>
      t.call(`POST /api/appointments/${id}/move/`, {
        as: patient.access,
        body,
        headers: { 'idempotency-key': `move-${id}` },
      });
    const [first, again] = [await send(), await send()];
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
  });
});

describe('a request for which another time is proposed', () => {
  const requested = (start: Date) => visit({ status: 'requested', starts_at: start, expires_at: inMs(minute) });
  async function pass(milliseconds: number) {
    t.clock.move(milliseconds);
    await makeDueTransitions(t.services);
  }

  test('does not expire before the proposal does', async () => {
    const id = await requested(inMs(day));
    const next = await proposed(id, provider, inMs(2 * day));
    const { expires_at } = await rowOf(t, next);
    expect((await rowOf(t, id)).expires_at).toEqual(expires_at);
    await pass(expires_at - t.clock.now().getTime() - 1);
    expect(await statesOf(id, next)).toEqual(['requested', 'requested']);
    await pass(1);
    expect(await statesOf(id, next)).toEqual(['expired', 'expired']);
  });

  test('outlasts its own time while the proposal waits, but can be approved no more', async () => {
    const id = await requested(inMs(2 * minute));
    const next = await proposed(id, provider, inMs(2 * day));
    await pass(3 * minute);
    expect(await statesOf(id, next)).toEqual(['requested', 'requested']);
    const late = await make(t, 'approve', id, provider);
    expect([late.status, late.body.message]).toEqual([409, 'The visit has begun already.']);
    expect((await make(t, 'approve', next, patient)).status).toBe(200);
    expect(await statesOf(id, next)).toEqual(['cancelled', 'approved']);
  });

  test('ends with its own time once the proposal was declined for good', async () => {
    const id = await requested(inMs(2 * minute));
    const next = await proposed(id, provider, inMs(2 * day));
    const { expires_at } = await rowOf(t, id);
    await pass(3 * minute);
    await make(t, 'decline', next, patient);
    expect((await make(t, 'undo', next, patient)).status).toBe(200);
    expect((await rowOf(t, id)).expires_at).toEqual(expires_at);
    await make(t, 'decline', next, patient);
    await pass(9999);
    expect(await statesOf(id, next)).toEqual(['requested', 'declined']);
    await pass(1);
    expect(await statesOf(id, next)).toEqual(['expired', 'declined']);
  });

  test('ends with its own time once the proposal was withdrawn', async () => {
    const id = await requested(inMs(2 * minute));
    const next = await proposed(id, provider, inMs(2 * day));
    await pass(3 * minute);
    expect((await make(t, 'cancel', next, provider, { reason: 'A mistake.' })).status).toBe(200);
    await pass(0);
    expect(await statesOf(id, next)).toEqual(['expired', 'cancelled']);
  });
});
