import type { Channel } from '../broadcast/broadcast.ts';

const topic = 'cleared';

/** An answer that is the same for everybody, as it goes out. */
export interface CachedResponse {
  text: string;
  /** Compressed, from when somebody asks for that. */
  br?: Promise<Buffer>;
  gzip?: Promise<Buffer>;
  /** The `Link` header to the next page, where there is one. */
  link: string | undefined;
}

export type ResponseCache = ReturnType<typeof openResponseCache<CachedResponse>>;

let generation = 0;
let hits = 0;
let misses = 0;
const emptyNamed = new Map<string, () => void>();
// Until `shareInvalidation` there is nobody to tell.
let broadcast = (_name: string) => {};

/** Rises with every cleared cache: whatever is made of several answers is as fresh as they are while it stands. */
export function cacheGeneration(): number {
  return generation;
}

/** How many answers were ready, and how many had to be made, in all caches so far. */
export const cacheCounts = () => ({ hits, misses });

/** Caches with a name are cleared in all processes: this one tells the others by the channel, and hears them there. */
export function shareInvalidation(channel: Channel) {
  broadcast = (name) => channel.broadcast(topic, name);
  channel.hear({
    onEvent(of, name) {
      if (of === topic) emptyNamed.get(name as string)?.();
    },
    onGap: emptySharedCaches,
  });
}

/** Has whatever is in caches with a name made anew by this process. */
export function emptySharedCaches() {
  for (const empty of emptyNamed.values()) empty();
}

/**
 * A cache of finished answers, each made once however many ask for it at the same time. The process that writes clears it
 * right after its commit. The others follow within some 50 ms where it has a `name`, the same in all of them; else, or where
 * they did not hear of it, within `ttlMs`. An answer still in the making when the cache is cleared goes to those who asked
 * for it before, and is not kept.
 */
export function openResponseCache<Answer = CachedResponse>({
  name,
  max = 500,
  ttlMs = 1000,
}: { name?: string; max?: number; ttlMs?: number } = {}) {
  let entries = new Map<string, { answer: Promise<Answer>; until: number }>();

  function empty() {
    entries = new Map();
    generation += 1;
  }
  if (name !== undefined) emptyNamed.set(name, empty);

  return {
    get(key: string, make: () => Promise<Answer>): Promise<Answer> {
      const now = performance.now();
      const known = entries.get(key);
      if (known !== undefined && known.until > now) {
        hits += 1;
        return known.answer;
      }
      misses += 1;
      const into = entries;
      // The oldest come first. What is too old takes memory, and nobody gets it any more.
      for (const [old, { until }] of into) {
        if (until > now) break;
        into.delete(old);
      }
      const answer = make();
      answer.catch(() => into.delete(key));
      into.delete(key);
      into.set(key, { answer, until: now + ttlMs });
      if (into.size > max) into.delete(into.keys().next().value as string);
      return answer;
    },
    clear() {
      empty();
      if (name !== undefined) broadcast(name);
    },
  };
}
