import { reminderMinutes } from '@carecommons/contract/appointment-rules';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { stands } from '../../../test/fixtures/appointment-moves.ts';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';
import { inTransaction, type Tx } from '../../platform/db/db.ts';
import { Problem } from '../../platform/errors/errors.ts';
import { isoIn } from '../../platform/time/time.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import { book } from './booking.ts';
import type { MoveResult } from './chains.ts';
import { approve, cancel, conclude, decline, undo } from './decisions.ts';
import { withReservation } from './reservation.ts';
import { takeLeave } from './leave.ts';
import { move } from './moving.ts';
import { makeDueTransitions } from './due-transitions.ts';

// Whatever several people do at once and time does in between, what people rely on holds.

let t: TestApp;
let provider: Actor;
let patients: Actor[];
const actorOf = ({ user_id, username }: Person, role: Actor['role']): Actor => ({
  user_id,
  username,
  role,
  session_id: '',
  grants: [],
  held_grants: [],
});
beforeAll(async () => {
  t = await testApp();
  provider = actorOf(await signUp(t, { role: 'healthcare_provider' }), 'healthcare_provider');
  patients = [];
  for (let n = 0; n < 3; n++) patients.push(actorOf(await signUp(t), 'patient'));
});
afterAll(() => t.close());

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const chosen = <Value>(...all: Value[]) => fc.constantFrom(...all);
const kinds = ['book', 'approve', 'decline', 'undo', 'cancel', 'move', 'complete', 'no_show', 'leave'] as const;
// Chance alone would seldom get far: mostly it is the side that can, and something that is new.
const likely = [
  'book',
  'book',
  'book',
  'approve',
  'approve',
  'approve',
  'complete',
  'no_show',
  'move',
  'move',
] as const;
const deed = fc.record({
  kind: chosen(...kinds, ...likely),
  patient: fc.nat({ max: 2 }),
  back: chosen(0, 0, 1, 2, 3, 4),
  by: chosen('who answers', 'who answers', 'who answers', 'who asked'),
  hours: chosen(1, 1, 1, 3, 26, 220),
  quarters: fc.nat({ max: 6 }),
});
type Deed = typeof deed extends fc.Arbitrary<infer D> ? D : never;
const pauses = [0, 3 * second, 3 * second, 10 * second, 20 * minute, 80 * minute];
const wait = chosen(...pauses, ...pauses, ...pauses, day, 3 * day);
const round = fc.record({ deeds: fc.array(deed, { minLength: 1, maxLength: 4, size: 'max' }), wait });

/** What has been done in one run, to hold the notifications against. */
interface Story {
  ids: number[];
  /** Decisions that stand, by appointment, and those that ended by somebody's will. */
  decided: Map<number, number>;
  cancelled: Set<number>;
}

// No other end has it.
const onLeave = 'On leave.';

const counted = (map: Map<number, number>, id: number, by: number) => map.set(id, (map.get(id) ?? 0) + by);

