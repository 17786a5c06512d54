import { scheduleDefaults } from '@carecommons/contract/schedule-rules';
import type { Schedule } from '@carecommons/contract/schedules';
import type { TestApp } from './app.ts';
import type { Person } from './factories.ts';

/** Hours of a day as a schedule takes them: `09:00-12:30`. */
export const hours = (...texts: string[]) =>
  texts.map((text) => {
    const [from = '', to = ''] = text.split('-');
    return { from, to };
  });

/** A schedule with these weekly hours on every day, and what else is changed. */
export const scheduleWith = (every: string[], changed: Partial<Schedule> = {}): Schedule => ({
  ...scheduleDefaults,
  weekly: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, hours: hours(...every) })),
  dated: [],
  ...changed,
});

/** Publishes a provider's hours through the API. */
export async function publishHours(t: TestApp, provider: Person, schedule: Schedule) {
  const { status, text } = await t.call('PUT /api/schedule/', { as: provider.access, body: schedule });
  if (status !== 200) throw new Error(text);
}
