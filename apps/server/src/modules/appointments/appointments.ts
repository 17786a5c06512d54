import {
  isVisit,
  mayReport,
  type Side,
  type Status,
  takesReport,
  withoutContact,
} from '@carecommons/contract/appointment-rules';
import type { Appointment } from '@carecommons/contract/appointments';
import { sql } from 'kysely';
import type { Db, RowOf } from '../../platform/db/db.ts';
import { Problem } from '../../platform/errors/errors.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import { isoIn } from '../../platform/time/time.ts';
import { isOpen, isVisit as isVisitRow } from './states.ts';
import { basicProfiles, people } from '../accounts/accounts.ts';
import { providerProfiles } from '../providers/providers.ts';

export { freeWithin } from './slots.ts';
export { endsWithLeaver, isActive, isVisit as isVisitRow, tookPlace } from './states.ts';
export { leaveAllLists } from './waiting-end.ts';

/** A row as it is read: its instants have no zone yet. */
export interface AppointmentRow
  extends
    Pick<
      Appointment,
      | 'id'
      | 'time_zone'
      | 'problem'
      | 'healthcare_provider'
      | 'user'
      | 'offered'
      | 'moves_id'
      | 'moved_to_id'
      | 'reason'
      | 'ended_by'
      | 'kind'
      | 'confirmed_at_once'
    >,
    RowOf<
      'appointments',
      'starts_at' | 'ends_at' | 'requested_at' | 'expires_at' | 'undo_until' | 'cancel_minutes' | 'move_minutes'
    > {
  status: Status;
  proposed_by: Side;
  proposal: { id: number; starts_at: string; proposed_by: Side } | null;
}

/** The place of a visit with the provider `p` in one line: the address, and the city unless the address names it. */
export const visitPlace = sql<string>`case when strpos(lower(p.address), lower(p.city)) > 0 then p.address
  else concat_ws(', ', p.address, p.city) end`;

/** The patient's name, for the patient, and for the provider while `shows_contact` allows it; joined as below. */
const patientSeenBy = ({ user_id }: Actor, now: Date) => sql<Appointment['user']>`case
  when a.patient_id = ${user_id} or u.erased_at is not null or shows_contact(a, ${now})
    then json_build_object('user', u.id, 'name', coalesce(f.name, u.username), 'phone', coalesce(f.phone, ''))
  else json_build_object('user', u.id, 'name', ${withoutContact}::text, 'phone', '') end`;

/** The same name alone. */
export const patientNameFor = (actor: Actor, now: Date) => sql<string>`(${patientSeenBy(actor, now)}) ->> 'name'`;

/** The columns of an appointment that the actor sees. */
export const columnsFor = (
  actor: Actor,
  now: Date,
) => sql`a.id, a.starts_at, a.ends_at, a.time_zone, a.problem, a.status, a.requested_at,
  a.proposed_by, a.offered, a.moves_id, a.moved_to_id, a.reason, a.ended_by, a.expires_at, a.undo_until,
  a.cancel_minutes, a.move_minutes, a.confirmed_at_once,
  case when a.kind_name is not null then json_build_object('id', a.kind_id, 'name', a.kind_name, 'fee', a.kind_fee,
    'confirmation', a.kind_confirmation, 'by_video', a.kind_video_url is not null,
    'video_url', case when a.provider_id = ${actor.user_id} or ${isVisitRow()} then a.kind_video_url end) end as kind,
  case when ${isOpen()} then (
    select json_build_object('id', n.id, 'starts_at', n.starts_at, 'proposed_by', n.proposed_by)
    from appointments n where n.moves_id = a.id and n.status = 'requested') end as proposal,
  json_build_object('user', p.user_id, 'name', p.name, 'phone', p.phone, 'fees', p.fees, 'address', ${visitPlace},
    'suspended', p.suspended_at is not null
      or exists (select from ${people} d where d.id = p.user_id and d.disabled_at is not null))
    as healthcare_provider,
  ${patientSeenBy(actor, now)} as "user"`;
export const joined = sql`appointments a join ${providerProfiles} p on p.user_id = a.provider_id
  join ${people} u on u.id = a.patient_id left join ${basicProfiles} f on f.user_id = a.patient_id`;

/** The two people who may see an appointment; for everybody else it does not exist. */
export const visibleTo = (actor: Actor) => sql<boolean>`${actor.user_id} in (a.patient_id, a.provider_id)`;

