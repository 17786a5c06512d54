import { sql } from 'kysely';
import type { PushDevice } from '@carecommons/contract/notifications';
import type { Config } from '../../platform/config/config.ts';
import type { Db, RowOf, Tx } from '../../platform/db/db.ts';
import { invalidField, Problem } from '../../platform/errors/errors.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import { people, sessions } from '../accounts/accounts.ts';
import { isPublicKey } from './push-key.ts';
import { isPushService } from './push-services.ts';

const devicesAtMost = 20;

interface DeviceRow extends Omit<PushDevice, 'added_at'>, RowOf<'push_devices', 'added_at'> {}

interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** Whether pushes are sent to a device `d`: not after the session that added it was signed out. */
export const isOpen = sql<boolean>`exists (select from ${sessions} s join ${people} u on u.id = s.user_id
  where s.id = d.session_id and s.ended_at is null and u.disabled_at is null)`;

const sent = ({ added_at, ...row }: DeviceRow): PushDevice => ({ ...row, added_at: added_at.toISOString() });

/** The browsers in which the actor receives pushes, newest first. */
export async function listDevices(db: Db, actor: Actor): Promise<PushDevice[]> {
  const { rows } = await sql<DeviceRow>`
    select d.id, d.device, d.endpoint, d.added_at from push_devices d
    where d.user_id = ${actor.user_id} and ${isOpen} order by d.id desc limit ${devicesAtMost}`.execute(db);
  return rows.map(sent);
}

/**
 * Adds the browser of the actor's session. If it belonged to somebody else, it moves to the actor. Throws 400 naming
 * `endpoint` if that is not the address of a push service, or `keys.p256dh`.
 */
export async function addDevice(tx: Tx, actor: Actor, { endpoint, keys }: Subscription, config: Config, now: Date) {
  if (!isPushService(endpoint, config)) throw invalidField('endpoint', 'This push service is not known.');
  if (!isPublicKey(keys.p256dh)) throw invalidField('keys.p256dh', 'This is no such key.');
  const { rows } = await sql<DeviceRow>`
    insert into push_devices as d (user_id, endpoint, p256dh, auth, session_id, device, added_at)
    select ${actor.user_id}::integer, ${endpoint}, ${keys.p256dh}, ${keys.auth}, s.id, s.device, ${now}::timestamptz
    from ${sessions} s where s.id = ${actor.session_id} and s.user_id = ${actor.user_id}
    on conflict (endpoint) do update set user_id = excluded.user_id, p256dh = excluded.p256dh, auth = excluded.auth,
      session_id = excluded.session_id, device = excluded.device, added_at = excluded.added_at
    returning d.id, d.device, d.endpoint, d.added_at`.execute(tx);
  if (rows[0] === undefined) throw new Problem('not_signed_in');
  await sql`
    delete from push_devices d where d.user_id = ${actor.user_id} and (not ${isOpen} or d.id in (
      select id from push_devices where user_id = ${actor.user_id}
      order by added_at desc, id desc offset ${devicesAtMost}))`.execute(tx);
  return sent(rows[0]);
}

/** Removes one of the actor's browsers. Throws `not_found`, also for somebody else's. */
export async function removeDevice(tx: Tx, actor: Actor, id: number) {
  const { numAffectedRows } = await sql`
    delete from push_devices d where d.id = ${id} and d.user_id = ${actor.user_id} and ${isOpen}`.execute(tx);
  if (numAffectedRows === 0n) throw new Problem('not_found');
}
