import { isVisit, type Side, type Status, withoutContact } from '@carecommons/contract/appointment-rules';
import { type RawBuilder, sql } from 'kysely';
import type { ColumnOf, Db, RowOf } from '../../platform/db/db.ts';
import { appointmentRows, isActive, isVisitRow, joined, visitPlace } from '../appointments/appointments.ts';

/** A visit as a calendar needs it. The reason for the visit is not read at all. */
export interface CalendarVisit extends RowOf<
  'appointments',
  'id' | 'chain_id' | 'version' | 'starts_at' | 'ends_at' | 'decided_at' | 'requested_at' | 'undo_until'
> {
  status: Status;
  /** Whether it is or was only a proposed time for another visit. */
  proposed: boolean;
  /** The appointment that replaced it. */
  moved_to_id: ColumnOf<'appointments', 'moved_to_id'>;
  undo_to: Status | null;
  /** Whose calendar it is for. */
  side: Side;
  /** The other person's name, and where the visit is: an address or, once it is confirmed, the link to the video call. */
  other: string;
  address: string;
  /** What kind of visit it is. */
  kind: ColumnOf<'appointments', 'kind_name'>;
}

const columnsFor = (
  userId: number,
  now: Date,
) => sql`a.id, a.chain_id, a.version, a.starts_at, a.ends_at, a.status, a.moved_to_id,
  a.decided_at, a.requested_at, a.undo_until, a.undo_to,
  a.moves_id is not null and (coalesce(a.undo_until > ${now} and a.undo_to = 'requested', false) or not exists (
    select from ${appointmentRows} b where b.id = a.moves_id and b.moved_to_id = a.id)) as proposed,
  case when a.patient_id = ${userId} then 'patient' else 'provider' end as side,
  case when a.patient_id = ${userId} then p.name when u.erased_at is not null or shows_contact(a, ${now})
    then coalesce(f.name, u.username) else ${withoutContact} end as other,
  case when a.kind_video_url is null then ${visitPlace}
    when ${isVisitRow()} then a.kind_video_url else '' end as address, a.kind_name as kind`;
async function read(db: Db, userId: number, which: RawBuilder<boolean>, now: Date, rest = sql``) {
  const { rows } = await sql<CalendarVisit>`
    select ${columnsFor(userId, now)} from ${joined} where ${which} ${rest}`.execute(db);
  return rows;
}

/** One visit of which the person is the patient or the provider; undefined for everybody else. */
export async function findVisit(db: Db, userId: number, id: number, now: Date): Promise<CalendarVisit | undefined> {
  const [visit] = await read(db, userId, sql`a.id = ${id} and ${userId} in (a.patient_id, a.provider_id)`, now);
  return visit;
}

// Calendars keep what they have already read; a new subscription does not need visits older than a month.
const lookBackMs = 31 * 86_400_000;
const visitsAtMost = 2000;

/** The visits of a person on one side that a calendar shows, soonest first, without old ones. */
export async function listVisits(db: Db, userId: number, side: Side, now: Date): Promise<CalendarVisit[]> {
  const own = side === 'patient' ? sql`a.patient_id` : sql`a.provider_id`;
  const which = sql<boolean>`${own} = ${userId} and a.starts_at > ${new Date(now.getTime() - lookBackMs)}
    and (${isActive()} or a.undo_until > ${now})`;
  const rows = await read(db, userId, which, now, sql`order by a.starts_at, a.id limit ${visitsAtMost}`);
  return rows.filter((visit) => standing(visit, now) !== 'over');
}

/**
 * The status of a visit for calendars. A decision that can still be undone does not count yet, because a calendar entry is hard to
 * take back.
 */
export function standing(
  { status, undo_until, undo_to, moved_to_id }: CalendarVisit,
  now: Date,
): 'asked' | 'agreed' | 'over' {
  const undecided = undo_until !== null && undo_until > now;
  const counts = undecided ? (undo_to as Status) : status;
  if (counts === 'requested') return 'asked';
  if (!undecided && moved_to_id !== null) return 'over';
  return isVisit(counts) ? 'agreed' : 'over';
}

/** Whether the last decision can still be undone. */
export const isUndecided = ({ undo_until }: CalendarVisit, now: Date) => undo_until !== null && undo_until > now;