async function attempt(story: Story, { kind, patient, back, by, hours, quarters }: Deed) {
  const now = t.clock.now();
  const { db } = t;
  const transaction = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(db, work);
  const quarter = 15 * minute;
  const at = (Math.ceil(now.getTime() / quarter) + quarters) * quarter + hours * hour;
  const wanted = { appointment_datetime: new Date(at).toISOString() };
  if (kind === 'book') {
    const actor = patients[patient] as Actor;
    const body = { user: actor.user_id, healthcare_provider: provider.user_id, problem: 'Any.', ...wanted };
    return void story.ids.push((await book({ db, transaction }, actor, body, now)).id);
  }
  if (kind === 'leave') {
    const local = (instant: number) => isoIn('Asia/Kolkata', new Date(instant)).slice(0, 16);
    const said = { from: local(at - hour), to: local(at + (1 + back) * hour), reason: onLeave };
    return void (await takeLeave({ transaction, live: t.services.live }, provider, said, now));
  }
  const id = story.ids.at(-1 - (back % Math.max(1, story.ids.length)));
  if (id === undefined) return;
  const { rows } = await sql<{ patient_id: number; proposed_by: string }>`
    select patient_id, proposed_by from appointments where id = ${id}`.execute(db);
  const { patient_id, proposed_by } = rows[0] as { patient_id: number; proposed_by: string };
  const provides = (proposed_by === 'patient') === (by === 'who answers');
  const actor = provides ? provider : (patients.find(({ user_id }) => user_id === patient_id) as Actor);
  const moves = {
    approve: (tx: Tx) => approve(tx, actor, id, now),
    decline: (tx: Tx) => decline(tx, actor, id, 'Away.', now),
    undo: (tx: Tx) => undo(tx, actor, id, now),
    cancel: (tx: Tx) => cancel(tx, actor, id, 'Away.', now),
    complete: (tx: Tx) => conclude(tx, actor, id, 'complete', now),
    no_show: (tx: Tx) => conclude(tx, actor, id, 'no_show', now),
    move: (tx: Tx) => move(tx, actor, id, { ...wanted, reason: 'Away.' }, now),
  };
  const run =
    kind === 'move'
      ? (work: (tx: Tx) => Promise<MoveResult>) => withReservation({ db, transaction }, work, now)
      : transaction;
  const { appointment, changed } = await run(moves[kind]);
  // What is approved a second time changes nothing.
  if (changed.length === 0) return;
  if (kind === 'approve' || kind === 'decline') counted(story.decided, id, 1);
  if (kind === 'undo') counted(story.decided, id, -1);
  if (kind === 'cancel') story.cancelled.add(id);
  if (kind === 'move') story.ids.push(appointment.id);
}

// What a person may be told; anything else is a fault.
const refusals = ['wrong_state', 'not_allowed', 'slot_taken', 'too_many_requests_open', 'invalid_input'];

async function attemptAll(story: Story, deeds: readonly Deed[]) {
  const done = await Promise.allSettled(deeds.map((one) => attempt(story, one)));
  for (const one of done) {
    if (one.status === 'rejected' && !(one.reason instanceof Problem && refusals.includes(one.reason.code)))
      throw one.reason;
  }
}

const rowsOf = async (query: ReturnType<typeof sql>) => (await query.execute(t.db)).rows;

async function expectNothingDouble() {
  const held = sql`(x.status in ('requested', 'approved') or x.undo_until is not null)`;
  const of = (name: string) => sql.raw(held.compile(t.db).sql.replaceAll('x.', `${name}.`));
  expect(
    await rowsOf(sql`
      select a.id, b.id from appointments a join appointments b on a.provider_id = b.provider_id and a.id < b.id
        and a.chain_id <> b.chain_id and tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)
      where ${of('a')} and ${of('b')}`),
  ).toEqual([]);
  expect(
    await rowsOf(sql`
      select chain_id from appointments where status = 'approved' group by chain_id having count(*) > 1`),
  ).toEqual([]);
}

/** Nothing that a patient asked for stays within a leave, or comes to be there. */
async function expectNothingInLeave() {
  expect(
    await rowsOf(sql`
      select a.id from appointments a join leaves l on l.provider_id = a.provider_id
        and l.away && tstzrange(a.starts_at, a.ends_at) and a.starts_at > l.created_at
      where a.proposed_by = 'patient' and (a.status in ('requested', 'approved') or a.undo_until is not null)`),
  ).toEqual([]);
}

async function expectTimeDone(before: Date, lastNotification: number) {
  const now = t.clock.now();
  expect(
    await rowsOf(sql`
      select id from appointments where (status = 'requested' and expires_at <= ${now}) or undo_until <= ${now}
        or (status = 'approved' and remind_at <= ${now} and undo_until is null) or (status <> 'approved' and remind_at is not null)`),
  ).toEqual([]);
  const reminded = (await rowsOf(sql`
    select a.status, a.starts_at, a.version = n.version as as_it_is from notifications n
    join appointments a on a.id = n.appointment_id where n.kind = 'reminder' and n.id > ${lastNotification}`)) as {
    status: string;
    starts_at: Date;
    as_it_is: boolean;
  }[];
  for (const { status, starts_at, as_it_is } of reminded) {
    expect([status, as_it_is, starts_at > now]).toEqual(['approved', true, true]);
    const due = reminderMinutes.map((minutes) => starts_at.getTime() - minutes * minute);
    // One that fell due while the approval could be taken back comes when that is over.
    expect(due.some((one) => one > before.getTime() - 10 * second && one <= now.getTime())).toBe(true);
  }
}

