import { sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import { type ColumnOf, type Db, type Page, pageOf, type RowOf, type Tx } from '../../platform/db/db.ts';
import type { Actor, EndSignedLinks } from '../../platform/auth/auth.ts';
import { Problem } from '../../platform/errors/errors.ts';
import { holdPerson } from './hold-person.ts';
import { endSessions } from './sessions.ts';
import { requireConfirmed } from './second-factor/step-up.ts';

interface SessionRow extends RowOf<'sessions', 'id' | 'device'> {
  opened_at: ColumnOf<'sessions', 'created_at'>;
  used_at: ColumnOf<'sessions', 'refreshed_at'>;
}

interface ListQuery {
  limit: number;
  after: readonly [usedAt: number, id: string] | undefined;
}

/** A page of the actor's open sessions, last used first. */
export async function listSessions(db: Db, actor: Actor, { limit, after }: ListQuery, now: Date) {
  const older =
    after === undefined ? sql`true` : sql`(refreshed_at, id) < (${new Date(after[0])}::timestamptz, ${after[1]}::uuid)`;
  const { rows } = await sql<SessionRow>`
    select id, device, created_at as opened_at, refreshed_at as used_at from sessions
    where user_id = ${actor.user_id} and ended_at is null and expires_at > ${now} and ${older}
    order by refreshed_at desc, id desc limit ${limit + 1}`.execute(db);
  const page: Page<SessionRow> = pageOf(rows, limit, ({ used_at, id }) => [used_at.getTime(), id]);
  const sessions = page.rows.map(({ opened_at, used_at, ...row }) => ({
    ...row,
    opened_at: opened_at.toISOString(),
    used_at: used_at.toISOString(),
    current: row.id === actor.session_id,
  }));
  return { rows: sessions, next: page.next };
}

/**
 * Ends one session of the actor. A thief must not be able to sign the person out elsewhere, so it throws as
 * `requireConfirmed` does; and `not_found`, also for another person's session. The caller forgets it after its commit.
 */
export async function endOwnSession(tx: Tx, actor: Actor, id: string, now: Date) {
  await requireConfirmed(tx, actor, now);
  const { numAffectedRows } = await sql`
    update sessions set ended_at = ${now}, end_reason = 'signed_out'
    where id = ${id} and user_id = ${actor.user_id} and ended_at is null and expires_at > ${now}`.execute(tx);
  if (numAffectedRows === 0n) throw new Problem('not_found');
  await audit(tx, { at: now, actor, action: 'signed_out', outcome: 'done', reason: 'one' });
}

/**
 * Ends the actor's other sessions, and by `endHandedOut` what opens without a session; returns how many. Throws as
 * `requireConfirmed` does. The caller forgets the person.
 */
export async function endOtherSessions(tx: Tx, actor: Actor, endHandedOut: EndSignedLinks, now: Date) {
  await requireConfirmed(tx, actor, now);
  await holdPerson(tx, actor.user_id);
  await endHandedOut(tx, actor, now);
  const ended = await endSessions(tx, actor.user_id, 'signed_out', now, actor.session_id);
  await audit(tx, { at: now, actor, action: 'signed_out', outcome: 'done', reason: 'others' });
  return { ended };
}
