// What a schedule is, for the server and for the screens alike: this file carries no schema to a browser.

/** What holds for a provider who never said otherwise. */
export const scheduleDefaults = {
  /** How long a visit lasts, and what stays free before and after it, in minutes. */
  visit_minutes: 30,
  buffer_before: 0,
  buffer_after: 0,
  /** How long before a visit it can still be asked for, in minutes, and how many days ahead. */
  notice_minutes: 0,
  horizon_days: 365,
  /** How many hours a request waits for an answer. */
  answer_hours: 48,
  /** Until how long before a visit its patient can cancel it, and propose another time, in minutes. */
  cancel_minutes: 120,
  move_minutes: 120,
  /** How long a time that became free is offered to one person of the waiting list, in minutes. */
  offer_minutes: 60,
} as const;
export type ScheduleSettings = { [Name in keyof typeof scheduleDefaults]: number };

/** The least and the most that each of them can be. */
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

/** Hours of a day by the clock on the wall, from and to as `HH:MM`; `24:00` is its end. */
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

/** How many days of slots one call gives at most. */
export const slotDays = 42;
/** From how many answers on, and of how many days, a provider's usual time to answer is told. */
export const answersCounted = { atLeast: 10, days: 90 } as const;
