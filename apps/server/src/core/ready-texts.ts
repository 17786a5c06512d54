/** An answer that is the same for everybody, as it goes out. */
export interface ReadyText {
  text: string;
  /** The `Link` header to the next page, where there is one. */
  link: string | undefined;
}

export type ReadyTexts = ReturnType<typeof readyTexts<ReadyText>>;

let generation = 0;
let hits = 0;
let misses = 0;

/** Rises with every cleared cache: whatever is made of several answers is as fresh as they are while it stands. */
export function readyGeneration(): number {
  return generation;
}

/** How many answers were ready, and how many had to be made, in all caches so far. */
export const readyCounts = () => ({ hits, misses });

/**
 * A cache of finished answers, each made once however many ask for it at the same time. The process that writes clears
 * it right after its commit; other processes follow within `ttlMs`. An answer still in the making when the cache is
 * cleared goes to those who asked for it before, and is not kept.
 */
export function readyTexts<Answer = ReadyText>({ max = 500, ttlMs = 1000 } = {}) {
  let kept = new Map<string, { answer: Promise<Answer>; until: number }>();

  return {
    get(key: string, make: () => Promise<Answer>): Promise<Answer> {
      const now = performance.now();
      const known = kept.get(key);
      if (known !== undefined && known.until > now) {
        hits += 1;
        return known.answer;
      }
      misses += 1;
      const into = kept;
      const answer = make();
      answer.catch(() => into.delete(key));
      into.delete(key);
      into.set(key, { answer, until: now + ttlMs });
      if (into.size > max) into.delete(into.keys().next().value as string);
      return answer;
    },
    clear() {
      kept = new Map();
      generation += 1;
    },
  };
}
