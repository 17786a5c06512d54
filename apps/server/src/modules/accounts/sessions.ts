import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { Role } from '@carecommons/contract/endpoint';
import { sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import type { Db, RowOf } from '../../platform/db/db.ts';
import { Problem } from '../../platform/errors/errors.ts';
import type { Call } from '../../platform/routing/routing.ts';
import { deriveKey, isGenuine } from '../../platform/crypto/crypto.ts';
import { deviceOf } from './events/devices.ts';
import { noteEvent } from './events/events.ts';
import { idleMinutes } from './idle.ts';
import { sessionReused, sendEmail } from './send-email.ts';

const days = 24 * 3600 * 1000;
const slidingLife = 7 * days;
const absoluteLife = 30 * days;
/** How long the previous token still gets the same successor: tabs and retries of one browser race for it. */
const grace = 10_000;

type Dependencies = Pick<Call<never>, 'clock' | 'config' | 'sessions'>;

interface SessionRow extends RowOf<'sessions', 'id' | 'user_id' | 'seed' | 'generation' | 'browser' | 'refreshed_at'> {
  /** When the person was last known to be active. */
  active_at: Date;
  role: Role;
  grants: string[];
  /** Not ended, not expired, and the person's account not disabled. */
  alive: boolean;
}

/**
 * `<session id>.<generation>.<HMAC of both and the row's seed>`. It can be computed again from the row and the key, but
 * not from one of them alone, so a stolen copy of the database opens no session.
 */
function refreshToken(secret: string, session: Pick<SessionRow, 'id' | 'seed'>, generation: number) {
  const mac = refreshMac(deriveKey(secret, purpose), session, generation);
  return `${session.id}.${generation}.${mac.toString('base64url')}`;
}

const purpose = 'refresh token';
const refreshMac = (key: Buffer, { id, seed }: Pick<SessionRow, 'id' | 'seed'>, generation: number) =>
  createHmac('sha256', key).update(`${id}|${generation}|`).update(seed).digest();

function browserOf(userAgent: string | undefined) {
  return createHash('sha256')
    .update(userAgent ?? '')
    .digest()
    .subarray(0, 16);
}

/** The session and generation of a well-formed refresh token, else undefined. */
async function find(db: Db, token: string, { clock, config }: Dependencies) {
  const [, id, number, mac = ''] =
    /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([1-9]\d{0,8})\.([\w-]{43})$/.exec(token) ?? [];
  if (id === undefined) return undefined;
  const { rows } = await sql<SessionRow>`
    select s.id, s.user_id, s.seed, s.generation, s.browser, s.refreshed_at, coalesce(s.active_at, s.created_at) as active_at, u.role,
      array(select g.name from grants g where g.user_id = u.id
        and (g.expires_at is null or g.expires_at > ${clock.now()})) as grants,
      s.ended_at is null and s.expires_at > ${clock.now()} and u.disabled_at is null as alive
    from sessions s join users u on u.id = s.user_id where s.id = ${id}`.execute(db);
  const [session] = rows;
  const generation = Number(number);
  if (session === undefined) return undefined;
  const given = Buffer.from(mac, 'base64url');
  // The last character of a code has two unused bits: only one spelling of a token is accepted.
  const genuine =
    given.toString('base64url') === mac &&
    isGenuine(config.secret, purpose, given, (key) => refreshMac(key, session, generation));
  return genuine ? { session, generation } : undefined;
}

function pair(
  session: Pick<SessionRow, 'id' | 'user_id' | 'seed' | 'role'>,
  generation: number,
  { config, sessions }: Dependencies,
) {
  return {
    access: sessions.issueAccess(session.user_id, session.id, session.role),
    refresh: refreshToken(config.secret, session, generation),
  };
}

interface Admitted {
  id: number;
  /** The stored hash that the password was checked against; absent if a passkey was used. */
  password_hash?: string;
  /** Whether a second factor was used too. */
  confirmed: boolean;
}

/**
 * Opens a session for a person who has just authenticated. Undefined if the password was changed or the account was
 * disabled in the meantime.
 */
export async function openSession(
  db: Db,
  { id, password_hash, confirmed }: Admitted,
  userAgent: string | undefined,
  needs: Dependencies,
) {
  const now = needs.clock.now();
  const session = { id: randomUUID() as string, user_id: id, seed: randomBytes(32) };
  const samePassword = password_hash === undefined ? sql`true` : sql`password_hash = ${password_hash}`;
  // The lock on the person orders this and a change of password. Sessions that expired long ago are deleted.
  const { rows } = await sql<Pick<SessionRow, 'role'>>`
    with old as (delete from sessions where expires_at < ${new Date(now.getTime() - absoluteLife)})
    insert into sessions (id, user_id, seed, browser, device, created_at, refreshed_at, expires_at,
      confirmed_at, second_factor_at)
    select ${session.id}::uuid, id, ${session.seed}::bytea, ${browserOf(userAgent)}::bytea, ${deviceOf(userAgent)}, ${now}::timestamptz,
      ${now}::timestamptz, ${new Date(now.getTime() + slidingLife)}::timestamptz, ${now}::timestamptz, ${confirmed ? now : null}::timestamptz
    from users where id = ${id} and ${samePassword} and disabled_at is null
    for share
    returning (select role from users where id = user_id) as role`.execute(db);
  return rows[0] && pair({ ...session, ...rows[0] }, 1, needs);
}

/**
 * Exchanges a refresh token for the next pair. However many requests try it at once, on however many processes, there
 * is one successor. An older token means that two parties hold the session, so it ends. It also ends if the person was
 * last `active` (so many seconds ago) too long ago. Throws `session_ended`. Runs outside a transaction: the end of the
 * session must be stored although the request is refused.
 */
export async function refresh(
  db: Db,
  token: string,
  { userAgent, active }: { userAgent: string | undefined; active: number | undefined },
  needs: Dependencies & Pick<Call<never>, 'request'>,
) {
  const found = await find(db, token, needs);
  if (found === undefined || !found.session.alive) throw new Problem('session_ended');
  const { session, generation } = found;
  const now = needs.clock.now();
  const browser = browserOf(userAgent);
  const lastActivity = active === undefined ? 0 : now.getTime() - active * 1000;
  const activeAt = new Date(Math.max(session.active_at.getTime(), lastActivity));
  const minutes = idleMinutes(session, needs.config);
  if (minutes !== undefined && now.getTime() - activeAt.getTime() >= minutes * 60_000) {
    await endIdle(db, session, needs);
    throw new Problem('session_ended');
  }
  const { rows } = await sql`
    update sessions set generation = generation + 1, browser = ${browser}, refreshed_at = ${now}, active_at = ${activeAt},
      expires_at = least(${new Date(now.getTime() + slidingLife)}::timestamptz, created_at + ${absoluteLife / 1000} * interval '1 second')
    where id = ${session.id} and generation = ${generation} and ended_at is null and expires_at > ${now}
    returning generation`.execute(db);
  if (rows.length > 0) return pair(session, generation + 1, needs);

  // Another request was first, perhaps just now: the present state of the row decides.
  const current = (await find(db, token, needs))?.session;
  if (current === undefined || !current.alive) throw new Problem('session_ended');
  const isPrevious = generation === current.generation - 1;
  const isFresh = now.getTime() - current.refreshed_at.getTime() <= grace;
  if (isPrevious && isFresh && current.browser.equals(browser)) return pair(current, current.generation, needs);
  await endReused(db, session, needs);
  throw new Problem('session_ended');
}

/**
 * Ends the session of a refresh token of any generation, and returns which one. Any other string ends nothing; neither
 * does another person's token if the caller is known.
 */
export async function logOut(db: Db, token: string, caller: { user_id: number } | undefined, needs: Dependencies) {
  const found = await find(db, token, needs);
  if (found === undefined || (caller !== undefined && caller.user_id !== found.session.user_id)) return;
  const { id, user_id } = found.session;
  const { numAffectedRows } = await sql`update sessions set ended_at = ${needs.clock.now()}, end_reason = 'logout'
    where id = ${id} and ended_at is null`.execute(db);
  needs.sessions.forget(id);
  return numAffectedRows === 0n ? undefined : { user_id, session_id: id };
}

/** Ends a session whose person was inactive for too long. */
async function endIdle(db: Db, { id, user_id }: SessionRow, needs: Dependencies & Pick<Call<never>, 'request'>) {
  const { numAffectedRows } = await sql`update sessions set ended_at = ${needs.clock.now()}, end_reason = 'idle'
    where id = ${id} and ended_at is null`.execute(db);
  needs.sessions.forget(id);
  if (numAffectedRows === 1n) await noteEvent({ ...needs, db }, { kind: 'signed_out_idle', user_id, session_id: id });
}

/** Ends a session that two parties used, and notifies its person once. */
async function endReused(db: Db, { id, user_id }: SessionRow, needs: Dependencies & Pick<Call<never>, 'request'>) {
  const now = needs.clock.now();
  await db.transaction().execute(async (tx) => {
    const { numAffectedRows } = await sql`update sessions set ended_at = ${now}, end_reason = 'reuse'
      where id = ${id} and ended_at is null`.execute(tx);
    if (numAffectedRows === 0n) return;
    await audit(tx, { at: now, actor: { user_id, session_id: id }, action: 'token_reused', outcome: 'refused' });
    await sendEmail(tx, user_id, sessionReused, now);
    await noteEvent({ ...needs, db: tx }, { kind: 'session_reused', user_id, session_id: id });
  });
  needs.sessions.forget(id);
}

type EndReason =
  | 'password'
  | 'disabled'
  | 'signed_out'
  | 'reset'
  | 'factor_reset'
  | 'administrator'
  | 'erased'
  | 'factor_added';

/**
 * Ends the sessions of a person except the named one, and returns how many. The caller forgets them after its commit.
 */
export async function endSessions(db: Db, userId: number, reason: EndReason, now: Date, except?: string) {
  const { numAffectedRows } = await sql`update sessions set ended_at = ${now}, end_reason = ${reason}
    where user_id = ${userId} and ended_at is null and id is distinct from ${except ?? null}::uuid`.execute(db);
  return Number(numAffectedRows);
}
