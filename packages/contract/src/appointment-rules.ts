// The rules of an appointment, for the server and for the buttons alike: this file carries no schema to a browser.

export const statuses = ['requested', 'approved', 'declined', 'cancelled', 'expired', 'completed', 'no_show'] as const;
export type Status = (typeof statuses)[number];

/** The states in which a visit takes its provider's time, or would: what it holds, nobody else is given. */
export const openStatuses = ['requested', 'approved'] as const satisfies Status[];
export const isOpen = (status: Status): boolean => (openStatuses as readonly Status[]).includes(status);

/** The states in which both agreed to it: a visit to come or a past one, also one to which the patient did not come. */
export const visitStatuses = ['approved', 'completed', 'no_show'] as const satisfies Status[];
export const isVisit = (status: Status): boolean => (visitStatuses as readonly Status[]).includes(status);

/** The two people of an appointment. */
export const sides = ['patient', 'provider'] as const;
export type Side = (typeof sides)[number];

/**
 * Who makes a move: a side by its name; of a request the side that made it (`asking`) or that is to answer it (`asked`);
 * nobody, but time; nobody, but what is done with another appointment of its chain.
 */
export type Mover = Side | 'asking' | 'asked' | 'time' | 'chain';

/** From when on, or until when, a move is possible. */
type When =
  | 'until it expires'
  | 'for ten seconds'
  | 'until the cut-off'
  | 'once it has begun'
  | 'when it has expired'
  | 'with its chain';

interface Rule {
  /** By whom, in each state that allows it. */
  by: Partial<Record<Status, readonly Mover[]>>;
  /** The state after it; a proposed new time changes nothing until it is approved. */
  to: Status | 'the same' | 'as before';
  when: When;
  /** Who has to say why. */
  reason?: Side;
}

/**
 * Everything that can be done with an appointment: by whom, in which state, until when, and what becomes of it. A request
 * is what its provider, or for a time that the provider proposes its patient, has yet to answer. A leave and an erasure decline
 * what their person was asked, and cancel the rest, whatever the time.
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
  expire: { by: { requested: ['time'] }, to: 'expired', when: 'when it has expired' },
  // What an approval replaces, and the new time proposed for what is cancelled; and what comes back with the decision undone.
  replace: { by: { requested: ['chain'], approved: ['chain'] }, to: 'cancelled', when: 'with its chain' },
  restore: { by: { cancelled: ['chain'] }, to: 'as before', when: 'with its chain' },
} as const satisfies Record<string, Rule>;
export type Move = keyof typeof moves;

/** For so long a decision can be taken back; mail, calendars and whoever waits for the time learn of it only then. */
export const undoSeconds = 10;

/** What a provider reads in the place of a patient's name, without a telephone number, when the contact is no longer shown. */
export const withoutContact = 'Patient';

/** Whether that is so. A patient who is called so has a number. */
export const isWithoutContact = ({ name, phone }: { name: string; phone: string }) =>
  name === withoutContact && phone === '';

/** What the rules read of a person and of an appointment. Instants are ISO 8601. */
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

/** Which of the two somebody is; undefined for anybody else. */
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

/** Whether somebody may make a move in any state of the appointment: who, never when. */
export function mayMove(move: Move, person: Person, appointment: Facts): boolean {
  const side = sideOf(person, appointment);
  const movers: readonly (readonly Mover[])[] = Object.values(moves[move].by);
  return side !== undefined && movers.flat().some((mover) => isMover(mover, side, appointment));
}

/** What stands in the way of a move: the state that it is in, or the time, which is too late for it or too early. */
export type Hindrance =
  | 'state'
  | 'expired'
  | 'ten seconds over'
  | 'cut-off passed'
  | 'begun'
  | 'not begun'
  | 'not expired';

/** What stands in the way of a move that somebody wants to make now; undefined where nothing does. */
export function hindranceTo(move: Move, person: Person, appointment: Facts, now: Date): Hindrance | undefined {
  const side = sideOf(person, appointment);
  const { by }: Rule = moves[move];
  const { status, moves_id } = appointment;
  if (side === undefined || by[status]?.some((mover) => isMover(mover, side, appointment)) !== true) return 'state';
  // A proposed time is approved or declined; another one can be proposed then.
  if (move === 'move' && status === 'requested' && moves_id !== null) return 'state';
  return untimely(move, side, appointment, now);
}

