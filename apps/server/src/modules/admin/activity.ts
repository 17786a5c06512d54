import { activities, type Activity, activityDays } from '@carecommons/contract/administration-rules';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { dayIn, firstAt } from '../../platform/time/time.ts';
import { people } from '../accounts/accounts.ts';
import { approvedSince, requestedSince } from '../appointments/appointments.ts';
import { messagesSince } from '../chat/chat.ts';
import { articlesSince } from '../blogs/blogs.ts';
import { givenUpSince } from '../../platform/jobs/jobs.ts';

const dayMs = 86_400_000;

/** The time column of each activity; each has an index. */
const moments: Record<Activity, (since: Date) => RawBuilder<unknown>> = {
  visits_requested: requestedSince,
  visits_approved: approvedSince,
  people: (since) => sql`select created_at as at from ${people} account where created_at >= ${since}`,
  messages: messagesSince,
  articles: articlesSince,
  letters_given_up: givenUpSince,
};

/** The activity on each of the last days in a time zone, oldest first. */
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
