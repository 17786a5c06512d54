import { withoutContact } from '@carecommons/contract/appointment-rules';
import { reportReleaseDays } from '@carecommons/contract/limits';
import { isServed, type Release } from '@carecommons/contract/record-rules';
import { type MedicalRecord, recordDefaults } from '@carecommons/contract/records';
import { type RawBuilder, sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, pageOf, type RowOf, type Tx } from '../../platform/db/db.ts';
import { addFileKey } from '../../platform/files/files.ts';
import type { StoredUpload } from '../../platform/content/content.ts';
import { type Actor, signedLinks } from '../../platform/auth/auth.ts';
import { invalidField, Problem } from '../../platform/errors/errors.ts';
import { appointmentForReport, appointmentRows } from '../appointments/appointments.ts';
import { mayAddReports } from '../consents/consents.ts';
import { basicProfiles, people } from '../accounts/accounts.ts';
import { containsWords } from '../../platform/search/search.ts';
import { type ListSearch, providerProfiles, withinDays } from '../providers/providers.ts';
import { askForScan } from './scan.ts';
import { closeGap, giveWay } from './versions.ts';
import { doctorOf, isReleased, isWaiting, withDoctor, withNewer, withNewerReleased } from './visible.ts';

export { listAccesses } from './accesses.ts';
export { passcodesOf } from './shares.ts';

const dayMs = 86_400_000;

export const recordLinks = signedLinks('record', (id) => `/files/records/${id}/`);

/** A report without its links, which are valid for one session and a short time. */
export type Unlinked = Omit<MedicalRecord, 'report' | 'download'>;
interface RecordRow extends Omit<Unlinked, 'date' | 'replaced'> {
  created_at: Date;
  /** The moment by which it is sorted in its list. */
  listed_at: Date;
  replaced_by: number | null;
  replaced_at: Date;
  because: string;
}

function dated(found: RecordRow): Unlinked {
  const { created_at, listed_at: _, replaced_by: by, replaced_at, because, ...row } = found;
  const replaced = by === null ? null : { by, on: replaced_at.toISOString(), because };
  return { ...row, date: created_at.toISOString(), replaced };
}

/** Whose reports are listed: those about the patient, or those that the provider wrote. */
type Side = 'patient' | 'provider';

/**
 * The reports visible to the actor and their columns: a patient sees readable ones, in the order in which they became
 * readable.
 */
function seenBy(as: Side, actor: Actor, now: Date) {
  const named = sql`coalesce(f.name, u.username)`;
  const patient =
    as === 'patient'
      ? named
      : sql`case when u.erased_at is not null or shows_contact(a, ${now}) then ${named}
    else ${withoutContact} end`;
  const common = sql`r.id, r.appointment_id as appointment, coalesce(r.title, ${recordDefaults.title}) as title,
    coalesce(r.type, ${recordDefaults.type}) as type, ${doctorOf} as doctor, ${patient} as patient,
    r.media_type, r.bytes, r.created_at, r.dated_on::text, r.withdrawn_at is not null as withdrawn, r.withdrawn_reason, r.sentence,
    r.release, r.release_on::text, ${isReleased(now)} as released, r.scan, n.id as replaced_by, n.replaces_because as because`;
  const joined = sql`records r join ${people} u on u.id = r.patient_id
    left join ${basicProfiles} f on f.user_id = r.patient_id ${withDoctor}`;
  if (as === 'patient') {
    return {
      columns: sql`${common}, r.release_at as listed_at, n.release_at as replaced_at, r.opened_at is null as new`,
      from: sql`${joined} ${withNewerReleased(now)}`,
      where: sql`r.patient_id = ${actor.user_id} and (r.provider_id is null or ${isReleased(now)})`,
      listedAt: sql`r.release_at`,
      patient,
    };
  }
  return {
    columns: sql`${common}, r.created_at as listed_at, n.created_at as replaced_at, false as new`,
    from: sql`${joined} join ${appointmentRows} a on a.id = r.appointment_id ${withNewer}`,
    where: sql`r.provider_id = ${actor.user_id}`,
    listedAt: sql`r.created_at`,
    patient,
  };
}

