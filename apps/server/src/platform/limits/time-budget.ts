import type { Requester } from './requester.ts';
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

  function usedBy({ person, rateLimit }: Requester, now: number) {
    const { used, at } = people.get(person) ?? { used: 0, at: now };
    return Math.max(0, used - ((now - at) / hourMs) * hourly * rateLimit);
  }

  return {
    /** Throws 429 where a requester has used theirs up. */
    check(requester: Requester) {
      if (requester.rateLimit === 0) return;
      const over = usedBy(requester, performance.now()) - atOnce * requester.rateLimit;
      if (over >= 0) throw tooMany(((over + 1) / (hourly * requester.rateLimit)) * hourMs);
    },

    /** Adds what a requester's work took. */
    charge(requester: Requester, ms: number) {
      const now = performance.now();
      const used = usedBy(requester, now) + ms;
      people.delete(requester.person);
      people.set(requester.person, { used, at: now });
      // Those who asked longest ago have the most of theirs back.
      const [oldest] = people.keys();
      if (people.size > peopleRemembered && oldest !== undefined) people.delete(oldest);
    },
  };
}
