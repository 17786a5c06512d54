import type { Clock } from '../time/time.ts';
import { Problem } from '../errors/errors.ts';
import type { SharedCounter } from './shared-counter.ts';

const minuteMs = 60_000;
const remembered = 100_000;

interface Options {
  clock: Clock;
  /** What stands for a counter where others may read it. */
  nameOf: (who: string) => string;
  /** Undefined: each process counts for itself. */
  shared: SharedCounter | undefined;
}

/**
 * The net under every request: so many of a network, or of a person, in a minute. With `shared` they are counted over all processes, each
 * before it is let in, so that exactly as many pass; while that is away each process lets no more pass than the limit.
 */
export function openRequestLimit({ clock, nameOf, shared }: Options) {
  let counters = new Map<string, { name: string; made: number; full: boolean }>();
  let minute = 0;

  return {
    /** Lets a request of a counter pass, of which so many may, or throws 429, at once or by its promise. */
    pass(who: string, limit: number): Promise<void> | undefined {
      const now = clock.now().getTime();
      const thisMinute = Math.floor(now / minuteMs);
      if (thisMinute !== minute || counters.size > remembered) {
        counters = new Map();
        minute = thisMinute;
      }
      const mine = counters.get(who) ?? { name: shared === undefined ? '' : nameOf(who), made: 0, full: false };
      counters.set(who, mine);
      mine.made += 1;
      const refusal = () => tooMany((thisMinute + 1) * minuteMs - now);
      // Who was refused once is refused for the rest of the minute, and costs nothing more.
      if (mine.full || mine.made > limit) throw refusal();
      return shared?.next(mine.name, thisMinute).then((number = 0) => {
        if (number <= limit) return;
        mine.full = true;
        throw refusal();
      });
    },
  };
}

/** The answer to one who has to wait for so many milliseconds, in the code's own sentence or another. */
export function tooMany(wait: number, message?: string) {
  return new Problem('too_many_requests', {
    ...(message === undefined ? {} : { message }),
    headers: { 'retry-after': String(Math.max(1, Math.ceil(wait / 1000))) },
  });
}