interface ListQuery extends ListSearch {
  limit: number;
  /** Where the previous page ended. */
  after?: readonly [string, number] | undefined;
  /** Only those of this appointment. */
  appointment?: number | undefined;
  /** Only unreleased ones, or only the others. */
  waiting?: 'true' | 'false' | undefined;
}

/** A page of the reports about the actor (with 'provider', of those that the actor wrote), newest first. */
export async function listRecords(db: Db, actor: Actor, as: Side, asked: ListQuery, now: Date) {
  const { limit, after, appointment, waiting } = asked;
  const { columns, from, where, listedAt, patient } = seenBy(as, actor, now);
  const found = sql<boolean>`${withinDays(actor, listedAt, asked)}
    and ${containsWords(asked.q, [sql`coalesce(r.title, ${recordDefaults.title})`, patient])}`;
  const older = after === undefined ? sql`true` : sql`(${listedAt}, r.id) < (${after[0]}::timestamptz, ${after[1]})`;
  const ofOne = appointment === undefined ? sql`true` : sql`r.appointment_id = ${appointment}`;
  const some = waiting === undefined ? sql`true` : sql`${isWaiting(now)} = ${waiting === 'true'}`;
  const { rows } = await sql<RecordRow>`
    select ${columns} from ${from} where ${where} and ${ofOne} and ${some} and ${found} and ${older}
    order by ${listedAt} desc, r.id desc limit ${limit + 1}`.execute(db);
  const page = pageOf(rows, limit, ({ listed_at, id }): [string, number] => [listed_at.toISOString(), id]);
  return { rows: page.rows.map(dated), next: page.next };
}

/** A report with links for the actor, unless it was withdrawn or the scan has not cleared it. */
export function withLinks(row: Unlinked, actor: Actor, secret: string, now: Date): MedicalRecord {
  const given = !row.withdrawn && isServed(row.scan);
  const link = (purpose: 'view' | 'download') => (given ? recordLinks.to(secret, row.id, actor, purpose, now) : null);
  return { ...row, report: link('view'), download: link('download') };
}

/** A validated and stored file of a report. */
export interface StoredReport extends StoredUpload {
  /** Whether it is scanned for viruses before anybody gets it. */
  scan: 'unscanned' | 'pending';
}

interface NewRecord extends StoredReport {
  title?: string | undefined;
  type?: string | undefined;
  sentence?: string | undefined;
  release?: Release | undefined;
  release_on?: string | undefined;
  replaces?: number | undefined;
  replaces_because?: string | undefined;
}

/**
 * Adds a report to a past appointment of the actor. Throws `not_found`, `not_allowed`, `wrong_state`, `key_missing`, `busy`,
 * and 400.
 */
export async function addRecord(tx: Tx, actor: Actor, appointmentId: number, report: NewRecord, now: Date) {
  const { patient_id } = await appointmentForReport(tx, actor, appointmentId, now);
  await mayAddReports(tx, patient_id);
  const { title, type, sentence, media_type, bytes, sha256, stored, replaces, scan } = report;
  const { release = 'at_once', release_on = null, replaces_because = null } = report;
  const release_at = await beginOf(tx, actor, release, release_on, now);
  if (replaces !== undefined) await giveWay(tx, actor, appointmentId, replaces, now);
  const { rows } = await sql<RowOf<'records', 'id'>>`
    insert into records (appointment_id, patient_id, provider_id, title, type, sentence, release, release_on, release_at,
      replaces_id, replaces_because, media_type, bytes, sha256, file, scan, created_at)
    values (${appointmentId}, ${patient_id}, ${actor.user_id}, ${title || null}, ${type || null}, ${sentence || null},
      ${release}, ${release_on}, ${release_at}, ${replaces ?? null}, ${replaces_because}, ${media_type}, ${bytes},
      ${sha256}, ${stored.file}, ${scan}, ${now})
    returning id`.execute(tx);
  await addFileKey(tx, stored);
  const record_id = (rows[0] as { id: number }).id;
  if (scan === 'pending') await askForScan(tx, record_id, now);
  await audit(tx, { at: now, actor, action: 'upload', record_id, patient_id, outcome: 'done' });
  return await recordOf(tx, actor, 'provider', record_id, now);
}

