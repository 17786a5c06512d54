import { createHmac } from 'node:crypto';
import { type AccountEvent, signIns } from '@carecommons/contract/account-event-rules';
import type { OwnAccountEvent } from '@carecommons/contract/account-events';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { type Db, pageOf, type RowOf } from '../../../platform/db/db.ts';
import { roughNetworkOf } from '../../../platform/config/config.ts';
import type { Services } from '../../../platform/routing/routing.ts';
import { deriveKey } from '../../../platform/crypto/crypto.ts';
import { type Actor, idAtSignIn } from '../../../platform/auth/auth.ts';
import { deviceOf } from './devices.ts';
import { newSignIn, sendEmail } from '../send-email.ts';

type Dependencies = Pick<Services, 'db' | 'clock' | 'config'> & { request: FastifyRequest };

/** A use of an account; without a person if the username is unknown. */
export interface Event {
  kind: AccountEvent;
  user_id?: number | undefined;
  session_id?: string | undefined;
}

const from = ({ ip, headers }: FastifyRequest) => ({
  network: roughNetworkOf(ip),
  device: deviceOf(headers['user-agent']),
});

/**
 * Records a use of an account. The person gets an email about a sign-in from a new device or network, except for the
 * very first one.
 */
export async function noteEvent(
  { db, clock, request }: Dependencies,
  { kind, user_id, session_id }: Event,
): Promise<void> {
  const [now, { network, device }] = [clock.now(), from(request)];
  const record = async (within: Db, isNew: boolean) =>
    await sql`
      insert into account_events (at, kind, user_id, session_id, device, network, is_new)
      values (${now}, ${kind}, ${user_id ?? null}, ${session_id || null}, ${device}, ${network}, ${isNew})`.execute(
      within,
    );
  if (user_id === undefined || !signIns.includes(kind) || !(await isNewPlace(db, user_id, device, network))) {
    await record(db, false);
    return;
  }
  await db.transaction().execute(async (tx) => {
    await record(tx, true);
    await sendEmail(tx, user_id, newSignIn(device, network), now);
  });
}

async function isNewPlace(db: Db, userId: number, device: string, network: string) {
  const { rows } = await sql<{ device: boolean | null; network: boolean | null }>`
    select bool_or(device = ${device}) as device, bool_or(network = ${network}) as network from account_events
    where user_id = ${userId} and kind = any(${[...signIns]})`.execute(db);
  // Null if nobody has signed in yet.
  return rows[0]?.device === false || rows[0]?.network === false;
}

/** Records a failed sign-in. The name may be a mistyped password, so it is stored only as a keyed hash. */
export async function noteFailedSignIn(
  { db, clock, config, request }: Dependencies,
  kind: 'sign_in_failed' | 'code_failed',
  username: string | undefined,
): Promise<void> {
  const { network, device } = from(request);
  const key = deriveKey(config.secret, 'account events');
  const hash =
    username === undefined ? null : createHmac('sha256', key).update(username.toLowerCase()).digest().subarray(0, 16);
  await sql`
    insert into account_events (at, kind, user_id, name_hash, device, network)
    values (${clock.now()}, ${kind},
      ${idAtSignIn(username ?? null)},
      ${hash}, ${device}, ${network})`.execute(db);
}

/** Counts sign-ins that were refused by the throttle: one row for each network and hour. */
export async function countRefusedSignIn({ db, clock, request }: Dependencies): Promise<void> {
  const hour = new Date(Math.floor(clock.now().getTime() / 3_600_000) * 3_600_000);
  await sql`
    insert into account_events as e (at, kind, device, network)
    values (${hour}, 'sign_ins_refused', '', ${from(request).network})
    on conflict (network, at) where kind = 'sign_ins_refused' do update set tries = e.tries + 1`.execute(db);
}

interface ListQuery {
  limit: number;
  after: readonly [at: number, id: number] | undefined;
}

/** A page of the events of the actor's account, newest first. */
export async function listOwnEvents(db: Db, actor: Actor, { limit, after }: ListQuery) {
  const older =
    after === undefined ? sql`true` : sql`(at, id) < (${new Date(after[0])}::timestamptz, ${after[1]}::bigint)`;
  const { rows } = await sql<Omit<OwnAccountEvent, 'at'> & RowOf<'account_events', 'at'>>`
    select id, at, kind, device, network, is_new from account_events
    where user_id = ${actor.user_id} and ${older}
    order by at desc, id desc limit ${limit + 1}`.execute(db);
  const page = pageOf(rows, limit, ({ at, id }) => [at.getTime(), id]);
  return { ...page, rows: page.rows.map((row) => ({ ...row, at: row.at.toISOString() })) };
}

const deletedAtOnce = 5000;

/** Deletes the events before a moment. */
export async function deleteEvents(db: Db, before: Date): Promise<void> {
  for (let gone = deletedAtOnce; gone === deletedAtOnce;) {
    const { numAffectedRows } = await sql`
      delete from account_events where id in (
        select id from account_events where at < ${before} order by at, id limit ${deletedAtOnce})`.execute(db);
    gone = Number(numAffectedRows);
  }
}
