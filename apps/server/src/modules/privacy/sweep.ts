import { sql } from 'kysely';
import type { Services } from '../../platform/routing/routing.ts';
import { repeat } from '../../platform/time/time.ts';
import { endExports } from './exports.ts';

type Dependencies = Pick<Services, 'db' | 'files' | 'clock'>;

/** Deletes expired exports, at the start and once a minute, until stopped. */
export const sweepExports = ({ log, ...needs }: Dependencies & Pick<Services, 'log'>) =>
  repeat(() => deleteEnded(needs), { everyMs: 60_000, failing: 'exports could not be looked through', log });

/** Deletes each expired export: first its key, then its file. */
export async function deleteEnded({ db, files, clock }: Dependencies) {
  const gone = await db.transaction().execute((tx) => endExports(tx, sql`ends_at <= ${clock.now()}`));
  for (const file of gone) await files.remove(file);
}
