import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { book, logInAgain, type Person, signUp } from '../../../test/fixtures/factories.ts';
import { addAppointment } from '../../../test/fixtures/visits.ts';
import { inTransaction, type Tx } from '../../platform/db/db.ts';
import { Problem } from '../../platform/errors/errors.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import { isoIn } from '../../platform/time/time.ts';
import { approve, cancel, decline, undo } from './decisions.ts';
import { withReservation } from './reservation.ts';
import { takeLeave } from './leave.ts';
import { move } from './moving.ts';
import { makeDueTransitions } from './due-transitions.ts';
import { join, leave } from './waiting.ts';

let t: TestApp;
const patients: Person[] = [];
beforeAll(async () => {
  t = await testApp();
  for (let n = 0; n < 4; n++) patients.push(await signUp(t));
});
afterAll(() => t.close());

const hour = 3600_000;
const actorOf = ({ user_id, username }: Person, role: Actor['role'] = 'patient'): Actor => ({
  user_id,
  username,
  session_id: '',
  role,
  grants: [],
  held_grants: [],
});

/** What people do: the numbers choose who, and with which of their appointments. */
const step = fc.oneof(
  fc.record({
    does: fc.constantFrom(
      ...(['cancel', 'accept', 'accept', 'decline', 'decline', 'undo', 'leave', 'join'] as const),
      ...(['move', 'move', 'grant', 'grant', 'refuse', 'propose', 'away'] as const),
    ),
    who: fc.nat(3),
    which: fc.nat(4),
  }),
  fc.record({ does: fc.constant('wait' as const), seconds: fc.constantFrom(1, 4, 11, 3601) }),
);

const transaction = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(t.db, work);

/** Does it where it can be done; a refusal is an answer like any other. */
async function tryTo(work: (tx: Tx, now: Date) => Promise<unknown>) {
  try {
    await withReservation({ db: t.db, transaction }, (tx) => work(tx, t.clock.now()), t.clock.now());
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
}

async function ofPatient({ user_id }: Person, providerId: number, which: 'offers' | 'visits' | 'moves', nth: number) {
  const { rows } = await sql<{ id: number }>`
    select id from appointments where patient_id = ${user_id} and provider_id = ${providerId}
      and (${which === 'visits'} or (offered and ${which === 'offers'}) or (moves_id is not null and ${which === 'moves'}))
    order by id desc`.execute(t.db);
  return rows[nth % Math.max(rows.length, 1)]?.id;
}

const nothing = {
  overlaps: 0,
  again: 0,
  two: 0,
  early: 0,
  away: 0,
  needless: 0,
  unanswered: 0,
  untold: 0,
  silent: 0,
};

/** What must never be, each with what was found of it. */
async function wrongs(providerId: number) {
  const { rows } = await sql<typeof nothing>`
    with of as (select * from appointments where provider_id = ${providerId}),
      live as (select * from of where status in ('requested', 'approved') or undo_until is not null)
    select
      (select count(*) from live a join live b on a.id < b.id and a.held && b.held and a.chain_id <> b.chain_id) as overlaps,
      (select count(*) from of o where offered and exists (select from of e
        where e.id < o.id and e.patient_id = o.patient_id and e.starts_at = o.starts_at)) as again,
      (select count(*) from (select from of where offered and status = 'requested' group by patient_id having count(*) > 1) m)
        as two,
      (select count(*) from of where offered and starts_at < requested_at + interval '30 minutes') as early,
      (select count(*) from live a join leaves l on l.provider_id = a.provider_id and l.away && a.held
        where (a.offered or a.proposed_by = 'patient') and a.starts_at > l.created_at) as away,
      -- Whoever has taken an offer waits no more, wherever the visit was moved to since.
      (select count(*) from of o join of taken on taken.patient_id = o.patient_id and taken.chain_id <> o.chain_id
          and taken.status = 'approved' and taken.undo_until is null and taken.decided_at < o.requested_at
        join waits w on w.patient_id = o.patient_id and w.provider_id = o.provider_id
        where o.offered and o.status = 'requested' and exists (select from of e where e.offered
          and e.chain_id = taken.chain_id and e.requested_at >= w.joined_at)) as needless,
      (select count(*) from of where status = 'requested' and expires_at <= ${t.clock.now()}) as unanswered,
      -- Each offer is told once, and each end that was not the patient's own doing.
      (select count(*) from of o where offered and 1 <> (select count(*) from notifications n
        where n.appointment_id = o.id and n.user_id = o.patient_id and n.kind = 'time_offered')) as untold,
      (select count(*) from of o where offered and status = 'expired' and not exists (select from notifications n
        where n.appointment_id = o.id and n.user_id = o.patient_id and n.kind = 'request_expired')) as silent`.execute(
    t.db,
  );
  return rows[0];
}

let offers = 0;
let taken = 0;
let moved = 0;

/** A walk on which somebody certainly takes what another one gave up. */
const taking = [
  { does: 'cancel' as const, who: 0, which: 0 },
  ...[0, 1, 2, 3].map((who) => ({ does: 'accept' as const, who, which: 0 })),
];

/** And one on which it is moved after that, and then another one becomes free that they would be the next for. */
const settled = { does: 'wait' as const, seconds: 11 as const };
const moving = [
  ...taking,
  settled,
  { does: 'move' as const, who: 1, which: 0 },
  { does: 'grant' as const, who: 1, which: 0 },
  settled,
  { does: 'cancel' as const, who: 2, which: 1 },
  { does: 'decline' as const, who: 0, which: 0 },
  settled,
];

test(
  'whatever people do, a time is offered to one at a time, to nobody twice, and never given twice',
  {
    timeout: 240_000,
  },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), async (steps) => {
        const provider = await signUp(t, { role: 'healthcare_provider' });
        for (const [n, patient] of patients.slice(0, 3).entries()) await addAppointment(t, patient, provider, 30 + n);
        for (const patient of patients)
          await tryTo((tx, now) => join(tx, actorOf(patient), provider.user_id, wish, now));
        for (const one of steps) {
          if (one.does === 'wait') t.clock.move(one.seconds * 1000);
          else await act(one, provider);
          await makeDueTransitions(t.services);
          expect(await wrongs(provider.user_id)).toEqual(nothing);
        }
        // Until the last of these times is over.
        t.clock.move(100 * hour);
        await makeDueTransitions(t.services);
        expect(await wrongs(provider.user_id)).toEqual(nothing);
        const { rows } = await sql<{ offers: number; taken: number; moved: number; left: number }>`
        select count(*) filter (where offered) as offers, count(*) filter (where offered and status = 'approved') as taken,
          count(*) filter (where offered and moved_to_id is not null) as moved, (select count(*) from freed_times) as left
        from appointments where provider_id = ${provider.user_id}`.execute(t.db);
        // Nothing that became free is forgotten, and nothing waits for ever.
        expect(rows[0]?.left).toBe(0);
        offers += rows[0]?.offers ?? 0;
        taken += rows[0]?.taken ?? 0;
        moved += rows[0]?.moved ?? 0;
        await sql`delete from waits`.execute(t.db);
      }),
      { numRuns: 30, examples: [[taking], [moving]] },
    );
    // It was no idle walk.
    expect([offers > 0, taken > 0, moved > 0]).toEqual([true, true, true]);
  },
);

