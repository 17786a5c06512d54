import { ownDocuments } from '@carecommons/contract/limits';
import { sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Db, RowOf, Tx } from '../../platform/db/db.ts';
import { addFileKey, destroyFileKeys } from '../../platform/files/files.ts';
import { invalidField, Problem } from '../../platform/errors/errors.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import type { UnderWay } from '../../platform/routing/routing.ts';
import { type StoredReport, type Unlinked, recordOfPatient } from './records.ts';
import { askForScan } from './scan.ts';
import { isReleased } from './visible.ts';

/**
 * Refuses new documents that exceed what a patient can store. Throws `wrong_state`. Exact if documents are added one
 * after the other.
 */
export async function makeRoomForOwn(
  db: Db,
  actor: Actor,
  config: Pick<Config, 'rateLimit'>,
  { count, bytes }: UnderWay,
) {
  const factor = config.rateLimit;
  if (factor === 0) return;
  const { rows } = await sql<{ count: number; bytes: number }>`
    select count(*) as count, coalesce(sum(bytes), 0)::float8 as bytes from records
    where patient_id = ${actor.user_id} and provider_id is null and scan <> 'infected'`.execute(db);
  const used = rows[0] ?? { count: 0, bytes: 0 };
  const most = { count: Math.max(1, Math.round(ownDocuments.count * factor)), bytes: ownDocuments.bytes * factor };
  if (used.count + count <= most.count && used.bytes + bytes <= most.bytes) return;
  const message = 'You have reached the limit for your own documents. Please delete one that is not needed.';
  throw new Problem('wrong_state', { message });
}

interface NewDocument extends StoredReport {
  title: string;
  type?: string | undefined;
  dated_on?: string | undefined;
}

/** Adds a document of the actor, which nobody else can read. Throws `key_missing`, `busy`, 400 naming `dated_on`. */
export async function addOwnDocument(tx: Tx, actor: Actor, sent: NewDocument, now: Date): Promise<Unlinked> {
  const { title, type, media_type, bytes, sha256, stored, scan, dated_on = null } = sent;
  mustBePast(dated_on, now);
  // Its patient knows about it: it is not marked as new and causes no notification.
  const { rows } = await sql<RowOf<'records', 'id'>>`
    insert into records (patient_id, title, type, dated_on, release_at, told_at, opened_at, media_type, bytes, sha256, file, scan, created_at)
    values (${actor.user_id}, ${title}, ${type || null}, ${dated_on}, ${noonOf(dated_on) ?? now}, ${now}, ${now}, ${media_type}, ${bytes}, ${sha256},
      ${stored.file}, ${scan}, ${now})
    returning id`.execute(tx);
  await addFileKey(tx, stored);
  const { id } = rows[0] as { id: number };
  if (scan === 'pending') await askForScan(tx, id, now);
  await audit(tx, { at: now, actor, action: 'upload', record_id: id, patient_id: actor.user_id, outcome: 'done' });
  return await recordOfPatient(tx, actor, id, now);
}

/**
 * Changes the title or the day of one of the actor's own documents. Throws `not_found`, `not_allowed` for a report that a
 * provider wrote, and 400 naming `dated_on`.
 */
export async function changeOwnDocument(
  tx: Tx,
  actor: Actor,
  id: number,
  { title, dated_on }: { title?: string | undefined; dated_on?: string | null | undefined },
  now: Date,
): Promise<Unlinked> {
  mustBePast(dated_on, now);
  await lockOwn(tx, actor, id, now, 'Only documents that you added can be changed.');
  await sql`
    update records set title = coalesce(${title ?? null}, title),
      dated_on = case when ${dated_on === undefined} then dated_on else ${dated_on ?? null}::date end,
      release_at = case when ${dated_on === undefined} then release_at else coalesce(${noonOf(dated_on)}, created_at) end
    where id = ${id} and patient_id = ${actor.user_id} and provider_id is null`.execute(tx);
  return await recordOfPatient(tx, actor, id, now);
}

// It may already be the next day where the patient is.
const zoneMs = 14 * 3_600_000;

function mustBePast(day: string | null | undefined, now: Date) {
  if (day && Date.parse(day) > now.getTime() + zoneMs)
    throw invalidField('dated_on', 'Please choose a day that is not in the future.');
}

/** The moment by which a dated document is sorted in its patient's list. */
const noonOf = (day: string | null | undefined) => (day ? new Date(`${day}T12:00Z`) : null);

/**
 * Deletes a document of the actor with the key of its file, and removes it from all shares. Returns the file, to be
 * removed after the commit. Throws `not_found`, `not_allowed` for a report by a provider, `busy`.
 */
export async function deleteOwnDocument(tx: Tx, actor: Actor, id: number, now: Date): Promise<string> {
  const file = await lockOwn(tx, actor, id, now, 'Only documents that you added can be deleted.');
  await sql`delete from records where id = ${id} and patient_id = ${actor.user_id} and provider_id is null`.execute(tx);
  await destroyFileKeys(tx, [file]);
  await audit(tx, { at: now, actor, action: 'delete', record_id: id, patient_id: actor.user_id, outcome: 'done' });
  return file;
}

/**
 * Locks one of the actor's own documents and returns its file. Throws `not_found`, and `not_allowed` with a sentence for a
 * report that a provider wrote.
 */
async function lockOwn(tx: Tx, actor: Actor, id: number, now: Date, message: string): Promise<string> {
  const { rows } = await sql<RowOf<'records', 'file'> & { own: boolean }>`
    select r.file, r.provider_id is null as own from records r
    where r.id = ${id} and (r.provider_id = ${actor.user_id}
      or (r.patient_id = ${actor.user_id} and (r.provider_id is null or ${isReleased(now)})))
    for update`.execute(tx);
  const [found] = rows;
  if (found === undefined) throw new Problem('not_found');
  if (!found.own) throw new Problem('not_allowed', { message });
  return found.file;
}
