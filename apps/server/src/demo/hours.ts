import { scheduleDefaults, type ScheduleSettings } from '@carecommons/contract/schedule-rules';
import { type Clock, dayIn } from '../platform/time/time.ts';
import type { Tx } from '../platform/db/db.ts';
import type { Actor } from '../platform/auth/auth.ts';
import { saveSchedule } from '../modules/schedules/schedules.ts';

const monday = 1;
const saturday = 6;
const weekdays = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, n) => first + n);

interface Plan {
  /** Hours by ISO weekday. */
  week: readonly (readonly [days: readonly number[], ...hours: string[]])[];
  rules: Partial<ScheduleSettings>;
}

const dayMinutes = 24 * 60;

/** How the demo's providers work: in their own practice, in a hospital, by conversations of an hour, and so on. */
const plans = {
  practice: {
    week: [
      [weekdays(monday, 5), '09:00-13:00', '15:00-18:00'],
      [[saturday], '09:00-13:00'],
    ],
    rules: { horizon_days: 90 },
  },
  evenings: {
    week: [[weekdays(monday, saturday), '10:00-13:00', '17:00-20:00']],
    rules: { visit_minutes: 15, horizon_days: 30, notice_minutes: 60, answer_hours: 12 },
  },
  hospital: {
    week: [[[1, 3, 5], '14:00-17:00']],
    rules: { visit_minutes: 20, buffer_after: 10, notice_minutes: dayMinutes, horizon_days: 60 },
  },
  conversations: {
    week: [[weekdays(2, 5), '10:00-13:00', '14:00-18:00']],
    rules: {
      visit_minutes: 50,
      buffer_after: 10,
      notice_minutes: dayMinutes,
      horizon_days: 60,
      cancel_minutes: dayMinutes,
      move_minutes: dayMinutes,
    },
  },
  theatre: {
    week: [[[2, 4], '10:00-12:00']],
    rules: { visit_minutes: 15, notice_minutes: 2 * dayMinutes, horizon_days: 45 },
  },
  weekends: { week: [[[6, 7], '08:00-11:30']], rules: { visit_minutes: 30, horizon_days: 120 } },
} satisfies Record<string, Plan>;

const named = (list: string) => list.split(',').map((name) => name.trim());

/** Who works how. Whoever is not named publishes no hours, and takes requests for any time. */
const people: Record<keyof typeof plans, readonly string[]> = {
  practice: named(`
    Dr. Anjali Rao, Dr. Sharmila Banerjee, Dr. Rohan Deshpande, Dr. Lakshmi Nair, Dr. Priya Venkatesh,
    Dr. Nikhil Hegde, Dr. Pooja Sinha, Vaidya Ramesh Trivedi, Dr. Ruwan Jayasinghe, Dr. Bina Shrestha
  `),
  evenings: named(`
    Dr. Vikram Sethi, Dr. Meenakshi Subramaniam, Dr. Harpreet Gill, Dr. Sandeep Choudhary, Dr. Deepika Verma,
    Dr. Kamala Krishnan, Dr. Fatima Ansari, Dr. अनुराधा जोशी
  `),
  hospital: named(`
    Dr. Arvind Kulkarni, Dr. Imran Sheikh, Dr. Ritu Saxena, Dr. Joseph Kurian, Dr. Anil Bhattacharya,
    Dr. Zainab Merchant, Dr. Swati Mishra, Dr. Tanvi Joshi
  `),
  conversations: named(`Dr. Nisha Agarwal, Kavya Menon, Ritika Malhotra, Dr. Hannah Whitfield`),
  theatre: named(`Dr. Farhan Qureshi, Dr. Suresh Pillai, Dr. Aditi Kapoor`),
  weekends: named(`Sneha Patil, Dr. Liam O'Connor`),
};

interface Demo {
  tx: Tx;
  clock: Clock;
  config: { defaultTimeZone: string };
}

/** Publishes the hours of the demo's providers. Those in a practice have a day off before long. */
export async function addHours({ tx, clock, config }: Demo, providers: Map<string, Actor>) {
  const now = clock.now();
  const dayOff = dayIn(config.defaultTimeZone, new Date(now.getTime() + 8 * 86_400_000));
  for (const [name, { week, rules }] of Object.entries(plans) as [keyof typeof plans, Plan][]) {
    const weekly = week.flatMap(([days, ...hours]) => days.map((weekday) => ({ weekday, hours: hours.map(asHours) })));
    const dated = name === 'practice' ? [{ day: dayOff, hours: [] }] : [];
    for (const person of people[name]) {
      const provider = providers.get(person);
      if (provider === undefined) throw new Error(`${person} is missing`);
      await saveSchedule(tx, provider, { ...scheduleDefaults, ...rules, weekly, dated }, now);
    }
  }
}

function asHours(text: string) {
  const [from = '', to = ''] = text.split('-');
  return { from, to };
}
