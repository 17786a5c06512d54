import { type MedicalRecord, recordDefaults } from '@carecommons/contract/records';
import { sql } from 'kysely';
import { audit } from '../../core/audit.ts';
import type { Db, Tx } from '../../core/db.ts';
import { addFileKey, type Kept } from '../../core/file-keys.ts';
import { signedLinks } from '../../core/links.ts';
import { pageOf } from '../../core/pages.ts';
import { Problem } from '../../core/problem.ts';
import type { Actor } from '../../core/session.ts';
import { appointmentForReport } from '../appointments/appointments.ts';

export const recordLinks = signedLinks('record', (id) => `/files/records/${id}/`);

/** A report without its links, which are for one session and a short time. */
type Unlinked = Omit<MedicalRecord, 'report' | 'download'>;
type RecordRow = Omit<Unlinked, 'date'> & { created_at: Date };

const dated = ({ created_at, ...row }: RecordRow): Unlinked => ({ ...row, date: created_at.toISOString() });

const columns = sql`r.id, r.appointment_id as appointment, coalesce(r.title, ${recordDefaults.title}) as title,
  coalesce(r.type, ${recordDefaults.type}) as type, coalesce(p.name, ${recordDefaults.doctor}) as doctor,
  coalesce(f.name, u.username) as patient, r.media_type, r.bytes, r.created_at,
  r.withdrawn_at is not null as withdrawn, r.withdrawn_reason`;
const joined = sql`records r join users u on u.id = r.patient_id
  left join profiles f on f.user_id = r.patient_id left join providers p on p.user_id = r.provider_id`;

interface Asked {
  limit: number;
  /** Where the page before ended. */
  after?: readonly [string, number] | undefined;
  /** Of this one alone. */
  appointment?: number | undefined;
}

/** A page of the reports of which the actor is the patient (or with 'provider', the author), newest first. */
export async function listRecords(db: Db, actor: Actor, as: 'patient' | 'provider', asked: Asked) {
  const { limit, after, appointment } = asked;
  const own = as === 'patient' ? sql`r.patient_id` : sql`r.provider_id`;
  const older = after === undefined ? sql`true` : sql`(r.created_at, r.id) < (${after[0]}::timestamptz, ${after[1]})`;
  const ofOne = appointment === undefined ? sql`true` : sql`r.appointment_id = ${appointment}`;
  const { rows } = await sql<RecordRow>`
    select ${columns} from ${joined} where ${own} = ${actor.user_id} and ${ofOne} and ${older}
    order by r.created_at desc, r.id desc limit ${limit + 1}`.execute(db);
  return pageOf(rows.map(dated), limit, ({ date, id }) => [date, id]);
}

/** A report as the actor gets it: with links of its own, unless it was withdrawn. */
export function withLinks(row: Unlinked, actor: Actor, secret: string, now: Date): MedicalRecord {
  const link = (purpose: 'view' | 'download') =>
    row.withdrawn ? null : recordLinks.to(secret, row.id, actor, purpose, now);
  return { ...row, report: link('view'), download: link('download') };
}

/** A report that is proven and on the disk. */
interface NewRecord {
  title?: string | undefined;
  type?: string | undefined;
  media_type: MedicalRecord['media_type'];
  bytes: number;
  sha256: Buffer;
  kept: Kept;
}

/** Adds a report to a past appointment of the actor's. Throws `not_found`, `not_allowed`, `wrong_state`, `key_missing`, `busy`. */
export async function addRecord(tx: Tx, actor: Actor, appointmentId: number, report: NewRecord, now: Date) {
  const { patient_id } = await appointmentForReport(tx, actor, appointmentId, now);
  const { title, type, media_type, bytes, sha256, kept } = report;
  const { rows } = await sql<{ id: number }>`
    insert into records (appointment_id, patient_id, provider_id, title, type, media_type, bytes, sha256, file, created_at)
    values (${appointmentId}, ${patient_id}, ${actor.user_id}, ${title || null}, ${type || null}, ${media_type}, ${bytes},
      ${sha256}, ${kept.file}, ${now})
    returning id`.execute(tx);
  await addFileKey(tx, kept);
  const record_id = (rows[0] as { id: number }).id;
  await audit(tx, { at: now, actor, action: 'upload', record_id, patient_id, outcome: 'done' });
  const added = await sql<RecordRow>`
    select ${columns} from ${joined} where r.id = ${record_id} and r.provider_id = ${actor.user_id}`.execute(tx);
  return dated(added.rows[0] as RecordRow);
}

/** Takes a report back; the patient then sees that, and why. Throws `not_found`, `not_allowed`, `wrong_state`, `busy`. */
export async function withdraw(tx: Tx, actor: Actor, recordId: number, reason: string, now: Date) {
  const { rows } = await sql<{ patient_id: number; provider_id: number; withdrawn_at: Date | null }>`
    select patient_id, provider_id, withdrawn_at from records
    where id = ${recordId} and ${actor.user_id} in (patient_id, provider_id) for update`.execute(tx);
  const [record] = rows;
  if (record === undefined) throw new Problem('not_found');
  if (record.provider_id !== actor.user_id) throw new Problem('not_allowed');
  if (record.withdrawn_at !== null) {
    throw new Problem('wrong_state', { message: 'This report has been withdrawn already.' });
  }
  await sql`
    update records set withdrawn_at = ${now}, withdrawn_reason = ${reason}
    where id = ${recordId} and provider_id = ${actor.user_id}`.execute(tx);
  const { patient_id } = record;
  await audit(tx, { at: now, actor, action: 'withdraw', record_id: recordId, patient_id, outcome: 'done' });
}

/** Which of these stored files belong to a record. */
export async function filesOfRecords(db: Db, keys: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ file: string }>`select file from records where file = any(${keys})`.execute(db);
  return new Set(rows.map(({ file }) => file));
}
