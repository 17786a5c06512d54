import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { Problem } from '../../../platform/errors/errors.ts';
import type { Actor } from '../../../platform/auth/auth.ts';

/** How long after a sign-in or a confirmation a session may do what a stolen token must not. */
const confirmedForMs = 10 * 60_000;

type Session = Pick<Actor, 'user_id' | 'session_id'>;

/**
 * Whether the actor has a second factor, whether it was used in this session, and whether it was confirmed recently.
 */
async function stateOf(db: Db, { user_id, session_id }: Session, now: Date) {
  const since = new Date(now.getTime() - confirmedForMs);
  const { rows } = await sql<{ has: boolean; marked: boolean; recent: boolean }>`
    select second_factor_at is not null as marked, coalesce(confirmed_at > ${since}, false) as recent,
      exists (select from authenticator_apps a where a.user_id = s.user_id and a.confirmed_at is not null)
      or exists (select from passkeys p where p.user_id = s.user_id) as has
    from sessions s where s.id = ${session_id} and s.user_id = ${user_id}`.execute(db);
  // Deleted since the request began.
  if (rows[0] === undefined) throw new Problem('not_signed_in');
  return rows[0];
}

/**
 * Refuses a session without the actor's second factor; returns whether they have one. Throws `second_factor_required`.
 */
export async function requireFactor(db: Db, session: Session, now: Date): Promise<{ has: boolean; recent: boolean }> {
  const { has, marked, recent } = await stateOf(db, session, now);
  if (has && !marked) throw new Problem('second_factor_required');
  return { has, recent };
}

/**
 * For what a stolen token must not do: the person must have authenticated in this session in the last ten minutes.
 * Throws `second_factor_required`, `confirmation_required`.
 */
export async function requireConfirmed(db: Db, session: Session, now: Date) {
  const { recent } = await requireFactor(db, session, now);
  if (!recent) throw new Problem('confirmation_required');
}

/** Notes that the person has just authenticated in this session. */
export async function markConfirmed(tx: Tx, { user_id, session_id }: Session, now: Date) {
  await sql`update sessions set confirmed_at = ${now} where id = ${session_id} and user_id = ${user_id}`.execute(tx);
}
