import { type Status, statuses } from '@carecommons/contract/appointment-rules';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { type Line, lines, make, rowOf, toldOf, visitIn } from '../../../test/fixtures/appointment-moves.ts';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';

let t: TestApp;
let patient: Person;
let provider: Person;
let stranger: Person;
let otherProvider: Person;
beforeAll(async () => {
  t = await testApp();
  patient = await signUp(t);
  provider = await signUp(t, { role: 'healthcare_provider', name: 'Dr. Ila Sen' });
  stranger = await signUp(t);
  otherProvider = await signUp(t, { role: 'healthcare_provider' });
});
afterAll(() => t.close());

const minute = 60_000;
const inMs = (milliseconds: number) => new Date(t.clock.now().getTime() + milliseconds);
const code = ({ status, body }: { status: number; body: any }) => (status < 300 ? status : `${status} ${body.code}`);
const bodyOf = (move: Line) => {
  if (move === 'move') return { appointment_datetime: inMs(40 * 86_400_000).toISOString(), reason: 'Away.' };
  return move === 'decline' || move === 'cancel' ? { reason: 'Away.' } : undefined;
};

/** A state at its right time: before every deadline, or begun where the move is for afterwards. */
const timely = (move: Line, status: Status, proposed_by: 'patient' | 'provider') => ({
  status,
  proposed_by,
  starts_at: inMs(move === 'complete' || move === 'no_show' ? -5 * minute : 30 * 86_400_000),
  expires_at: inMs(minute),
  undo_until: status === 'approved' || status === 'declined' ? inMs(5000) : null,
});

// Who can, by hand: in which state, asked for by whom.
type Sides = readonly ('patient' | 'provider')[];
const asked = { patient: ['provider'], provider: ['patient'] } as const;
const asking = { patient: ['patient'], provider: ['provider'] } as const;
const both = { patient: ['patient', 'provider'], provider: ['patient', 'provider'] } as const;
const its = { patient: ['provider'], provider: ['provider'] } as const;
type By = { patient: Sides; provider: Sides };
const truth: Record<Line, { may: By; in: { [S in Status]?: By } }> = {
  // What is approved already stays so.
  approve: { may: asked, in: { requested: asked, approved: asked } },
  decline: { may: asked, in: { requested: asked } },
  undo: { may: asked, in: { approved: asked, declined: asked } },
  cancel: { may: both, in: { requested: asking, approved: both } },
  move: { may: both, in: { requested: both, approved: both } },
  complete: { may: its, in: { approved: its, no_show: its } },
  no_show: { may: its, in: { approved: its, completed: its } },
};

describe.each(Object.keys(lines) as Line[])('%s', (move) => {
  test('in every state, by everybody', { timeout: 60_000 }, async () => {
    const missing = await make(t, move, 2_000_000_000, stranger, bodyOf(move));
    expect(code(missing)).toBe('404 not_found');
    for (const status of statuses) {
      for (const by of ['patient', 'provider'] as const) {
        for (const [side, person] of Object.entries({ patient, provider }) as ['patient' | 'provider', Person][]) {
          const id = await visitIn(t, patient, provider, timely(move, status, by));
          const before = await rowOf(t, id);
          const { may, in: states } = truth[move];
          const good = move === 'move' ? 201 : 200;
          const refused = may[by].includes(side) ? '409 wrong_state' : '403 not_allowed';
          const wanted = states[status]?.[by].includes(side) ? good : refused;
          const found = code(await make(t, move, id, person, bodyOf(move)));
          expect([status, by, side, found]).toEqual([status, by, side, wanted]);
          if (wanted !== good) expect(await rowOf(t, id)).toEqual(before);
        }
      }
      const id = await visitIn(t, patient, provider, timely(move, status, 'patient'));
      for (const person of [stranger, otherProvider]) {
        const answer = await make(t, move, id, person, bodyOf(move));
        expect([answer.status, answer.text]).toEqual([404, missing.text]);
      }
      expect((await make(t, move, id, undefined, bodyOf(move))).status).toBe(401);
    }
  });

  test('takes nothing else', async () => {
    const id = await visitIn(t, patient, provider);
    const answer = await make(t, move, id, provider, { ...bodyOf(move), status: 'approved' });
    expect([answer.status, answer.body.errors[0].field]).toEqual([400, 'status']);
  });
});