async function recordOf(tx: Tx, actor: Actor, as: Side, id: number, now: Date): Promise<Unlinked> {
  const { columns, from, where } = seenBy(as, actor, now);
  const { rows } = await sql<RecordRow>`select ${columns} from ${from} where r.id = ${id} and ${where}`.execute(tx);
  return dated(rows[0] as RecordRow);
}

/** One report about the actor, which exists. */
export const recordOfPatient = (tx: Tx, actor: Actor, id: number, now: Date) => recordOf(tx, actor, 'patient', id, now);

/**
 * From when the patient may read a report: a day begins at midnight in its author's time zone. Throws 400 naming `release_on`.
 */
async function beginOf(tx: Tx, actor: Actor, release: Release, day: string | null, now: Date): Promise<Date | null> {
  if (day === null) return release === 'at_once' ? now : null;
  const away = Date.parse(day) - now.getTime();
  const tooFar = away > reportReleaseDays * dayMs;
  const { rows } =
    tooFar || away < -2 * dayMs
      ? { rows: [] }
      : await sql<{ at: Date }>`
          select ${day}::date::timestamp at time zone time_zone as at from ${providerProfiles} profile
          where user_id = ${actor.user_id}`.execute(tx);
  const at = rows[0]?.at;
  if (at !== undefined && at > now) return at;
  throw invalidField(
    'release_on',
    tooFar ? 'Please choose a day within a year.' : 'Please choose a day in the future.',
  );
}

/** Withdraws a report; its patient sees that, with the reason. Throws `not_found`, `not_allowed`, `wrong_state`, `busy`. */
export async function withdraw(tx: Tx, actor: Actor, recordId: number, reason: string, now: Date) {
  const { rows } = await sql<
    RowOf<'records', 'patient_id' | 'withdrawn_at'> & { provider_id: number; released: boolean }
  >`
    select r.patient_id, r.provider_id, r.withdrawn_at, ${isReleased(now)} as released from records r
    where r.id = ${recordId}
      and (r.provider_id = ${actor.user_id} or (r.patient_id = ${actor.user_id} and ${isReleased(now)}))
    for update`.execute(tx);
  const [record] = rows;
  if (record === undefined) throw new Problem('not_found');
  if (record.provider_id !== actor.user_id) throw new Problem('not_allowed');
  if (record.withdrawn_at !== null) {
    throw new Problem('wrong_state', { message: 'This report has been withdrawn already.' });
  }
  // A report that the patient could never read leaves no trace.
  await sql`
    update records set withdrawn_at = ${now}, withdrawn_reason = ${reason},
      release_at = case when ${record.released} then release_at end
    where id = ${recordId} and provider_id = ${actor.user_id}`.execute(tx);
  await closeGap(tx, recordId, actor.user_id);
  const { patient_id } = record;
  await audit(tx, { at: now, actor, action: 'withdraw', record_id: recordId, patient_id, outcome: 'done' });
}

/** Which of these stored files belong to a report; an infected file belongs to none. */
export async function filesOfRecords(db: Db, keys: string[]): Promise<Set<string>> {
  const { rows } = await sql<
    RowOf<'records', 'file'>
  >`select file from records where file = any(${keys}) and scan <> 'infected'`.execute(db);
  return new Set(rows.map(({ file }) => file));
}

/** The ids of the reports that somebody is the patient or the author of, and of the shares that contain them. */
export async function idsAbout(db: Db, userId: number) {
  const { rows } = await sql<Record<'own' | 'written' | 'shares', number[]>>`
    select array(select id from records where patient_id = ${userId}) as own,
      array(select id from records where provider_id = ${userId}) as written,
      array(select id from shares where provider_id = ${userId}) as shares`.execute(db);
  return rows[0] as (typeof rows)[number];
}

/** Whether a visit has a report. */
export const hasReport = (visitId: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from records r where r.appointment_id = ${visitId})`;
