import { createWriteStream } from 'node:fs';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { keptFor } from '@carecommons/contract/erasure-rules';
import { audit } from '../../platform/audit/audit.ts';
import type { Clock } from '../../platform/time/time.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/db.ts';
import { openFiles, openStore, storedFile } from '../../platform/files/files.ts';
import { findKeptCare, findKeptReport } from '../erasure/erasure.ts';
import { openMasterKeys } from '../../platform/crypto/crypto.ts';
import { StartError, UnreadableFile } from '../../platform/errors/errors.ts';
import { providerProfiles } from '../providers/providers.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const extensions: Record<string, string> = { 'application/pdf': 'pdf', 'image/png': 'png', 'image/jpeg': 'jpg' };

interface Dependencies {
  /** The database, connected as its owner: the application cannot read kept care. */
  owner: Db;
  config: Pick<Config, 'dataDir' | 'masterKeys' | 's3'>;
  clock: Clock;
}

/** Lists the kept care of erased people whose name contains a text. */
export async function findKept({ owner, clock }: Dependencies, name: string): Promise<string> {
  const lines = await findKeptCare(owner, name, providerProfiles);
  // The search itself is audited.
  await audit(owner, { at: clock.now(), actor: undefined, action: 'open_kept', outcome: 'done', reason: 'search' });
  if (lines.length === 0) return 'Nothing is kept of anybody of that name.';
  return lines
    .map(({ kind, id, patient, provider, at, title }) =>
      [`${kind} ${id}`, patient, provider, at.toISOString().slice(0, 10), title ?? ''].join(' \u00b7 '),
    )
    .join('\n');
}

/** Writes a kept report into the current folder, for somebody who is entitled to it. Throws a StartError. */
export async function openKept({ owner, config, clock }: Dependencies, report: string, wanted: string | undefined) {
  const whom = keptFor.find((one) => one === wanted);
  if (whom === undefined) throw new StartError(`Please say for whom: ${keptFor.join(', ')}.`);
  const id = /^\d{1,9}$/.test(report) ? Number(report) : 0;
  const kept = await findKeptReport(owner, id);
  if (kept === undefined) throw new StartError(`No report ${report} is kept.`);
  const { patient_id, file, media_type } = kept;
  // Audited before it is opened: without the audit entry, the report is not opened.
  const entry = { at: clock.now(), actor: undefined, record_id: id, patient_id };
  await audit(owner, { ...entry, action: 'open_kept', outcome: 'done', reason: whom });
  try {
    const files = openFiles(config.dataDir, openMasterKeys(config), quiet, openStore(config, quiet));
    const content = await files.open(await storedFile(owner, file, patient_id));
    const path = resolve(`report-${id}.${extensions[media_type] ?? 'bin'}`);
    await pipeline(content.read(), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    return `Report ${id} is in ${path}. That it was opened for ${whom} is written down.`;
  } catch (error) {
    if (error instanceof UnreadableFile) throw new StartError(`Report ${id} cannot be opened: ${error.message}`);
    if ((error as { code?: string }).code === 'EEXIST') throw new StartError('There is a file of that name already.');
    throw error;
  }
}
