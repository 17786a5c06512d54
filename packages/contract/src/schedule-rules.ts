// Schedules, shared by the server and the screens. This file contains no schema.

/** The defaults for a provider. */
export const scheduleDefaults = {
  /** Duration of a visit, and the free time before and after it, in minutes. */
  visit_minutes: 30,
  buffer_before: 0,
  buffer_after: 0,
  /** How long before a visit it can still be requested, in minutes, and how many days ahead. */
  notice_minutes: 0,
  horizon_days: 365,
  /** How many hours a request waits for an answer. */
  answer_hours: 48,
  /** Until how long before a visit its patient can cancel it, and propose another time, in minutes. */
  cancel_minutes: 120,
  move_minutes: 120,
  /** How long a freed time is offered to one person on the waiting list, in minutes. */
  offer_minutes: 60,
} as const;
export type ScheduleSettings = { [Name in keyof typeof scheduleDefaults]: number };

/** Minimum and maximum of each. */
export const scheduleBounds = {
  visit_minutes: [5, 480],
  buffer_before: [0, 240],
  buffer_after: [0, 240],
  notice_minutes: [0, 43_200],
  horizon_days: [1, 365],
  answer_hours: [1, 168],
  cancel_minutes: [0, 43_200],
  move_minutes: [0, 43_200],
  offer_minutes: [15, 1440],
} as const satisfies { [Name in keyof ScheduleSettings]: readonly [number, number] };

/** Hours of a day in local time, from and to as `HH:MM`; `24:00` is the end of the day. */
export interface Hours {
  from: string;
  to: string;
}

/** `09:30` as minutes of the day: 570. */
export const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};

/** 570 as `09:30`. */
export const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** Maximum number of days of slots in one call. */
export const slotDays = 42;
/** A provider's usual answer time is shown if there are at least this many answers within this many days. */
export const answersCounted = { atLeast: 10, days: 90 } as const;
