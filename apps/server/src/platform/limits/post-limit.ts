import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../time/time.ts';
import { fold } from '../search/search.ts';
import { equalTexts, type Post, postLimits } from '../config/config.ts';
import { Problem } from '../errors/errors.ts';
import { tooMany } from './request-limit.ts';
import type { Actor } from '../auth/auth.ts';
import type { SharedCounter } from './shared-counter.ts';

interface Options {
  /** Multiplies every limit. */
  factor: number;
  clock: Clock;
  /** What stands for a counter where others may read it. */
  nameOf: (counter: string) => string;
  /** Undefined: each process counts for itself. */
  shared: SharedCounter | undefined;
}

/** What somebody wants to post. */
export interface Posting {
  kind: Post;
  /** Undefined: equal ones are no matter. */
  text?: string | undefined;
  /** The same for each try of one post; undefined where the client gives none. */
  id?: string | undefined;
}

const counted = 100_000;
const fast = 'You are writing very fast. It will be sent automatically in a moment; nothing is lost.';
const much = 'That is a lot in one hour. Please wait a little before you send more.';

/**
 * Limits on what one person posts, in memory: a post must cost no statement more. Rates are counted over all processes with `shared`;
 * equal texts by each process for itself, because a try that failed elsewhere must not make the next one look like a copy.
 */
export function openPostLimit({ factor, clock, nameOf, shared }: Options) {
  const counters = new LRUCache<string, { window: number; made: number }>({ max: counted });
  const texts = new LRUCache<string, { ids: string[]; until: number }>({ max: counted });

  /** Counts in every window of a kind. Throws 429 where one is full. */
  async function count({ user_id, is_new }: Actor, kind: Post) {
    const now = clock.now().getTime();
    for (const { seconds, limit, ofNew } of postLimits[kind]) {
      const most = Math.max(1, Math.round((is_new ? ofNew : limit) * factor));
      const [length, counter] = [seconds * 1000, `${kind} ${seconds} ${user_id}`];
      const window = Math.floor(now / length);
      const before = counters.get(counter);
      const made = (before?.window === window ? before.made : 0) + 1;
      counters.set(counter, { window, made });
      // Alone or with Redis away, what this process has seen is what counts.
      const number = made > most ? made : ((await shared?.next(nameOf(counter), window, seconds)) ?? made);
      if (number <= most) continue;
      const wait = (window + 1) * length - now;
      throw tooMany(wait, seconds < 3600 ? fast : much);
    }
  }

  /**
   * Notes a text, and gives what forgets it again; undefined where it is one more try of the same post. Throws `said_already`
   * where its author has just written the same.
   */
  function note({ user_id }: Actor, text: string, id: string): (() => void) | undefined {
    const now = clock.now().getTime();
    const bare = fold(text) || text.trim();
    const most = bare.length < equalTexts.longFrom ? equalTexts.ofShort : 1;
    const key = createHash('sha256').update(`${user_id} ${bare}`).digest('base64');
    const before = texts.get(key);
    const ids = before !== undefined && before.until > now ? before.ids : [];
    if (ids.includes(id)) return undefined;
    if (ids.length >= most) throw new Problem('said_already');
    const noted = { ids: [...ids, id], until: now + equalTexts.during };
    texts.set(key, noted);
    return () => void (noted.ids = noted.ids.filter((one) => one !== id));
  }

  return {
    /**
     * Does the work of a post, if its person may post it now. Throws 429 with `Retry-After`, `said_already`. What fails
     * may be sent again.
     */
    async post<T>(actor: Actor, { kind, text, id = crypto.randomUUID() }: Posting, work: () => Promise<T>): Promise<T> {
      if (factor === 0) return await work();
      const forget = text === undefined ? () => {} : note(actor, text, id);
      if (forget === undefined) return await work();
      try {
        await count(actor, kind);
        return await work();
      } catch (error) {
        forget();
        throw error;
      }
    },
  };
}