/** A row as it is sent: instants in the provider's zone. */
export function sent(row: AppointmentRow): Appointment {
  const { starts_at, ends_at, requested_at, expires_at, undo_until, cancel_minutes, move_minutes, ...same } = row;
  const { time_zone: zone, status, proposal } = row;
  const iso = (instant: Date) => isoIn(zone, instant);
  const before = (minutes: number) => iso(new Date(starts_at.getTime() - minutes * 60_000));
  return {
    ...same,
    appointment_datetime: iso(starts_at),
    ends_at: iso(ends_at),
    requested_at: iso(requested_at),
    is_approved: isVisit(status),
    expires_at: status === 'requested' ? iso(expires_at) : null,
    undo_until: undo_until === null ? null : iso(undo_until),
    cancel_until: before(cancel_minutes),
    move_until: before(move_minutes),
    proposal: proposal && {
      id: proposal.id,
      appointment_datetime: iso(new Date(proposal.starts_at)),
      proposed_by: proposal.proposed_by,
    },
  };
}

/** One appointment of the actor, as patient or provider. Throws `not_found`. */
export async function getAppointment(db: Db, actor: Actor, id: number, now: Date): Promise<Appointment> {
  return await find(db, actor, id, now);
}

/** The same, with its row locked against moves, for a reader that relies on it afterwards. */
async function find(db: Db, actor: Actor, id: number, now: Date, lock = sql``) {
  const { rows } = await sql<AppointmentRow>`
    select ${columnsFor(actor, now)} from ${joined} where a.id = ${id} and ${visibleTo(actor)} ${lock}`.execute(db);
  if (rows[0] === undefined) throw new Problem('not_found');
  return sent(rows[0]);
}

/**
 * The appointment for which the actor may upload a report; locked against moves until the transaction ends. Throws
 * `not_found`, `not_allowed` (not its provider), `wrong_state` (not past, or it did not take place).
 */
export async function appointmentForReport(tx: Db, actor: Actor, id: number, now: Date) {
  const appointment = await find(tx, actor, id, now, sql`for share of a`);
  if (!mayReport(actor, appointment)) throw new Problem('not_allowed');
  if (!takesReport(appointment, now)) {
    throw new Problem('wrong_state', { message: 'A report can be added once the visit has taken place.' });
  }
  const { healthcare_provider: provider, user: patient } = appointment;
  if (await isErased(tx, patient.user)) {
    throw new Problem('wrong_state', {
      message: 'This patient has erased the account. Nothing can be added any more.',
    });
  }
  return {
    id,
    patient_id: patient.user,
    provider_id: provider.user,
    provider_name: provider.name,
  };
}

/**
 * Whether a person's account was erased. For a caller that holds a lock on the visit's row, the result stays true until
 * it lets go.
 */
async function isErased(db: Db, userId: number): Promise<boolean> {
  const { rows } = await sql`select from ${people} account where id = ${userId} and erased_at is not null`.execute(db);
  return rows.length > 0;
}

/** A future visit as other people than its two may see it. */
export interface VisitToCome extends Pick<Appointment, 'appointment_datetime' | 'time_zone' | 'status'> {
  patient_id: number;
}

/** All future visits with a provider, soonest first. */
export async function visitsToCome(db: Db, providerId: number, now: Date): Promise<VisitToCome[]> {
  const { rows } = await sql<RowOf<'appointments', 'patient_id' | 'starts_at' | 'time_zone' | 'status'>>`
    select a.patient_id, a.starts_at, a.time_zone, a.status from appointments a
    where a.provider_id = ${providerId} and ${isOpen()} and a.starts_at > ${now}
    order by a.starts_at, a.id`.execute(db);
  return rows.map(({ starts_at, ...row }) => ({ ...row, appointment_datetime: isoIn(row.time_zone, starts_at) }));
}

/** When each visit was requested, since a moment. */
export const requestedSince = (since: Date) =>
  sql`select requested_at as at from appointments where requested_at >= ${since}`;

/** When each visit that is confirmed or took place was confirmed, since a moment. */
export const approvedSince = (since: Date) => sql`
  select decided_at as at from appointments a where decided_at >= ${since} and ${isVisitRow()}`;

/** All rows of a person, for `shows_contact`, which is about one called `a`. */
export const appointmentRows = sql`appointments`;
