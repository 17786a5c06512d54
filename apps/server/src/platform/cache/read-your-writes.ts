import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../time/time.ts';
import type { Config } from '../config/config.ts';
import { deriveKey } from '../crypto/crypto.ts';
import type { Sessions } from '../auth/auth.ts';

// For so long whoever wrote something reads it back at once, whichever process answers.
const keptMs = 5000;
// The clocks of two machines may differ by as much again.
const acceptedMs = 2 * keptMs;
const cookieName = 'just_wrote';
const cookie = new RegExp(`(?:^|;\\s*)(?:__Host-)?${cookieName}=([\\da-z]{1,12})\\.([\\w-]{22})(?:;|$)`);

export type ReadYourWrites = ReturnType<typeof openReadYourWrites>;

interface Dependencies {
  config: Pick<Config, 'secret' | 'publicUrl'>;
  clock: Clock;
  sessions: Pick<Sessions, 'claimed'>;
}

/**
 * Read your writes: remembers for a few seconds who has written something, because cached responses and the replica may be older
 * than that. The browser carries it from process to process in a cookie that says when and nothing else, signed so that nobody
 * bypasses the caches without having written; a client without cookies is known to this process by its session.
 */
export function openReadYourWrites({ config, clock, sessions }: Dependencies) {
  const key = deriveKey(config.secret, 'just wrote');
  const writers = new LRUCache<string, true>({ max: 20_000, ttl: keptMs });
  const signatureOf = (moment: string) =>
    createHmac('sha256', key).update(moment).digest().subarray(0, 16).toString('base64url');

  /** Whether a browser says that its person has just written, perhaps through another process. */
  function saysCookie({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
    const [, moment, signature] = cookie.exec(headers.cookie ?? '') ?? [];
    if (moment === undefined || signature === undefined) return false;
    const age = Math.abs(clock.now().getTime() - Number.parseInt(moment, 36));
    return age <= acceptedMs && timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(moment)));
  }

  return {
    /** Marks the answer to a person's write, which has succeeded. */
    mark({ actor, protocol }: FastifyRequest, reply: FastifyReply) {
      if (actor === undefined) return;
      writers.set(actor.session_id, true);
      const moment = clock.now().getTime().toString(36);
      const secure = protocol === 'https' || config.publicUrl?.startsWith('https:') === true;
      // With this prefix browsers take it from this host alone, over https alone.
      const [prefix, attribute] = secure ? ['__Host-', '; Secure'] : ['', ''];
      reply.header(
        'set-cookie',
        `${prefix}${cookieName}=${moment}.${signatureOf(moment)}; Max-Age=${keptMs / 1000}; Path=/; HttpOnly; SameSite=Strict${attribute}`,
      );
    },

    saysCookie,

    /** Whether a request comes from somebody who has just written. */
    hasJustWritten({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
      if (saysCookie({ headers })) return true;
      if (writers.size === 0 || headers.authorization === undefined) return false;
      return writers.has(sessions.claimed(headers.authorization)?.session_id ?? '');
    },
  };
}
