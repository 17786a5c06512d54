import type { Role } from './endpoint.ts';

// The rules of an appointment, for the server and for the buttons alike: this file carries no schema to a browser.

export const statuses = ['requested', 'approved', 'declined', 'cancelled', 'expired', 'completed', 'no_show'] as const;
export type Status = (typeof statuses)[number];

/** The moves of an appointment: from which states, and into which. Who may make one is said by the rules below. */
export const moves = {
  approve: { from: ['requested'], to: 'approved' },
} as const satisfies Record<string, { from: readonly Status[]; to: Status }>;
export type Move = keyof typeof moves;

/** Whether the state of an appointment allows a move: when, never who. */
export function canMove(move: Move, status: Status): boolean {
  return (moves[move].from as readonly Status[]).includes(status);
}

/** What the rules read of a person and of an appointment. */
interface Person {
  user_id: number;
  role: Role;
}
interface Parties {
  healthcare_provider: { user: number };
  user: { user: number };
}

/** Who may approve: the provider whose time it is. */
export function mayApprove(person: Person, appointment: Parties): boolean {
  return person.role === 'healthcare_provider' && appointment.healthcare_provider.user === person.user_id;
}

/** Who may upload a report: the same provider. When: see `takesReport`. */
export function mayReport(person: Person, appointment: Parties): boolean {
  return mayApprove(person, appointment);
}

/** Whether a report may be uploaded: the time is past, and the visit may have taken place. */
export function takesReport(appointment: { status: Status; appointment_datetime: string }, now: Date): boolean {
  const mayHaveHappened: readonly Status[] = ['requested', 'approved', 'completed'];
  return mayHaveHappened.includes(appointment.status) && new Date(appointment.appointment_datetime) < now;
}
