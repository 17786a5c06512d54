import type { WaitingRecord } from '@carecommons/contract/records';
import { sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, pageOf, type RowOf, type Tx } from '../../platform/db/db.ts';
import { Problem } from '../../platform/errors/errors.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import { doctorOf, isReleased, isServed, isWaiting, withDoctor, withNewer } from './visible.ts';

interface ListQuery {
  limit: number;
  after?: readonly [id: number] | undefined;
}

/** A page of the unreleased reports about the actor, newest first: that they exist, and nothing of their content. */
export async function listWaiting(db: Db, actor: Actor, { limit, after }: ListQuery, now: Date) {
  const older = after === undefined ? sql`true` : sql`r.id < ${after[0]}`;
  const { rows } = await sql<WaitingRecord>`
    select r.id, r.appointment_id as appointment, ${doctorOf} as doctor, r.release, r.release_on::text
    from records r ${withDoctor} ${withNewer}
    where r.patient_id = ${actor.user_id} and ${isWaiting(now)} and ${isServed} and r.release <> 'at_once'
      and ${older}
    order by r.id desc limit ${limit + 1}`.execute(db);
  return pageOf(rows, limit, ({ id }) => [id]);
}

interface ReleasableReport extends RowOf<'records', 'patient_id'> {
  provider_id: number;
  waiting: boolean;
}

/**
 * Releases a report to the patient now: its author has spoken with them. Throws `not_found`, `not_allowed`, `wrong_state`,
 * `busy`.
 */
export async function release(tx: Tx, actor: Actor, recordId: number, now: Date) {
  const { rows } = await sql<ReleasableReport>`
    select r.patient_id, r.provider_id, ${isWaiting(now)} and coalesce(r.release_at > ${now}, true) as waiting
    from records r ${withNewer}
    where r.id = ${recordId}
      and (r.provider_id = ${actor.user_id} or (r.patient_id = ${actor.user_id} and ${isReleased(now)}))
    for update of r`.execute(tx);
  const [record] = rows;
  if (record === undefined) throw new Problem('not_found');
  if (record.provider_id !== actor.user_id) throw new Problem('not_allowed');
  if (!record.waiting) throw new Problem('wrong_state', { message: 'This report is not waiting to be released.' });
  await sql`
    update records set release_at = ${now} where id = ${recordId} and provider_id = ${actor.user_id}`.execute(tx);
  const { patient_id } = record;
  await audit(tx, { at: now, actor, action: 'release_report', record_id: recordId, patient_id, outcome: 'done' });
}

/**
 * Marks all reports as notified, and all but the newest one of each patient as opened: for people who are created with a
 * history, as in the demo.
 */
export async function putReportsAside(tx: Tx) {
  await sql`
    update records r set told_at = r.release_at, opened_at = case when exists
      (select from records l where l.patient_id = r.patient_id and l.created_at > r.created_at) then r.release_at end
    where r.told_at is null`.execute(tx);
}
