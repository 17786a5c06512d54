import { randomUUID } from 'node:crypto';
import type { Grant, Role } from '@carecommons/contract/endpoint';
import { createSigner, createVerifier } from 'fast-jwt';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../time/time.ts';
import type { Config } from '../config/config.ts';
import type { Db } from '../db/db.ts';
import type { Channel } from '../broadcast/broadcast.ts';
import { deriveKeys } from '../crypto/crypto.ts';

/** Who is asking: the person, the session they ask in, what they are and what they may. */
export interface Actor {
  user_id: number;
  session_id: string;
  username: string;
  role: Role;
  /** The grants that count in this session. */
  grants: readonly Grant[];
  /** Those that the person holds, also where the session lacks the second factor that they need. */
  held_grants: readonly Grant[];
  /** The account is less than a day old, or its email address is not confirmed. */
  is_new?: boolean;
}

/** Access tokens live five minutes. */
const accessSeconds = 300;
// An ended session, a new role or a withdrawn grant takes effect within a second on every process, also on one that was not told.
const actorCacheMs = 800;

const newForMs = 24 * 3600 * 1000;

const issuer = 'carecommons';
const audience = 'carecommons-api';
const topic = 'sessions forgotten';

interface Claims {
  sub: string;
  sid: string;
  iss: string;
  aud: string;
  iat: number;
  exp: number;
}

export type Sessions = ReturnType<typeof openSessions>;

/** Signs with one version of the secret, and verifies what that version has signed. */
function signing(key: string, version: number) {
  const algorithm = 'HS256';
  const signer = (kid: object) => createSigner({ key, algorithm, header: { alg: algorithm, typ: 'at+jwt', ...kid } });
  const sign = signer({ kid: String(version) });
  const headerOf = (signs: typeof sign) => signs({}).split('.')[0] as string;
  // Time is checked below against our own clock; everything else here.
  const verify = createVerifier({
    key,
    algorithms: [algorithm],
    cache: false,
    ignoreExpiration: true,
    checkTyp: 'at+jwt',
    allowedIss: issuer,
    allowedAud: audience,
    requiredClaims: ['sub', 'sid', 'iss', 'aud', 'iat', 'exp'],
  }) as (token: string) => Claims;
  return { sign, verify, headers: [headerOf(sign), ...(version === 1 ? [headerOf(signer({}))] : [])] };
}