describe('the time of a move', () => {
  const at = (offset: number, boundary: 'expires_at' | 'undo_until' | 'starts_at') => ({ [boundary]: inMs(offset) });
  test.each<[Line, Status, 'patient' | 'provider', (offset: number) => object, number, string]>([
    ['approve', 'requested', 'provider', (ms) => at(ms, 'expires_at'), 1, 'expired'],
    ['decline', 'requested', 'provider', (ms) => at(ms, 'expires_at'), 1, 'expired'],
    ['cancel', 'requested', 'patient', (ms) => at(ms, 'expires_at'), 1, 'expired'],
    ['move', 'requested', 'patient', (ms) => at(ms, 'expires_at'), 1, 'expired'],
    ['undo', 'approved', 'provider', (ms) => at(ms, 'undo_until'), 1, 'ten seconds'],
    ['undo', 'declined', 'provider', (ms) => at(ms, 'undo_until'), 1, 'ten seconds'],
    [
      'cancel',
      'approved',
      'patient',
      (ms) => ({ ...at(90 * minute + ms, 'starts_at'), cancel_minutes: 90 }),
      1,
      'call',
    ],
    ['move', 'approved', 'patient', (ms) => ({ ...at(30 * minute + ms, 'starts_at'), move_minutes: 30 }), 1, 'call'],
    ['cancel', 'approved', 'provider', (ms) => at(ms, 'starts_at'), 1, 'begun'],
    ['move', 'approved', 'provider', (ms) => at(ms, 'starts_at'), 1, 'begun'],
    ['complete', 'approved', 'provider', (ms) => at(ms, 'starts_at'), 0, 'not begun'],
    ['no_show', 'approved', 'provider', (ms) => at(ms, 'starts_at'), 0, 'not begun'],
  ])('%s of one that is %s, by the %s', async (move, status, side, written, last, sentence) => {
    const person = side === 'patient' ? patient : provider;
    const tooLate = move === 'complete' || move === 'no_show' ? 1 : 0;
    const late = await visitIn(t, patient, provider, { status, ...written(tooLate) });
    const refused = await make(t, move, late, person, bodyOf(move));
    expect([code(refused), refused.body.message]).toEqual(['409 wrong_state', expect.stringContaining(sentence)]);
    const intime = await visitIn(t, patient, provider, { status, ...written(last) });
    expect((await make(t, move, intime, person, bodyOf(move))).status).toBeLessThan(300);
  });
});

