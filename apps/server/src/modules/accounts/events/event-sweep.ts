import { deleteForged, deleteVisitReads } from '../../../platform/audit/audit.ts';
import type { Services } from '../../../platform/routing/routing.ts';
import { repeat } from '../../../platform/time/time.ts';
import { deleteEvents } from './events.ts';

type Dependencies = Pick<Services, 'db' | 'config' | 'clock'>;

/** Deletes old events at the start and once an hour, until it is stopped. */
export const sweepEvents = ({ log, ...needs }: Dependencies & Pick<Services, 'log'>) =>
  repeat(() => deleteOldEvents(needs), {
    everyMs: 3_600_000,
    failing: 'old account events could not be deleted',
    log,
  });

/** Deletes account events, reads of visits and counts of forged links that are older than the setting allows. */
export async function deleteOldEvents({ db, config, clock }: Dependencies) {
  const before = new Date(clock.now().getTime() - config.accountEventDays * 86_400_000);
  await deleteEvents(db, before);
  await deleteVisitReads(db, before);
  await deleteForged(db, before);
}
