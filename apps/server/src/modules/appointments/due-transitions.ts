import { nextReminder } from '@carecommons/contract/appointment-rules';
import { type RawBuilder, sql } from 'kysely';
import type { Db, RowOf, Tx } from '../../platform/db/db.ts';
import type { Live } from '../../platform/live/live.ts';
import type { Services } from '../../platform/routing/routing.ts';
import { repeat } from '../../platform/time/time.ts';
import { applyMove } from './apply-move.ts';
import { settle } from './chains.ts';
import { type Changed, notifyOfChange, publishChanges } from './publish.ts';
import { offerFreed } from './waiting-offers.ts';

const atOnce = 50;

type Dependencies = Pick<Services, 'db' | 'clock' | 'live'>;

/** Makes the due transitions of appointments at the start and once a second, until it is stopped. */
export const runDueTransitions = ({ log, ...dependencies }: Dependencies & Pick<Services, 'log'>) =>
  repeat(() => makeDueTransitions(dependencies), {
    everyMs: 1000,
    failing: 'appointments could not be looked through',
    log,
  });

/**
 * Expires unanswered requests, ends undo periods, sends reminders of visits, and offers freed times to the waiting
 * list: everything that is due by the business clock. It can run as often as needed and on any number of processes.
 */
export async function makeDueTransitions({ db, clock, live }: Dependencies) {
  const now = clock.now();
  const failures: unknown[] = [];
  const each = eachDue(db, live, failures);
  await each(sql`a.status = 'requested' and a.expires_at <= ${now}`, (tx, row) => expire(tx, row, now));
  await each(sql`a.undo_until <= ${now}`, (tx, { id }) => settle(tx, sql`a.id = ${id}`));
  // Reminders come after settling: an approval that can still be undone gets no reminder.
  await each(sql`a.status = 'approved' and a.remind_at <= ${now} and a.undo_until is null`, (tx, row) =>
    remind(tx, row, now),
  );
  await offerFreed({ db, clock, live }).catch((error: unknown) => failures.push(error));
  // One that fails does not delay the others.
  if (failures.length > 0) throw failures[0];
}

interface Due extends Changed, RowOf<'appointments', 'starts_at' | 'version' | 'offered'> {}

type Work = (tx: Tx, row: Due) => Promise<readonly Changed[]>;

/** Changes each due row in its own transaction, and publishes the change to its people. */
const eachDue = (db: Db, live: Live, failures: unknown[]) => async (due: RawBuilder<boolean>, work: Work) => {
  async function doOne(id: number) {
    const changed = await db.transaction().execute(async (tx) => {
      // Another transaction holds the row: if it is still due, the next run handles it.
      const { rows } = await sql<Due>`
        select a.id, a.patient_id, a.provider_id, a.starts_at, a.version, a.offered from appointments a
        where a.id = ${id} and ${due} for update skip locked`.execute(tx);
      return rows[0] && (await work(tx, rows[0]));
    });
    publishChanges(live, changed ?? []);
    return changed !== undefined;
  }

  // A row that fails or is locked is left for the next run and does not delay the others.
  const passedOver: number[] = [];
  for (let found = atOnce; found === atOnce;) {
    const { rows } = await sql<RowOf<'appointments', 'id'>>`
      select a.id from appointments a where ${due} and a.id <> all(${passedOver}::int[]) limit ${atOnce}`.execute(db);
    found = rows.length;
    for (const { id } of rows) {
      try {
        if (!(await doOne(id))) passedOver.push(id);
      } catch (error) {
        passedOver.push(id);
        failures.push(error);
      }
    }
  }
};

async function expire(tx: Tx, row: Due, now: Date) {
  const { id, patient_id, provider_id, offered } = row;
  const version = row.version + 1;
  const set = { version, ended_by: 'time', undo_until: now, undo_to: sql`a.status` } as const;
  await applyMove(tx, { by: 'time', which: sql`a.id = ${id}`, set }, 'expire');
  await settle(tx, sql`a.id = ${id}`);
  // The provider of an offer requested nothing, so they are not notified.
  const people = offered ? [patient_id] : [patient_id, provider_id];
  await notifyOfChange(tx, people, { kind: 'request_expired', appointment: { id, version } }, now);
  return [row];
}

async function remind(tx: Tx, { id, patient_id, provider_id, starts_at, version }: Due, now: Date) {
  await sql`
    update appointments set remind_at = ${nextReminder(starts_at, now) ?? null} where id = ${id}`.execute(tx);
  // The server may have been down until the visit was over.
  if (starts_at > now) {
    await notifyOfChange(tx, [patient_id, provider_id], { kind: 'reminder', appointment: { id, version } }, now);
  }
  return [];
}