describe('a decision', () => {
  const tenSeconds = 10_000;

  test('confirms a visit, tells the patient a second after the ten, and reminds of it', async () => {
    const start = inMs(3 * 86_400_000);
    const id = await visitIn(t, patient, provider, { starts_at: start });
    const { body } = await make(t, 'approve', id, provider);
    expect(body).toMatchObject({ id, status: 'approved', is_approved: true, expires_at: null });
    expect(new Date(body.undo_until)).toEqual(inMs(tenSeconds));
    expect(await rowOf(t, id)).toMatchObject({
      status: 'approved',
      version: 2,
      decided_at: inMs(0),
      undo_until: inMs(tenSeconds),
      undo_to: 'requested',
      remind_at: new Date(start.getTime() - 86_400_000),
    });
    expect(await toldOf(t, id)).toEqual([
      { user_id: patient.user_id, kind: 'request_approved', version: 2, deliver_at: inMs(tenSeconds + 1000) },
    ]);
  });

  test('declines with the reason, holds the time for ten seconds, and tells the patient a second after them', async () => {
    const id = await visitIn(t, patient, provider);
    const { body } = await make(t, 'decline', id, provider, { reason: '  I am away that week.  ' });
    expect(body).toMatchObject({ status: 'declined', reason: 'I am away that week.', ended_by: 'provider' });
    expect(await rowOf(t, id)).toMatchObject({ version: 2, undo_until: inMs(tenSeconds), undo_to: 'requested' });
    expect(await toldOf(t, id)).toEqual([
      { user_id: patient.user_id, kind: 'request_declined', version: 2, deliver_at: inMs(tenSeconds + 1000) },
    ]);
  });

  test('to approve, sent twice, approves once and tells the patient once', async () => {
    const id = await visitIn(t, patient, provider);
    const [one, other] = await Promise.all([make(t, 'approve', id, provider), make(t, 'approve', id, provider)]);
    expect([one.status, other.status, other.body]).toEqual([200, 200, one.body]);
    const [row, told] = [await rowOf(t, id), await toldOf(t, id)];
    expect([row.version, told.length]).toEqual([2, 1]);
    // Also after the ten seconds; but not once it was cancelled.
    t.clock.move(15_000);
    expect((await make(t, 'approve', id, provider)).body).toMatchObject({ status: 'approved' });
    expect([await rowOf(t, id), await toldOf(t, id)]).toEqual([row, told]);
    await make(t, 'cancel', id, provider, bodyOf('cancel'));
    expect(code(await make(t, 'approve', id, provider))).toBe('409 wrong_state');
  });

  test.each(['approve', 'decline'] as const)('to %s is taken back without a trace', async (move) => {
    const id = await visitIn(t, patient, provider);
    const before = await rowOf(t, id);
    await make(t, move, id, provider, bodyOf(move));
    const { status, body } = await make(t, 'undo', id, provider);
    expect([status, body.status, body.undo_until, body.reason]).toEqual([200, 'requested', null, null]);
    expect(await rowOf(t, id)).toEqual({ ...before, version: 3 });
    expect(await toldOf(t, id)).toEqual([]);
    expect(code(await make(t, 'undo', id, provider))).toBe('409 wrong_state');
    expect((await make(t, move, id, provider, bodyOf(move))).body.status).toBe(`${move}d`);
  });

  test.each(['approve', 'decline'] as const)('to %s reads what the provider was told of the request', async (move) => {
    const unread = async () => (await t.call('GET /api/notifications/unread/', { as: provider.access })).body.unread;
    const before = await unread();
    const request = await t.call('POST /api/appointments/create/', {
      as: patient.access,
      body: {
        user: patient.user_id,
        healthcare_provider: provider.user_id,
        appointment_datetime: inMs((move === 'approve' ? 50 : 51) * 86_400_000).toISOString(),
        problem: 'A cough.',
      },
    });
    expect([request.status, await unread()]).toEqual([201, before + 1]);
    expect(code(await make(t, move, request.body.id, provider, bodyOf(move)))).toBe(200);
    expect(await unread()).toBe(before);
  });

  test('of the patient is told to the provider', async () => {
    const one = await visitIn(t, patient, provider, { proposed_by: 'provider' });
    expect((await make(t, 'approve', one, patient)).body.status).toBe('approved');
    expect(await toldOf(t, one)).toMatchObject([{ user_id: provider.user_id, kind: 'request_approved' }]);
    const other = await visitIn(t, patient, provider, { proposed_by: 'provider' });
    expect((await make(t, 'decline', other, patient)).body).toMatchObject({ reason: null, ended_by: 'patient' });
    expect(await toldOf(t, other)).toMatchObject([{ user_id: provider.user_id, kind: 'request_declined' }]);
  });

  test('is not confirmed while the provider is suspended, by neither side', async () => {
    const suspend = (at: Date | null) =>
      sql`update providers set suspended_at = ${at}, suspended_reason = ${at && 'A complaint.'}, listed = ${at === null}
        where user_id = ${provider.user_id}`.execute(t.db);
    await suspend(inMs(0));
    const own = await make(t, 'approve', await visitIn(t, patient, provider), provider);
    expect([code(own), own.body.message]).toEqual(['409 wrong_state', expect.stringContaining('suspended')]);
    const proposed = await visitIn(t, patient, provider, { proposed_by: 'provider' });
    expect(code(await make(t, 'approve', proposed, patient))).toBe('409 wrong_state');
    const free = await t.call(`GET /api/appointments/${proposed}/free-times/`, { as: patient.access });
    expect(free.body).toEqual([]);
    expect((await make(t, 'decline', proposed, patient)).status).toBe(200);
    const visit = await visitIn(t, patient, provider, { status: 'approved' });
    expect(code(await make(t, 'move', visit, patient, bodyOf('move')))).toBe('409 wrong_state');
    expect((await make(t, 'cancel', visit, patient)).status).toBe(200);
    await suspend(null);
  });
});

