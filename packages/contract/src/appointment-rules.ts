// The rules of an appointment, shared by the server and the screens. This file contains no schema.

export const statuses = ['requested', 'approved', 'declined', 'cancelled', 'expired', 'completed', 'no_show'] as const;
export type Status = (typeof statuses)[number];

/** The states in which an appointment reserves its time: nobody else can get it. */
export const openStatuses = ['requested', 'approved'] as const satisfies Status[];
export const isOpen = (status: Status): boolean => (openStatuses as readonly Status[]).includes(status);

/** The states in which both sides agreed: a future or past visit, including one that the patient missed. */
export const visitStatuses = ['approved', 'completed', 'no_show'] as const satisfies Status[];
export const isVisit = (status: Status): boolean => (visitStatuses as readonly Status[]).includes(status);

/** The two people of an appointment. */
export const sides = ['patient', 'provider'] as const;
export type Side = (typeof sides)[number];

/**
 * Who makes a move: a side by its name; for a request the side that made it (`asking`) or the side that must answer it
 * (`asked`); `time` for moves that are made when they are due; `chain` for what follows from a move of another
 * appointment in the chain; `kind` for what the kind of visit says about all visits of it.
 */
export type Mover = Side | 'asking' | 'asked' | 'time' | 'chain' | 'kind';

/** When a move is possible. */
type When =
  | 'until it expires'
  | 'for ten seconds'
  | 'until the cut-off'
  | 'once it has begun'
  | 'when it has expired'
  | 'with its chain'
  | 'when it is requested';

interface Rule {
  /** Who may make it, for each state that allows it. */
  by: Partial<Record<Status, readonly Mover[]>>;
  /** The state after it. A proposed new time changes nothing until it is approved. */
  to: Status | 'the same' | 'as before';
  when: When;
  /** The side that must give a reason. */
  reason?: Side;
}

/**
 * Everything that can be done with an appointment: by whom, in which state, until when, and with what result. A request
 * waits for its provider or, if the provider proposed the time, for its patient. A leave or an erasure declines
 * requests that wait for that person and cancels everything else, at any time.
 */
export const moves = {
  approve: { by: { requested: ['asked'] }, to: 'approved', when: 'until it expires' },
  decline: { by: { requested: ['asked'] }, to: 'declined', when: 'until it expires', reason: 'provider' },
  undo: { by: { approved: ['asked'], declined: ['asked'] }, to: 'requested', when: 'for ten seconds' },
  cancel: {
    by: { requested: ['asking'], approved: ['patient', 'provider'] },
    to: 'cancelled',
    when: 'until the cut-off',
    reason: 'provider',
  },
  move: {
    by: { requested: ['patient', 'provider'], approved: ['patient', 'provider'] },
    to: 'the same',
    when: 'until the cut-off',
    reason: 'provider',
  },
  complete: { by: { approved: ['provider'], no_show: ['provider'] }, to: 'completed', when: 'once it has begun' },
  no_show: { by: { approved: ['provider'], completed: ['provider'] }, to: 'no_show', when: 'once it has begun' },
  // In the transaction of the request. It cannot be undone, but cancelled like every visit.
  confirm: { by: { requested: ['kind'] }, to: 'approved', when: 'when it is requested' },
  expire: { by: { requested: ['time'] }, to: 'expired', when: 'when it has expired' },
  // What an approval replaces, and the proposal for a visit that is cancelled; and what an undone decision restores.
  replace: { by: { requested: ['chain'], approved: ['chain'] }, to: 'cancelled', when: 'with its chain' },
  restore: { by: { cancelled: ['chain'] }, to: 'as before', when: 'with its chain' },
} as const satisfies Record<string, Rule>;
export type Move = keyof typeof moves;

/**
 * How long a decision can be undone, in seconds. Emails, calendars and the waiting list learn of it only afterwards.
 */
export const undoSeconds = 10;

/** Shown to a provider instead of the patient's name once the contact is hidden; the phone number is then empty. */
export const withoutContact = 'Patient';

/** Whether the contact is hidden. A patient who is really called so has a phone number. */
export const isWithoutContact = ({ name, phone }: { name: string; phone: string }) =>
  name === withoutContact && phone === '';

/** What the rules need to know about a person and an appointment. Instants are ISO 8601. */
interface Person {
  user_id: number;
}
interface Parties {
  healthcare_provider: { user: number };
  user: { user: number };
}
export interface Facts extends Parties {
  status: Status;
  proposed_by: Side;
  appointment_datetime: string;
  expires_at: string | null;
  undo_until: string | null;
  cancel_until: string;
  move_until: string;
  moves_id: number | null;
}

/** The side of a person; undefined for anybody else. */
export function sideOf(person: Person, { healthcare_provider, user }: Parties): Side | undefined {
  if (person.user_id === healthcare_provider.user) return 'provider';
  return person.user_id === user.user ? 'patient' : undefined;
}

const otherSide = { patient: 'provider', provider: 'patient' } as const;

function isMover(mover: Mover, side: Side, { proposed_by }: Pick<Facts, 'proposed_by'>) {
  if (mover === 'asking') return side === proposed_by;
  if (mover === 'asked') return side === otherSide[proposed_by];
  return side === mover;
}

/** Whether a person may make a move in some state of the appointment. This checks who, not when. */
export function mayMove(move: Move, person: Person, appointment: Facts): boolean {
  const side = sideOf(person, appointment);
  const movers: readonly (readonly Mover[])[] = Object.values(moves[move].by);
  return side !== undefined && movers.flat().some((mover) => isMover(mover, side, appointment));
}

