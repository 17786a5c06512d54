import { scheduleDefaults } from '@carecommons/contract/schedule-rules';
import { sql } from 'kysely';
import type { Db } from '../../core/db.ts';
import { holdsTime } from './appointments.ts';
import { horizonOf, isoIn } from './times.ts';

export const visitMs = scheduleDefaults.visit_minutes * 60_000;

const offered = 3;
// A week to either side; a provider busier than that has no "nearest" time worth the name.
const stepsAround = (7 * 86_400_000) / visitMs;

/** The three free times of a provider nearest to a wanted one, in whole visits around it, soonest first. */
export async function freeTimes(
  db: Db,
  { providerId, zone, start: wanted }: { providerId: number; zone: string; start: Date },
  now: Date,
): Promise<string[]> {
  const reach = (stepsAround + 1) * visitMs;
  const { rows } = await sql<{ start: Date; end: Date }>`
    select lower(held) as start, upper(held) as end from appointments
    where provider_id = ${providerId} and ${holdsTime}
      and held && tstzrange(${new Date(wanted.getTime() - reach)}, ${new Date(wanted.getTime() + reach)})`.execute(db);
  const last = horizonOf(now);
  const isFree = (from: Date, to: Date) => rows.every(({ start, end }) => to <= start || end <= from);

  const found: Date[] = [];
  for (let step = 1; step <= stepsAround; step++) {
    for (const way of [step, -step]) {
      const start = new Date(wanted.getTime() + way * visitMs);
      const end = new Date(start.getTime() + visitMs);
      if (start > now && start <= last && isFree(start, end)) found.push(start);
      if (found.length === offered) return inOrder(found, zone);
    }
  }
  return inOrder(found, zone);
}

const inOrder = (times: Date[], zone: string) =>
  times.toSorted((one, other) => one.getTime() - other.getTime()).map((time) => isoIn(zone, time));