/** Each decision was told to the other side once, each end to whom it concerns, and nothing else was. */
async function expectTold({ ids, decided, cancelled }: Story) {
  const rows = (await rowsOf(sql`
    select a.id, a.status, a.patient_id, a.proposed_by, a.reason = ${onLeave} as fell,
      exists (select from appointments m where m.id = a.moves_id and m.reason = ${onLeave} and m.version = a.version)
        as fell_with_visit,
      array(select n.user_id || ' ' || n.kind from notifications n
        where n.appointment_id = a.id and ${stands} and n.kind not in ('reminder', 'request_received', 'move_proposed') order by n.id) as told
    from appointments a where a.id = any(${ids}) order by a.id`)) as {
    id: number;
    status: string;
    patient_id: number;
    proposed_by: string;
    fell: boolean | null;
    fell_with_visit: boolean;
    told: string[];
  }[];
  for (const { id, status, patient_id, proposed_by, fell, fell_with_visit, told } of rows) {
    const decisions = told.filter((line) => /approved|declined/.test(line));
    const asker = proposed_by === 'patient' ? patient_id : provider.user_id;
    expect(decisions).toHaveLength(decided.get(id) ?? 0);
    for (const line of decisions) expect(line.startsWith(`${asker} `)).toBe(true);
    expect(told.filter((line) => /cancelled|withdrawn/.test(line))).toHaveLength(cancelled.has(id) ? 1 : 0);
    // Of a visit and the new time that was proposed for it, the patient is told once.
    const fallen = fell === true && !fell_with_visit ? [`${patient_id} visit_in_leave`] : [];
    expect(told.filter((line) => line.includes('leave'))).toEqual(fallen);
    if (fell === true) expect(['declined', 'cancelled']).toContain(status);
    const both = [patient_id, provider.user_id].map((person) => `${person} request_expired`);
    expect(told.filter((line) => line.includes('expired'))).toEqual(status === 'expired' ? both : []);
  }
}

test('whatever people do at once and time does in between', { timeout: 240_000 }, async () => {
  const reached = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: 4, maxLength: 16, size: 'max' }), async (rounds) => {
      // Nothing is left open from the run before.
      await sql`
        update appointments set status = 'cancelled', undo_until = null, undo_to = null, undo_reason = null, remind_at = null`.execute(
        t.db,
      );
      await sql`delete from leaves`.execute(t.db);
      const story: Story = { ids: [], decided: new Map(), cancelled: new Set() };
      let looked = t.clock.now();
      for (const { deeds, wait: pause } of rounds) {
        await attemptAll(story, deeds);
        await expectNothingDouble();
        await expectNothingInLeave();
        t.clock.move(pause);
        const [last] = (await rowsOf(sql`select coalesce(max(id), 0) as id from notifications`)) as { id: number }[];
        await makeDueTransitions(t.services);
        await expectTimeDone(looked, (last as { id: number }).id);
        looked = t.clock.now();
        await expectNothingDouble();
      }
      await expectTold(story);
      const states = await rowsOf(sql`
        select distinct case when reason = ${onLeave} then reason else status end as status
        from appointments where id = any(${story.ids})`);
      for (const row of states) reached.add((row as { status: string }).status);
    }),
    { numRuns: 40 },
  );
  // Much was come to, or little would have been proved.
  const states = [onLeave, 'approved', 'cancelled', 'declined', 'expired', 'requested'];
  expect([...reached]).toEqual(expect.arrayContaining(states));
});
