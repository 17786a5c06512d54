import type { Status } from '@carecommons/contract/appointment-rules';
import { sql } from 'kysely';
import type { Answer, TestApp } from './app.ts';
import type { Person } from './factories.ts';

/** The endpoints of the moves that people make. */
export const lines = {
  approve: 'PUT /api/approve-appointment/:id/',
  decline: 'PUT /api/decline-appointment/:id/',
  undo: 'PUT /api/undo-decision/:id/',
  cancel: 'PUT /api/cancel-appointment/:id/',
  move: 'POST /api/appointments/:id/move/',
  complete: 'PUT /api/complete-appointment/:id/',
  no_show: 'PUT /api/no-show-appointment/:id/',
} as const;
export type Line = keyof typeof lines;

/** Makes a move as somebody, or as nobody. */
export async function make(
  { call }: Pick<TestApp, 'call'>,
  move: Line,
  id: number,
  person: Pick<Person, 'access'> | undefined,
  body?: unknown,
): Promise<Answer> {
  return await call(lines[move].replace(':id', String(id)), { as: person?.access, body });
}

interface Written {
  status?: Status;
  proposed_by?: 'patient' | 'provider';
  starts_at?: Date;
  expires_at?: Date;
  undo_until?: Date | null;
  remind_at?: Date | null;
  cancel_minutes?: number;
  move_minutes?: number;
}

/** A visit of half an hour, written as if it had come to this state; whatever else its provider had is cancelled. */
export async function visitIn({ db, clock }: TestApp, patient: Person, provider: Person, state: Written = {}) {
  const now = clock.now();
  const starts = state.starts_at ?? new Date(now.getTime() + 30 * 86_400_000);
  const ends = new Date(starts.getTime() + 1_800_000);
  const undo = state.undo_until ?? null;
  await sql`
    update appointments set status = 'cancelled', undo_until = null, undo_to = null, undo_reason = null
    where provider_id = ${provider.user_id}`.execute(db);
  const { rows } = await sql<{ id: number }>`
    insert into appointments (provider_id, patient_id, starts_at, ends_at, time_zone, held, problem, status, requested_at,
      proposed_by, expires_at, undo_until, undo_to, remind_at, cancel_minutes, move_minutes)
    values (${provider.user_id}, ${patient.user_id}, ${starts}, ${ends}, 'Asia/Kolkata', tstzrange(${starts}, ${ends}),
      'A cough', ${state.status ?? 'requested'}, ${now}, ${state.proposed_by ?? 'patient'}, ${state.expires_at ?? starts},
      ${undo}, ${undo && 'requested'}, ${state.remind_at ?? null}, ${state.cancel_minutes ?? 120}, ${state.move_minutes ?? 120})
    returning id`.execute(db);
  return (rows[0] as { id: number }).id;
}

/** What moves change of an appointment. */
export async function rowOf({ db }: TestApp, id: number) {
  const { rows } = await sql<Record<string, any>>`
    select status, version, decided_at, undo_until, undo_to, undo_reason, reason, ended_by, remind_at, expires_at, moves_id,
      moved_to_id, chain_id from appointments where id = ${id}`.execute(db);
  return rows[0] as Record<string, any>;
}

/** Whether a notification `n` stands: what was taken back may be kept until the open pages of its person know. */
export const stands = sql<boolean>`coalesce((to_jsonb(n) ->> 'shown')::boolean, true)`;

/** Who was told what of an appointment, oldest first; with `deliver_at` while letters about it may still go out. */
export async function toldOf({ db }: TestApp, id: number) {
  const { rows } = await sql<{ user_id: number; kind: string; version: number; deliver_at: Date | null }>`
    select user_id, kind, version, deliver_at from notifications n where appointment_id = ${id} and ${stands}
    order by id`.execute(db);
  return rows;
}
