import { sideOf } from '@carecommons/contract/appointment-rules';
import type { Appointment } from '@carecommons/contract/appointments';
import { type RawBuilder, sql } from 'kysely';
import { type Db, type Page, pageOf } from '../../platform/db/db.ts';
import { Problem } from '../../platform/errors/errors.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import { type AppointmentRow, columnsFor, getAppointment, joined, patientNameFor, sent } from './appointments.ts';
import { containsWords } from '../../platform/search/search.ts';
import { type ListSearch, withinDays } from '../providers/providers.ts';
import { freeTimesNear } from './free-times.ts';
import { isOpen, isVisit, wasLeftUndecided } from './states.ts';

/**
 * Where the previous page ended: the start in milliseconds (or the expiry, if the list is ordered by it), and the id.
 */
export type Cursor = readonly [number, number];

interface ListQuery {
  limit: number;
  after?: Cursor | undefined;
}

type Order = 'soonest first' | 'newest first';

// A visit ends within 24 hours of its start: with the second condition the index by start skips old visits.
const stillToCome = (now: Date) => sql<boolean>`${isOpen()} and a.ends_at > ${now}
  and a.starts_at > ${new Date(now.getTime() - 86_400_000)}`;

interface Seen {
  actor: Actor;
  which: RawBuilder<boolean>;
  order: Order;
  now: Date;
}

async function listBy(db: Db, { actor, which, order, now }: Seen, { limit, after }: ListQuery) {
  const way = order === 'soonest first' ? sql`asc` : sql`desc`;
  const beyond = order === 'soonest first' ? sql`>` : sql`<`;
  const from =
    after === undefined
      ? sql`true`
      : sql`(a.starts_at, a.id) ${beyond} (${new Date(after[0])}::timestamptz, ${after[1]})`;
  const { rows } = await sql<AppointmentRow>`
    select ${columnsFor(actor, now)} from ${joined} where ${which} and ${from}
    order by a.starts_at ${way}, a.id ${way} limit ${limit + 1}`.execute(db);
  const { rows: page, next } = pageOf(rows, limit, ({ starts_at, id }) => [starts_at.getTime(), id]);
  return { rows: page.map(sent), next } satisfies Page<Appointment>;
}

/** A page of the actor's future visits and requests as patient or provider, soonest first. */
export async function listUpcoming(db: Db, actor: Actor, as: 'patient' | 'provider', asked: ListQuery, now: Date) {
  const own = as === 'patient' ? sql`a.patient_id` : sql`a.provider_id`;
  const which = sql<boolean>`${own} = ${actor.user_id} and ${stillToCome(now)}`;
  return await listBy(db, { actor, which, order: 'soonest first', now }, asked);
}

/** A page of the actor's other visits as patient: past, declined and cancelled ones, newest first. */
export async function listHistory(db: Db, actor: Actor, asked: ListQuery, now: Date) {
  const which = sql<boolean>`a.patient_id = ${actor.user_id} and not (${stillToCome(now)})`;
  return await listBy(db, { actor, which, order: 'newest first', now }, asked);
}

/** A page of all the actor's visits and requests as provider, newest first; a search is over what the actor sees of them. */
export async function listAllOfProvider(db: Db, actor: Actor, asked: ListQuery & ListSearch, now: Date) {
  const words = containsWords(asked.q, [patientNameFor(actor, now), sql`a.problem`]);
  const which = sql<boolean>`a.provider_id = ${actor.user_id} and ${withinDays(actor, sql`a.starts_at`, asked)}
    and ${words}`;
  return await listBy(db, { actor, which, order: 'newest first', now }, asked);
}

/** A page of the actor's visits as provider that are over and not closed yet: nobody has said whether the patient came. */
export async function listVisitsToClose(db: Db, actor: Actor, asked: ListQuery, now: Date) {
  const which = sql<boolean>`a.provider_id = ${actor.user_id} and a.status = 'approved' and a.ends_at <= ${now}
    and a.starts_at < ${now}`;
  return await listBy(db, { actor, which, order: 'newest first', now }, asked);
}

