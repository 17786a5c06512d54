import { daysOfChanges, differences, years, zones } from '../../apps/server/test/oracles/slot-oracle.ts';
import { daysBetween } from '../../apps/server/src/modules/schedules/slots.ts';

// A process of `tz`: compares in the zone of its environment.

/** What was compared, and the differences, in words. */
export interface Compared {
  serverZone: string;
  zones: number;
  days: number;
  differences: string[];
}

const everySo = Number(process.argv[2]);
const all = [...daysBetween(years.from, years.to)];
const found: string[] = [];
let days = 0;
for (const [n, zone] of zones.entries()) {
  // Each zone has a different sample of days.
  const some = new Set([...daysOfChanges(zone), ...all.filter((_, at) => at % everySo === n % everySo)]);
  for (const day of some) found.push(...differences(zone, day));
  days += some.size;
}
const { timeZone: serverZone } = new Intl.DateTimeFormat().resolvedOptions();
process.send?.({ serverZone, zones: zones.length, days, differences: found } satisfies Compared);
process.disconnect();
