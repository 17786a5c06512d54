import { daysOfChanges, differences, years, zones } from '../apps/server/test/slot-oracle.ts';
import { daysBetween } from '../apps/server/src/modules/schedules/slots.ts';

// A process of `tz`: compares in the zone that its environment names.

/** What was compared, and what was found to be different, in words. */
export interface Compared {
  serverZone: string;
  zones: number;
  days: number;
  differences: string[];
}

const full = process.argv.includes('--full');
const all = [...daysBetween(years.from, years.to)];
const found: string[] = [];
let days = 0;
for (const [n, zone] of zones.entries()) {
  // Each zone has other days of the sample.
  const some = full ? all : [...new Set([...daysOfChanges(zone), ...all.filter((_, at) => at % 20 === n % 20)])];
  for (const day of some) found.push(...differences(zone, day));
  days += some.length;
}
const { timeZone: serverZone } = new Intl.DateTimeFormat().resolvedOptions();
process.send?.({ serverZone, zones: zones.length, days, differences: found } satisfies Compared);
process.disconnect();
