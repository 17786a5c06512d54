import { sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import { isInfected } from '../../platform/content/content.ts';
import type { ColumnOf, RowOf, Tx } from '../../platform/db/db.ts';
import { destroyFileKeys, storedFile } from '../../platform/files/files.ts';
import { enqueue, type Job } from '../../platform/jobs/jobs.ts';
import type { Services } from '../../platform/routing/routing.ts';
import { notify } from '../notifications/notifications.ts';
import { publishRecords } from './sweep.ts';
import { closeGap } from './versions.ts';

const kind = 'scan';

interface Payload {
  record: number;
}

/** Enqueues the virus scan of a report, to run after the commit until it succeeds. */
export async function askForScan(tx: Tx, record: number, now: Date) {
  await enqueue(tx, { kind, payload: { record } satisfies Payload }, now);
}

type Dependencies = Pick<Services, 'db' | 'files' | 'config' | 'clock' | 'live'>;

interface Unscanned extends RowOf<'records', 'file' | 'patient_id'> {
  /** Null for a document that its patient added. */
  provider_id: ColumnOf<'records', 'provider_id'>;
}

/** The job that scans reports for viruses. An infected file is destroyed, and its author is notified. */
export function scanWork({ db, files, config, clock, live }: Dependencies) {
  async function scan({ payload }: Job) {
    const { record } = payload as Payload;
    const { rows } = await sql<Unscanned>`
      select file, patient_id, provider_id from records where id = ${record} and scan in ('pending', 'error')`.execute(
      db,
    );
    const [found] = rows;
    if (found === undefined) return;
    try {
      const infected = await judge(found);
      await db.transaction().execute((tx) => (infected ? refuse(tx, record, clock.now()) : pass(tx, record)));
      // If this fails, the sweep of unreferenced files removes it.
      if (infected) await files.remove(found.file);
    } catch (error) {
      await sql`
        update records set scan = ${(error as { code?: string }).code === 'clamd_away' ? 'pending' : 'error'}
        where id = ${record} and scan in ('pending', 'error')`.execute(db);
      throw error;
    } finally {
      publishRecords(live, found.provider_id ?? found.patient_id);
    }
  }

  async function judge({ file, patient_id }: Unscanned): Promise<boolean> {
    // If the scanner was removed from the settings, pending scans keep waiting.
    if (config.clamd === undefined) throw Object.assign(new Error('CLAMD is not set'), { code: 'clamd_away' });
    const opened = await files.open(await storedFile(db, file, patient_id));
    return await isInfected(config.clamd, opened.read());
  }
  return { [kind]: scan };
}

async function pass(tx: Tx, record: number) {
  await sql`update records set scan = 'clean' where id = ${record} and scan in ('pending', 'error')`.execute(tx);
}

async function refuse(tx: Tx, record: number, now: Date) {
  const { rows } = await sql<Unscanned>`
    update records set scan = 'infected' where id = ${record} and scan in ('pending', 'error')
    returning file, patient_id, provider_id`.execute(tx);
  const [refused] = rows;
  if (refused === undefined) return;
  await destroyFileKeys(tx, [refused.file]);
  const entry = { at: now, actor: undefined, record_id: record, reason: 'infected' } as const;
  if (refused.provider_id === null) {
    const { patient_id } = refused;
    await audit(tx, { ...entry, patient_id, action: 'upload', outcome: 'refused' });
    return await notify(tx, patient_id, { kind: 'document_refused' }, now);
  }
  await closeGap(tx, record, refused.provider_id);
  // The patient never got it, and it would only frighten them in their list of accesses.
  await audit(tx, { ...entry, action: 'upload', outcome: 'refused' });
  await notify(tx, refused.provider_id, { kind: 'report_refused', record }, now);
}