/** Signs access tokens and finds the actor behind one. The rows of sessions are written by the accounts module. */
export function openSessions(db: Db, { secret, secondFactor }: Pick<Config, 'secret' | 'secondFactor'>, clock: Clock) {
  const signers = deriveKeys(secret, 'access token').map(({ version, key }) =>
    signing(key.toString('base64'), version),
  );
  const { sign } = signers[0] as (typeof signers)[number];
  // By the whole header as it is written: a token is held against one key alone, its own, or against none. Before SECRET had
  // versions the header named none.
  const verifiers = new Map(
    signers.flatMap(({ headers, verify }) => headers.map((header) => [header, verify] as const)),
  );
  // A genuine token is verified once, not with each request. Forged ones are not kept, so they cannot push these out.
  const genuine = new LRUCache<string, Claims>({ max: 5000 });
  const actors = new LRUCache<string, Actor>({ max: 20_000, ttl: actorCacheMs });
  // Until they are shared there is nobody to tell.
  let broadcast = (_forgotten: string | number) => {};

  /** Forgets a session, by its id, or all sessions of a person, by theirs. */
  function forget(forgotten: string | number) {
    if (typeof forgotten === 'string') actors.delete(forgotten);
    else for (const [sessionId, actor] of actors.entries()) if (actor.user_id === forgotten) actors.delete(sessionId);
  }

  function genuineClaims(token: string): Claims | undefined {
    const known = genuine.get(token);
    if (known !== undefined) return known;
    try {
      const claims = verifiers.get(token.slice(0, token.indexOf('.')))?.(token);
      if (claims === undefined) return undefined;
      const isOfOurs = /^\d{1,10}$/.test(claims.sub) && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(claims.sid);
      if (!isOfOurs) return undefined;
      genuine.set(token, claims);
      return claims;
    } catch {
      return undefined;
    }
  }

  function claimsOf(authorization: string | undefined): Claims | undefined {
    const token = /^Bearer ([\w.-]{1,2000})$/i.exec(authorization ?? '')?.[1];
    const claims = token === undefined ? undefined : genuineClaims(token);
    const seconds = clock.now().getTime() / 1000;
    return claims !== undefined && claims.exp > seconds && claims.iat <= seconds + 30 ? claims : undefined;
  }

  async function load(userId: number, sessionId: string): Promise<Actor | undefined> {
    const found = await sql<Omit<Actor, 'session_id' | 'grants'> & { confirmed: boolean }>`
      select u.id as user_id, u.username, u.role,
        u.created_at > ${new Date(clock.now().getTime() - newForMs)} or u.email_verified_at is null as is_new, s.second_factor_at is not null as confirmed,
        array(select g.name from grants g where g.user_id = u.id
          and (g.expires_at is null or g.expires_at > ${clock.now()}) order by g.name) as held_grants
      from sessions s join users u on u.id = s.user_id
      where s.id = ${sessionId} and s.user_id = ${userId} and s.ended_at is null
        and s.expires_at > ${clock.now()} and u.disabled_at is null`.execute(db);
    if (found.rows[0] === undefined) return undefined;
    const { confirmed, ...row } = found.rows[0];
    const grants = confirmed || secondFactor === 'optional' ? row.held_grants : [];
    return { ...row, grants, session_id: sessionId };
  }

  async function actorIn(userId: number, sessionId: string, anew = false): Promise<Actor | undefined> {
    const known = actors.get(sessionId);
    if (!anew && known !== undefined && known.user_id === userId) return known;
    const actor = await load(userId, sessionId);
    // Who is nothing yet becomes something at any moment, perhaps through another process, and goes on at once.
    if (actor !== undefined && actor.role !== 'unknown') actors.set(sessionId, actor);
    return actor;
  }

  return {
    /**
     * An access token for a session that the accounts module has just opened or refreshed. The role in it says to the browser where
     * links lead before it has asked; here nobody reads it.
     */
    issueAccess(userId: number, sessionId: string, role?: Role): string {
      const iat = Math.floor(clock.now().getTime() / 1000);
      const claims = { sub: String(userId), sid: sessionId, iss: issuer, aud: audience, iat, exp: iat + accessSeconds };
      return sign({ ...claims, role, jti: randomUUID() });
    },

    /** The person and session that a well-signed, unexpired access token names, whether or not the session still lives. */
    claimed(authorization: string | undefined) {
      const claims = claimsOf(authorization);
      return claims && { user_id: Number(claims.sub), session_id: claims.sid, expires_at: new Date(claims.exp * 1000) };
    },

    /**
     * The actor of a request, or undefined where there is no good token or its session, account or time is over; looked up
     * `anew` where what is remembered here may have changed elsewhere.
     */
    async actorOf(authorization: string | undefined, anew = false): Promise<Actor | undefined> {
      const claims = claimsOf(authorization);
      return claims && (await actorIn(Number(claims.sub), claims.sid, anew));
    },

    /** The actor of a session; undefined where it is not that person's, or session or account is over. */
    actorIn,

    /**
     * Those of some actors who are no longer what they were: their session ended or expired, their account disabled (`over`),
     * or with another role or other grants in force.
     */
    async changedAmong(asked: readonly Actor[]): Promise<{ actor: Actor; over: boolean }[]> {
      const now = clock.now();
      // One text for each column goes faster than thousands of values.
      const column = (of: (actor: Actor) => string) => asked.map(of).join(' ');
      const { rows } = await sql<{ index: number; over: boolean }>`
        select known.index, u.id is null as over
        from unnest(string_to_array(${column(({ session_id }) => session_id)}, ' ')::uuid[],
            string_to_array(${column(({ role }) => role)}, ' '),
            string_to_array(${column(({ grants }) => grants.join() || '-')}, ' '))
          with ordinality known (id, role, grants, index)
        left join sessions s on s.id = known.id and s.ended_at is null and s.expires_at > ${now}
        left join users u on u.id = s.user_id and u.disabled_at is null
        left join (select user_id, string_agg(name, ',' order by name) as names from grants
          where expires_at is null or expires_at > ${now} group by user_id) g on g.user_id = u.id
        where u.id is null or u.role <> known.role or known.grants <>
          case when s.second_factor_at is not null or ${secondFactor === 'optional'} then coalesce(g.names, '-') else '-' end`.execute(
        db,
      );
      return rows.map(({ index, over }) => ({ actor: asked[index - 1] as Actor, over }));
    },

    /** Forgets what is remembered of a session, after it ended or its person changed; the other processes follow at once. */
    forget(sessionId: string) {
      forget(sessionId);
      broadcast(sessionId);
    },

    /** Forgets every session of a person, after a new role, grant or password; the other processes follow at once. */
    forgetPerson(userId: number) {
      forget(userId);
      broadcast(userId);
    },

    /** What one process forgets from now on, all forget: this one tells the others by the channel, and hears them there. */
    share(channel: Channel) {
      broadcast = (forgotten) => channel.broadcast(topic, forgotten);
      channel.hear({
        onEvent(of, forgotten) {
          if (of === topic) forget(forgotten as string | number);
        },
        onGap: () => actors.clear(),
      });
    },
  };
}