test('a patient confirms nothing with a provider whom the site does not show', async () => {
  const own = await signUp(t, { role: 'healthcare_provider' });
  const shown = (yes: boolean) =>
    sql`update providers set listed = ${yes} where user_id = ${own.user_id}`.execute(t.db);
  const offered = await visitIn(t, patient, own, { proposed_by: 'provider' });
  const approve = () => make(t, 'approve', offered, patient);
  const free = async () => (await t.call(`GET /api/appointments/${offered}/free-times/`, { as: patient.access })).body;
  expect((await free()).length).toBe(3);
  await shown(false);
  expect([code(await approve()), await free()]).toEqual(['409 wrong_state', []]);
  await sql`update users set disabled_at = ${inMs(0)} where id = ${own.user_id}`.execute(t.db);
  const { body } = await t.call(`GET /api/appointments/${offered}/`, { as: patient.access });
  expect(body.healthcare_provider.suspended).toBe(true);
  await shown(true);
  expect(code(await approve())).toBe('409 wrong_state');
  await sql`update users set disabled_at = null where id = ${own.user_id}`.execute(t.db);
  expect(code(await approve())).toBe(200);
});

describe('a reason', () => {
  test.each(['decline', 'cancel', 'move'] as const)(
    'is asked of a provider to %s, and changes nothing else',
    async (move) => {
      const id = await visitIn(t, patient, provider, { status: move === 'cancel' ? 'approved' : 'requested' });
      const before = await rowOf(t, id);
      for (const reason of [undefined, null, '', '   ', 'x'.repeat(501), 7]) {
        const { status, body } = await make(t, move, id, provider, { ...bodyOf(move), reason });
        expect([status, body.errors.map(({ field }: { field: string }) => field)]).toEqual([400, ['reason']]);
      }
      expect(await rowOf(t, id)).toEqual(before);
    },
  );

  test('is a matter of choice for a patient', async () => {
    const id = await visitIn(t, patient, provider, { status: 'approved' });
    expect((await make(t, 'cancel', id, patient, {})).body).toMatchObject({ status: 'cancelled', reason: null });
  });
});

describe('cancelling', () => {
  test.each([
    ['approved', 'patient', 'visit_cancelled', () => provider],
    ['approved', 'provider', 'visit_cancelled', () => patient],
    ['requested', 'patient', 'request_withdrawn', () => provider],
  ] as const)(
    'one that is %s, by the %s, frees its time and tells the other side: %s',
    async (status, side, kind, other) => {
      const id = await visitIn(t, patient, provider, { status, remind_at: inMs(minute) });
      await make(t, 'cancel', id, side === 'patient' ? patient : provider, { reason: 'Ill.' });
      expect(await rowOf(t, id)).toMatchObject({
        status: 'cancelled',
        version: 2,
        reason: 'Ill.',
        ended_by: side,
        undo_until: null,
        undo_to: null,
        remind_at: null,
      });
      expect(await toldOf(t, id)).toEqual([{ user_id: other().user_id, kind, version: 2, deliver_at: inMs(0) }]);
    },
  );

  test('right after an approval lets no letter of it go out, and leaves nothing to take back', async () => {
    const id = await visitIn(t, patient, provider);
    await make(t, 'approve', id, provider);
    await make(t, 'cancel', id, patient);
    expect(await toldOf(t, id)).toMatchObject([
      { kind: 'request_approved', deliver_at: null },
      { kind: 'visit_cancelled', deliver_at: inMs(0) },
    ]);
    expect(code(await make(t, 'undo', id, provider))).toBe('409 wrong_state');
  });
});

test('how a visit went is noted by its provider, and can be put right', async () => {
  const id = await visitIn(t, patient, provider, { status: 'approved', starts_at: inMs(0) });
  for (const [move, status] of [
    ['no_show', 'no_show'],
    ['complete', 'completed'],
    ['no_show', 'no_show'],
  ] as const) {
    const { body } = await make(t, move, id, provider);
    expect([body.status, body.is_approved]).toEqual([status, true]);
  }
  expect(await rowOf(t, id)).toMatchObject({ status: 'no_show', version: 4, remind_at: null, undo_until: null });
});

test('free times near one are for its two people', async () => {
  const id = await visitIn(t, patient, provider, { status: 'declined' });
  const line = `GET /api/appointments/${id}/free-times/`;
  const missing = await t.call('GET /api/appointments/2000000000/free-times/', { as: stranger.access });
  for (const { access } of [patient, provider]) {
    const { status, body } = await t.call(line, { as: access });
    expect([status, body.length]).toEqual([200, 3]);
    for (const time of body) expect(time).toMatch(/T.*\+05:30$/);
  }
  for (const { access } of [stranger, otherProvider])
    expect((await t.call(line, { as: access })).text).toBe(missing.text);
  expect(missing.status).toBe(404);
  expect((await t.call(line)).status).toBe(401);
});
