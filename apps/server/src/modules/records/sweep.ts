import type { OwnRecordEvent } from '@carecommons/contract/record-rules';
import { sql } from 'kysely';
import type { Services } from '../../platform/routing/routing.ts';
import { repeat } from '../../platform/time/time.ts';
import { notify } from '../notifications/notifications.ts';
import type { RowOf } from '../../platform/db/db.ts';

const atOnce = 50;

type Dependencies = Pick<Services, 'db' | 'clock' | 'live'>;

/** Notifies patients of reports that were released, at the start and once a second, until it is stopped. */
export const sweepRecords = ({ log, ...dependencies }: Dependencies & Pick<Services, 'log'>) =>
  repeat(() => notifyReleased(dependencies), { everyMs: 1000, failing: 'reports could not be looked through', log });

/** Notifies each patient of each report once, as soon as it is both released and free of viruses. */
export async function notifyReleased({ db, clock, live }: Dependencies) {
  for (let found = atOnce; found === atOnce;) {
    const now = clock.now();
    const notified = await db.transaction().execute(async (tx) => {
      const { rows } = await sql<RowOf<'records', 'id' | 'patient_id'> & { provider_id: number }>`
        with due as (select id from records
          where told_at is null and withdrawn_at is null and scan in ('unscanned', 'clean') and release_at <= ${now}
          order by release_at limit ${atOnce} for update skip locked)
        update records r set told_at = ${now} from due where r.id = due.id
        returning r.id, r.patient_id, r.provider_id`.execute(tx);
      for (const { id, patient_id } of rows) await notify(tx, patient_id, { kind: 'report_ready', record: id }, now);
      return rows;
    });
    for (const { patient_id, provider_id } of notified) publishRecords(live, patient_id, provider_id);
    found = notified.length;
  }
}

/** Publishes to the open pages of people that a report of theirs has changed. */
export function publishRecords(live: Services['live'], ...people: number[]) {
  for (const person of people) live.publishToPerson(person, { kind: 'records' } satisfies OwnRecordEvent);
}