const wish = { problem: 'A cough.' };

async function act({ does, who, which }: { does: string; who: number; which: number }, provider: Person) {
  const providerId = provider.user_id;
  const patient = patients[who] as Person;
  const [actor, doctor] = [actorOf(patient), actorOf(provider, 'healthcare_provider')];
  if (does === 'join') return await tryTo((tx, now) => join(tx, actor, providerId, wish, now));
  if (does === 'leave') return await tryTo((tx, now) => leave(tx, actor, providerId, now));
  const start = t.clock.now().getTime() + (28 + which) * hour;
  if (does === 'away') {
    const local = (instant: number) => isoIn('Asia/Kolkata', new Date(instant)).slice(0, 16);
    const said = { from: local(start), to: local(start + hour), reason: null };
    return void (await takeLeave({ transaction, live: t.services.live }, doctor, said, t.clock.now()));
  }
  const kinds: Record<string, 'visits' | 'moves'> = {
    cancel: 'visits',
    move: 'visits',
    propose: 'visits',
    grant: 'moves',
    refuse: 'moves',
  };
  const id = await ofPatient(patient, providerId, kinds[does] ?? 'offers', kinds[does] === 'moves' ? 0 : which);
  if (id === undefined) return;
  const elsewhere = {
    appointment_datetime: new Date(start + 0.5 * hour + who * 60_000).toISOString(),
    reason: 'Away.',
  };
  const verbs = {
    cancel: (tx: Tx, now: Date) => cancel(tx, actor, id, null, now),
    accept: (tx: Tx, now: Date) => approve(tx, actor, id, now),
    decline: (tx: Tx, now: Date) => decline(tx, actor, id, null, now),
    undo: (tx: Tx, now: Date) => undo(tx, actor, id, now),
    move: (tx: Tx, now: Date) => move(tx, actor, id, elsewhere, now),
    propose: (tx: Tx, now: Date) => move(tx, doctor, id, elsewhere, now),
    grant: (tx: Tx, now: Date) => approve(tx, doctor, id, now),
    refuse: (tx: Tx, now: Date) => decline(tx, doctor, id, 'Away.', now),
  };
  await tryTo(verbs[does as keyof typeof verbs]);
}

test('a time that is offered while somebody books it goes to one of the two', async () => {
  const provider = await signUp(t, { role: 'healthcare_provider' });
  const [asha, bela, chand] = patients as [Person, Person, Person];
  await tryTo((tx, now) => join(tx, actorOf(bela), provider.user_id, wish, now));
  const other = await logInAgain(t, chand);
  for (let n = 0; n < 8; n++) {
    const id = await addAppointment(t, asha, provider, 50 + n);
    const { rows } = await sql<{ at: Date }>`select starts_at as at from appointments where id = ${id}`.execute(t.db);
    const at = rows[0]?.at as Date;
    await tryTo((tx, now) => cancel(tx, actorOf(asha), id, null, now));
    await Promise.allSettled([
      book(t, other, provider, { at }),
      makeDueTransitions(t.services),
      makeDueTransitions(t.services),
    ]);
    const live = await sql`
      select id from appointments where provider_id = ${provider.user_id} and starts_at = ${at}
        and status in ('requested', 'approved')`.execute(t.db);
    expect(live.rows).toHaveLength(1);
    await sql`update appointments set status = 'cancelled' where id = ${(live.rows[0] as { id: number }).id}`.execute(
      t.db,
    );
  }
});
