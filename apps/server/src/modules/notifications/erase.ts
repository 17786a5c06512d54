import { sql } from 'kysely';
import type { RowOf } from '../../platform/db/db.ts';
import { type ErasureStep, inPortions } from '../erasure/erasure.ts';
import { dropJobs } from '../../platform/jobs/jobs.ts';

/** Erases a leaver's notifications, settings and devices. */
export const eraseNotifications: ErasureStep = async ({ db }, { user_id }) => {
  await inPortions(async (rows) => {
    const { numAffectedRows = 0n } = await sql`
      delete from notifications where id in (
        select id from notifications where user_id = ${user_id} order by id desc limit ${rows})`.execute(db);
    return Number(numAffectedRows);
  });
  await db.transaction().execute(async (tx) => {
    await sql`delete from notification_choices where user_id = ${user_id}`.execute(tx);
    await sql`delete from quiet_hours where user_id = ${user_id}`.execute(tx);
    const { rows } = await sql<RowOf<'push_devices', 'id'>>`
      delete from push_devices where user_id = ${user_id} returning id`.execute(tx);
    const lanes = rows.map(({ id }) => `device ${id}`);
    await dropJobs(tx, sql<boolean>`lane = any(${lanes})`);
  });
};
