import type { FileRefusal } from '@carecommons/contract/administration-rules';
import { recordDefaults } from '@carecommons/contract/records';
import { sql } from 'kysely';
import { audit, countForged } from '../../platform/audit/audit.ts';
import type { Config } from '../../platform/config/config.ts';
import type { ValidContent } from '../../platform/content/content.ts';
import type { Db, RowOf, Tx } from '../../platform/db/db.ts';
import { type FileOpener, storedFile } from '../../platform/files/files.ts';
import type { LinkResult, CountRefusal } from '../../platform/routing/routing.ts';
import { type Actor, type LinkHolder, type Purpose, refusalOfLink } from '../../platform/auth/auth.ts';
import { lacksProviderFactor } from '../accounts/accounts.ts';
import { isReleased, isServed, isShareable, isSharedWith } from './visible.ts';

export interface Found extends RowOf<'records', 'patient_id' | 'bytes' | 'file' | 'withdrawn_at'> {
  title: string;
  media_type: ValidContent['mediaType'];
  /** The share through which a provider reads it who is not its author. */
  share: number | null;
}

interface LinkRequest extends LinkHolder {
  recordId: number;
  config: Config;
  refusing: CountRefusal;
}

type Outcome = LinkResult<{ record: Found; purpose: Purpose; isFirst: boolean }>;

/**
 * Opens a report for a link, or says why not, and writes either to the audit. If that cannot be written, this throws
 * (`busy`) and nothing may be served. A forged link is only counted. May also throw an `UnreadableFile`.
 */
export async function openRecord(tx: Tx, files: FileOpener, asked: LinkRequest, now: Date): Promise<Outcome> {
  const { recordId: record_id, link, actor, refusing } = asked;
  if (link.state === 'forged') {
    await refusing();
    await countForged(tx, 'record', (await patientOf(tx, record_id)) && record_id, now);
    return { refusal: 'forged' };
  }
  const record = actor && (await find(tx, actor, record_id, now));
  const refusal = refusalOf(record, asked) ?? (await refusalOfFactor(tx, record, asked, now));
  const entry = { at: now, record_id };
  if (actor === undefined || record === undefined || refusal !== undefined) {
    await refusing();
    const patient_id = record?.patient_id ?? (await patientOf(tx, record_id));
    const refused = { action: 'denied', outcome: 'refused', reason: refusal } as const;
    await audit(tx, { ...entry, ...refused, patient_id, actor: actor ?? link });
    return { refusal: refusal ?? 'not_entitled' };
  }
  const { purpose } = link;
  const file = await files.open(await storedFile(tx, record.file, record.patient_id));
  let isFirst = false;
  try {
    const item = record.share === null ? undefined : { kind: 'share' as const, id: record.share };
    await audit(tx, { ...entry, patient_id: record.patient_id, actor, action: purpose, item, outcome: 'done' });
    isFirst = await noteOpened(tx, actor, record_id, now);
  } catch (error) {
    await file.close();
    throw error;
  }
  return { record, purpose, file, isFirst };
}

/** A report that the actor may read: as its author, as its patient, or because the patient shares it with them. */
async function find(tx: Tx, actor: Actor, id: number, now: Date): Promise<Found | undefined> {
  const { rows } = await sql<Found>`
    select r.patient_id, coalesce(r.title, ${recordDefaults.title}) as title, r.media_type, r.bytes, r.file, r.withdrawn_at,
      o.share
    from records r
    left join lateral (select i.share_id as share from share_items i join shares s on s.id = i.share_id
      where i.record_id = r.id and r.provider_id is distinct from ${actor.user_id}
        and ${isSharedWith(actor.user_id, now)} and ${isShareable(now)}
      order by i.share_id desc limit 1) o on true
    where r.id = ${id} and ${isServed}
      and (r.provider_id = ${actor.user_id} or (r.patient_id = ${actor.user_id} and ${isReleased(now)}) or o.share is not null)`.execute(
    tx,
  );
  return rows[0];
}

/** Removes the "new" mark from a report that its patient opens; false if it had none, or somebody else opens it. */
async function noteOpened(tx: Tx, actor: Actor, id: number, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update records set opened_at = ${now}
    where id = ${id} and patient_id = ${actor.user_id} and opened_at is null`.execute(tx);
  return numAffectedRows === 1n;
}

/** The patient of a requested report, only for the audit: refused attempts are in the patient's list, too. */
export async function patientOf(tx: Db, id: number) {
  const { rows } = await sql<RowOf<'records', 'patient_id'>>`select patient_id from records where id = ${id}`.execute(
    tx,
  );
  return rows[0]?.patient_id;
}

/** A provider can open other people's reports only with a second factor, once the period to set one up is over. */
async function refusalOfFactor(tx: Tx, record: Found | undefined, { actor, config }: LinkRequest, now: Date) {
  if (actor === undefined || record?.patient_id === actor.user_id) return undefined;
  return (await lacksProviderFactor(tx, actor, config, now)) ? 'second_factor' : undefined;
}

function refusalOf(record: Found | undefined, asked: LinkRequest): FileRefusal | undefined {
  const refusal = refusalOfLink(asked);
  if (refusal !== undefined) return refusal;
  if (record === undefined) return 'not_entitled';
  return record.withdrawn_at === null ? undefined : 'withdrawn';
}