/** Why a move is not possible: the state, or the time, which is too late or too early. */
export type Hindrance =
  | 'state'
  | 'expired'
  | 'ten seconds over'
  | 'cut-off passed'
  | 'begun'
  | 'not begun'
  | 'not expired';

/** Why a person cannot make a move now; undefined if they can. */
export function hindranceTo(move: Move, person: Person, appointment: Facts, now: Date): Hindrance | undefined {
  const side = sideOf(person, appointment);
  const { by }: Rule = moves[move];
  const { status, moves_id } = appointment;
  if (side === undefined || by[status]?.some((mover) => isMover(mover, side, appointment)) !== true) return 'state';
  // A proposed time can be approved or declined. After that, another one can be proposed.
  if (move === 'move' && status === 'requested' && moves_id !== null) return 'state';
  return untimely(move, side, appointment, now);
}

/** Whether a person can make a move now: the state and the time allow it, and the person may. */
export const canMove = (move: Move, person: Person, appointment: Facts, now: Date): boolean =>
  hindranceTo(move, person, appointment, now) === undefined;

function untimely(move: Move, side: Side, appointment: Facts, now: Date): Hindrance | undefined {
  const { status, appointment_datetime, expires_at, undo_until, cancel_until, move_until } = appointment;
  const isBefore = (instant: string | null) => instant !== null && now < new Date(instant);
  const { when }: Rule = moves[move];
  switch (when) {
    case 'until it expires':
      if (!isBefore(expires_at)) return 'expired';
      // A request that waits for a proposal may outlast its own time: it can still be declined, but not approved.
      return move === 'approve' && !isBefore(appointment_datetime) ? 'begun' : undefined;
    case 'when it has expired':
      return isBefore(expires_at) ? 'not expired' : undefined;
    case 'with its chain':
    case 'when it is requested':
      return 'state';
    case 'for ten seconds':
      return isBefore(undo_until) ? undefined : 'ten seconds over';
    case 'once it has begun':
      return isBefore(appointment_datetime) ? 'not begun' : undefined;
    default: {
      if (status === 'requested') return isBefore(expires_at) ? undefined : 'expired';
      if (!isBefore(appointment_datetime)) return 'begun';
      // The cut-offs apply to patients of a confirmed visit. A provider can act until the visit begins, with a reason.
      const cutOff = move === 'cancel' ? cancel_until : move_until;
      return side === 'provider' || isBefore(cutOff) ? undefined : 'cut-off passed';
    }
  }
}

/** Whether a person must give a reason. */
export function needsReason(move: Move, person: Person, appointment: Parties): boolean {
  const { reason }: Rule = moves[move];
  return reason !== undefined && sideOf(person, appointment) === reason;
}

/** Whether the appointment reserves its time: while it is open, and while an undo can open it again. */
export const holdsTime = ({ status, undo_until }: Pick<Facts, 'status' | 'undo_until'>): boolean =>
  isOpen(status) || undo_until !== null;

/** Whether it was a visit and its time has come, including visits that the patient missed. */
export const tookPlace = (
  { status, appointment_datetime }: Pick<Facts, 'status' | 'appointment_datetime'>,
  now: Date,
): boolean => isVisit(status) && new Date(appointment_datetime) <= now;

/** A patient's request that was never decided. The visit may have taken place all the same. */
export const wasLeftUndecided = ({
  status,
  proposed_by,
  moves_id,
  moved_to_id,
}: Pick<Facts, 'status' | 'proposed_by' | 'moves_id'> & { moved_to_id: number | null }): boolean =>
  (status === 'requested' || status === 'expired') &&
  proposed_by === 'patient' &&
  moves_id === null &&
  moved_to_id === null;

const minuteMs = 60_000;

/**
 * When an unanswered request expires: after the provider's answer time (48 hours by default) or two hours before the
 * visit, whichever is earlier, but at least 30 minutes after it was made. If the visit begins sooner than that, when it
 * begins.
 */
export function expiryOf(requestedAt: Date, startsAt: Date, answerHours: number): Date {
  const [asked, start] = [requestedAt.getTime(), startsAt.getTime()];
  const deadline = Math.min(asked + answerHours * 60 * minuteMs, start - 120 * minuteMs);
  return new Date(Math.min(Math.max(deadline, asked + 30 * minuteMs), start));
}

/** How long before a confirmed visit both people get reminders, in minutes. */
export const reminderMinutes = [7 * 24 * 60, 24 * 60, 2 * 60] as const;

/**
 * When the next reminder of a visit is due: the first of the three after `after`, which is the time of the confirmation
 * or of the last reminder. Undefined if none is left.
 */
export function nextReminder(startsAt: Date, after: Date): Date | undefined {
  return reminderMinutes.map((minutes) => new Date(startsAt.getTime() - minutes * minuteMs)).find((due) => due > after);
}

/** Who may upload a report: the provider. `takesReport` says when. */
export function mayReport(person: Person, appointment: Parties): boolean {
  return sideOf(person, appointment) === 'provider';
}

/**
 * Whether a report may be uploaded: the time is past and the visit may have taken place, even if nobody decided the
 * patient's request. A proposed or offered time that was not accepted is not a visit.
 */
export function takesReport(
  appointment: Pick<Facts, 'status' | 'appointment_datetime' | 'proposed_by' | 'moves_id'> & {
    moved_to_id: number | null;
  },
  now: Date,
): boolean {
  const { status } = appointment;
  const mayHaveHappened = status === 'approved' || status === 'completed' || wasLeftUndecided(appointment);
  return mayHaveHappened && new Date(appointment.appointment_datetime) < now;
}