/** Whether somebody can make a move now: its state and the time allow it, and the person may. */
export const canMove = (move: Move, person: Person, appointment: Facts, now: Date): boolean =>
  hindranceTo(move, person, appointment, now) === undefined;

function untimely(move: Move, side: Side, appointment: Facts, now: Date): Hindrance | undefined {
  const { status, appointment_datetime, expires_at, undo_until, cancel_until, move_until } = appointment;
  const isBefore = (instant: string | null) => instant !== null && now < new Date(instant);
  const { when }: Rule = moves[move];
  switch (when) {
    case 'until it expires':
      if (!isBefore(expires_at)) return 'expired';
      // A request that waits for a proposed time may outlast its own: it can still be declined, but not approved.
      return move === 'approve' && !isBefore(appointment_datetime) ? 'begun' : undefined;
    case 'when it has expired':
      return isBefore(expires_at) ? 'not expired' : undefined;
    case 'with its chain':
      return 'state';
    case 'for ten seconds':
      return isBefore(undo_until) ? undefined : 'ten seconds over';
    case 'once it has begun':
      return isBefore(appointment_datetime) ? 'not begun' : undefined;
    default: {
      if (status === 'requested') return isBefore(expires_at) ? undefined : 'expired';
      if (!isBefore(appointment_datetime)) return 'begun';
      // The cut-offs are for a patient whose visit is confirmed; a provider may until the visit, with a reason.
      const cutOff = move === 'cancel' ? cancel_until : move_until;
      return side === 'provider' || isBefore(cutOff) ? undefined : 'cut-off passed';
    }
  }
}

/** Whether somebody has to say why. */
export function needsReason(move: Move, person: Person, appointment: Parties): boolean {
  const { reason }: Rule = moves[move];
  return reason !== undefined && sideOf(person, appointment) === reason;
}

/** Whether it keeps its time against everybody else: while it is open, and for as long as it can be so again. */
export const holdsTime = ({ status, undo_until }: Pick<Facts, 'status' | 'undo_until'>): boolean =>
  isOpen(status) || undo_until !== null;

/** Whether it was a visit whose time has come: also one to which the patient did not come. */
export const tookPlace = (
  { status, appointment_datetime }: Pick<Facts, 'status' | 'appointment_datetime'>,
  now: Date,
): boolean => isVisit(status) && new Date(appointment_datetime) <= now;

/** What was asked for by a patient and never decided, and may have taken place all the same. */
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
 * When a request expires that nobody answers: after the provider's hours to answer (48 unless set otherwise) or two hours
 * before the visit, whichever is earlier; but never sooner than 30 minutes after it was made, and for a visit that is
 * nearer than that, when the visit begins.
 */
export function expiryOf(requestedAt: Date, startsAt: Date, answerHours: number): Date {
  const [asked, start] = [requestedAt.getTime(), startsAt.getTime()];
  const deadline = Math.min(asked + answerHours * 60 * minuteMs, start - 120 * minuteMs);
  return new Date(Math.min(Math.max(deadline, asked + 30 * minuteMs), start));
}

/** So long before an approved visit its two people are reminded of it, in minutes. */
export const reminderMinutes = [7 * 24 * 60, 24 * 60, 2 * 60] as const;

/**
 * When the next reminder of a visit is due: the first of the three whose time is after `after`, which is when the visit was
 * confirmed, or when the last reminder went out. Undefined where none is left: what is over is not reminded of.
 */
export function nextReminder(startsAt: Date, after: Date): Date | undefined {
  return reminderMinutes.map((minutes) => new Date(startsAt.getTime() - minutes * minuteMs)).find((due) => due > after);
}

/** Who may upload a report: the provider. When: see `takesReport`. */
export function mayReport(person: Person, appointment: Parties): boolean {
  return sideOf(person, appointment) === 'provider';
}

/**
 * Whether a report may be uploaded: the time is past, and the visit may have taken place, also where nobody ever decided what
 * its patient asked for. A proposed or offered time that was not accepted is no visit.
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