// A request expires at the latest when its visit begins: with the start the index skips old requests.
const openAsPatient = ({ user_id }: Actor, now: Date) => sql<boolean>`a.patient_id = ${user_id}
  and a.status = 'requested' and a.expires_at > ${now} and a.starts_at > ${now}`;
const toAnswerAsProvider = ({ user_id }: Actor, now: Date) => sql<boolean>`a.provider_id = ${user_id}
  and a.status = 'requested' and a.proposed_by = 'patient' and a.expires_at > ${now}`;

/** A page of the requests that wait for the actor's decision as provider, the one that expires first on top. */
export async function listRequestsToAnswer(db: Db, actor: Actor, { limit, after }: ListQuery, now: Date) {
  const from =
    after === undefined ? sql`true` : sql`(a.expires_at, a.id) > (${new Date(after[0])}::timestamptz, ${after[1]})`;
  const { rows } = await sql<AppointmentRow>`
    select ${columnsFor(actor, now)} from ${joined} where ${toAnswerAsProvider(actor, now)} and ${from}
    order by a.expires_at, a.id limit ${limit + 1}`.execute(db);
  const { rows: page, next } = pageOf(rows, limit, ({ expires_at, id }) => [expires_at.getTime(), id]);
  return { rows: page.map(sent), next } satisfies Page<Appointment>;
}

/**
 * The number of these requests, and the first: one that waits for the patient's answer, then the one that expires
 * first.
 */
async function requestsInBrief(db: Db, actor: Actor, which: RawBuilder<boolean>, now: Date) {
  const { rows } = await sql<AppointmentRow & { count: number }>`
    select ${columnsFor(actor, now)}, (select count(*)::integer from appointments a where ${which}) as count
    from ${joined} where ${which}
    order by (a.proposed_by = 'provider') desc, a.expires_at, a.id limit 1`.execute(db);
  if (rows[0] === undefined) return { count: 0, first: null };
  const { count, ...first } = rows[0];
  return { count, first: sent(first) };
}

/** What is next for the actor: their next confirmed visit on either side, and the requests on each side. */
export async function getVisitsInBrief(db: Db, actor: Actor, now: Date) {
  const confirmed: AppointmentRow[] = [];
  for (const own of [sql`a.patient_id`, sql`a.provider_id`]) {
    const { rows } = await sql<AppointmentRow>`
      select ${columnsFor(actor, now)} from ${joined} where ${own} = ${actor.user_id} and ${stillToCome(now)} and a.status = 'approved'
      order by a.starts_at, a.id limit 1`.execute(db);
    confirmed.push(...rows);
  }
  const [next] = confirmed.toSorted((one, other) => one.starts_at.getTime() - other.starts_at.getTime());
  return {
    next: next === undefined ? null : sent(next),
    as_patient: await requestsInBrief(db, actor, openAsPatient(actor, now), now),
    as_provider: await requestsInBrief(db, actor, toAnswerAsProvider(actor, now), now),
  };
}

/**
 * A page of the earlier past visits of the same patient with the actor, newest first. Throws `not_found`, and
 * `not_allowed` for the patient.
 */
export async function listEarlierVisits(db: Db, actor: Actor, id: number, asked: ListQuery, now: Date) {
  const appointment = await getAppointment(db, actor, id, now);
  if (sideOf(actor, appointment) !== 'provider') throw new Problem('not_allowed');
  const start = new Date(appointment.appointment_datetime);
  const before = start < now ? start : now;
  const visits = sql<boolean>`a.patient_id = ${appointment.user.user} and a.provider_id = ${actor.user_id}
    and (${isVisit()} or ${wasLeftUndecided})
    and a.ends_at <= ${before} and a.starts_at < ${before}`;
  return await listBy(db, { actor, which: visits, order: 'newest first', now }, asked);
}

/**
 * The provider's free times nearest to an appointment of the actor, soonest first; none while the directory does not
 * show the provider. Throws `not_found`.
 */
export async function listFreeTimes(db: Db, actor: Actor, id: number, now: Date): Promise<string[]> {
  const { appointment_datetime, healthcare_provider, kind } = await getAppointment(db, actor, id, now);
  const about = { providerId: healthcare_provider.user, kind: kind?.id ?? null, start: new Date(appointment_datetime) };
  return await freeTimesNear(db, about, now);
}
