import { activities, type Activity, activityDays } from '@carecommons/contract/administration-rules';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../core/db.ts';
import { dayIn, firstAt } from '../../core/zones.ts';

const dayMs = 86_400_000;

/** When each of them happened, read from an index by that time. */
const moments: Record<Activity, (since: Date) => RawBuilder<unknown>> = {
  visits_requested: (since) => sql`select requested_at as at from appointments where requested_at >= ${since}`,
  visits_approved: (since) => sql`select decided_at as at from appointments where decided_at >= ${since}
    and status in ('approved', 'completed', 'no_show')`,
  people: (since) => sql`select created_at as at from users where created_at >= ${since}`,
  messages: (since) => sql`select created_at as at from messages where created_at >= ${since}`,
  articles: (since) => sql`select created_at as at from blogs where created_at >= ${since}
    and deleted_at is null and hidden_at is null`,
  letters_given_up: (since) => sql`select dead_at as at from jobs where dead_at is not null and dead_at >= ${since}`,
};

/** What was done on each of the last days by the clocks of a zone, oldest first. */
export async function getActivity(db: Db, zone: string, now: Date) {
  const today = Date.parse(dayIn(zone, now));
  const days = Array.from({ length: activityDays }, (_, ago) =>
    new Date(today - (activityDays - 1 - ago) * dayMs).toISOString().slice(0, 10),
  );
  const since = new Date(firstAt(zone, Date.parse(days[0] as string)));
  const counts: Partial<Record<Activity, number[]>> = {};
  for (const activity of activities) {
    const { rows } = await sql<{ day: string; count: number }>`
      select (at at time zone ${zone})::date::text as day, count(*)::integer as count
      from (${moments[activity](since)}) moments group by 1`.execute(db);
    const byDay = new Map(rows.map(({ day, count }) => [day, count]));
    counts[activity] = days.map((day) => byDay.get(day) ?? 0);
  }
  return { days, counts: counts as Record<Activity, number[]> };
}
