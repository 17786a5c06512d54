import type { Asker } from './asker.ts';
import { tooMany } from './request-limit.ts';

const hourMs = 3_600_000;
const peopleRemembered = 10_000;

interface Budget {
  /** Processor time that a person may use at once, in milliseconds. */
  atOnce: number;
  /** How much of it comes back in an hour. */
  hourly: number;
}

/** A budget of processor time for each person, counted by this process alone: it is used up at once or over time, and fills again by itself. */
export function openTimeBudget({ atOnce, hourly }: Budget) {
  const people = new Map<number, { used: number; at: number }>();

  function usedBy({ person, rateLimit }: Asker, now: number) {
    const { used, at } = people.get(person) ?? { used: 0, at: now };
    return Math.max(0, used - ((now - at) / hourMs) * hourly * rateLimit);
  }

  return {
    /** Throws 429 where an asker has used theirs up. */
    check(asker: Asker) {
      if (asker.rateLimit === 0) return;
      const over = usedBy(asker, performance.now()) - atOnce * asker.rateLimit;
      if (over >= 0) throw tooMany(((over + 1) / (hourly * asker.rateLimit)) * hourMs);
    },

    /** Adds what an asker's work took. */
    charge(asker: Asker, ms: number) {
      const now = performance.now();
      const used = usedBy(asker, now) + ms;
      people.delete(asker.person);
      people.set(asker.person, { used, at: now });
      // Those who asked longest ago have the most of theirs back.
      const [oldest] = people.keys();
      if (people.size > peopleRemembered && oldest !== undefined) people.delete(oldest);
    },
  };
}
