import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { invalidField, Problem } from '../../platform/errors/errors.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import { isReleased, withNewer } from './visible.ts';

/**
 * Replaces a report by a newer version that is about to be written. If the patient could not read the old one yet, they
 * never get it. Throws 400 naming `replaces` if it is not a report of the actor about that visit, and `wrong_state`.
 */
export async function giveWay(tx: Tx, actor: Actor, appointmentId: number, recordId: number, now: Date) {
  const { rows } = await sql<{ given: boolean; gone: boolean; released: boolean }>`
    select n.id is not null as given, r.withdrawn_at is not null or r.scan = 'infected' as gone,
      ${isReleased(now)} as released
    from records r ${withNewer}
    where r.id = ${recordId} and r.appointment_id = ${appointmentId} and r.provider_id = ${actor.user_id}
    for update of r`.execute(tx);
  const [record] = rows;
  if (record === undefined) throw invalidField('replaces', 'Please choose a report of this visit.');
  if (record.gone) throw new Problem('wrong_state', { message: 'A report that was taken back is not replaced.' });
  if (record.given) {
    throw new Problem('wrong_state', { message: 'A newer version is there already. Please replace that one.' });
  }
  if (record.released) return;
  await sql`
    update records set release = 'after_talk', release_on = null, release_at = null
    where id = ${recordId} and provider_id = ${actor.user_id}`.execute(tx);
}

/** Closes the gap after a version that no longer counts: the next one now replaces what that one replaced. */
export async function closeGap(tx: Tx, recordId: number, providerId: number) {
  await sql`
    update records n set replaces_id = r.replaces_id from records r
    where r.id = ${recordId} and r.replaces_id is not null and n.replaces_id = r.id
      and n.provider_id = ${providerId}`.execute(tx);
}
