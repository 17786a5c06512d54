import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import { deriveKey } from './secrets.ts';
import type { Sessions } from './session.ts';

// For so long whoever wrote something reads it back at once, whichever process answers.
const keptMs = 5000;
// The clocks of two machines may differ by as much again.
const acceptedMs = 2 * keptMs;
const cookieName = 'just_wrote';
const cookie = new RegExp(`(?:^|;\\s*)(?:__Host-)?${cookieName}=([\\da-z]{1,12})\\.([\\w-]{22})(?:;|$)`);

export type JustWrote = ReturnType<typeof openJustWrote>;

interface Needs {
  config: Pick<Config, 'secret' | 'publicUrl'>;
  clock: Clock;
  sessions: Pick<Sessions, 'claimed'>;
}

/**
 * Remembers for a few seconds who has written something: what is kept of answers and pages, here or elsewhere, and a
 * replica may be older than that. The browser carries it from process to process, in a cookie that says when and nothing
 * else, signed so that nobody gets past what is kept without having written; who takes no cookies is known here by the session.
 */
export function openJustWrote({ config, clock, sessions }: Needs) {
  const key = deriveKey(config.secret, 'just wrote');
  const writers = new LRUCache<string, true>({ max: 20_000, ttl: keptMs });
  const signatureOf = (moment: string) =>
    createHmac('sha256', key).update(moment).digest().subarray(0, 16).toString('base64url');

  /** Whether a browser says that its person has just written, perhaps through another process. */
  function byCookie({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
    const [, moment, signature] = cookie.exec(headers.cookie ?? '') ?? [];
    if (moment === undefined || signature === undefined) return false;
    const age = Math.abs(clock.now().getTime() - Number.parseInt(moment, 36));
    return age <= acceptedMs && timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(moment)));
  }

  return {
    /** Marks the answer to a person's write, which has succeeded. */
    note({ actor, protocol }: FastifyRequest, reply: FastifyReply) {
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

    byCookie,

    /** Whether a request comes from somebody who has just written. */
    by({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
      if (byCookie({ headers })) return true;
      if (writers.size === 0 || headers.authorization === undefined) return false;
      return writers.has(sessions.claimed(headers.authorization)?.session_id ?? '');
    },
  };
}
