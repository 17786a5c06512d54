import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { wallTimeAt } from './zoned.ts';

/** The language as it is written in India, by which numbers, days and names are formatted: `hi-IN`. */
export function regionOf({ locale }: I18n): string {
  return new Intl.Locale(locale, { region: 'IN' }).toString();
}

// Making one takes longer than all the rest of a card.
const formats = new Map<string, unknown>();

function keptFormat<Format>(key: string, make: () => Format): Format {
  let format = formats.get(key) as Format | undefined;
  if (format === undefined) formats.set(key, (format = make()));
  return format;
}

/** A fee in rupees, with lakh grouping: ₹1,20,000. */
export function rupees(i18n: I18n, amount: number): string {
  return keptFormat(
    `rupees ${i18n.locale}`,
    () => new Intl.NumberFormat(regionOf(i18n), { style: 'currency', currency: 'INR', maximumFractionDigits: 0 }),
  ).format(amount);
}

/** The address that dials a phone number. */
export function dial(phone: string): string {
  return `tel:${phone.replaceAll(/[^+\d]/g, '')}`;
}

// Browsers know names of days and months too, but each in its own spelling and order: what the server rendered would be
// rendered anew wherever one differs.
const names = {
  weekday: {
    short: msg`Mon Tue Wed Thu Fri Sat Sun`,
    long: msg`Monday Tuesday Wednesday Thursday Friday Saturday Sunday`,
  },
  month: {
    short: msg`Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec`,
    long: msg`January February March April May June July August September October November December`,
  },
};
type Length = keyof (typeof names)['month'];

const nth = (i18n: I18n, list: MessageDescriptor, at: number) => i18n._(list).split(' ')[at - 1] ?? '';

/** The day of an instant by the clocks of a zone, in the words of the language. */
export function dayParts(i18n: I18n, instant: Date, zone: string, length: Length = 'short') {
  const { date } = wallTimeAt(instant, zone);
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return {
    weekday: weekdayName(i18n, new Date(date).getUTCDay() || 7, length),
    date: day,
    month: nth(i18n, names.month[length], month),
    year,
  };
}

/** The day of an instant by the clocks of a zone: 19 Nov 2026. */
export function dayOf(i18n: I18n, instant: string | Date, zone: string): string {
  const { date, month, year } = dayParts(i18n, new Date(instant), zone);
  return i18n._(msg`${date} ${month} ${year}`);
}

/** A day of the calendar without its year: 19 Nov. */
export function shortDay(i18n: I18n, day: string): string {
  const { date, month } = dayParts(i18n, new Date(day), 'UTC');
  return i18n._(msg`${date} ${month}`);
}

/** The month of an instant by the clocks of a zone: November 2026. */
export function monthOf(i18n: I18n, instant: Date, zone: string): string {
  const { month, year } = dayParts(i18n, instant, zone, 'long');
  return i18n._(msg`${month} ${year}`);
}

/** The days from one to another by the clocks of a zone: 23–29 Nov 2026. */
export function daysOf(i18n: I18n, first: Date, last: Date, zone: string): string {
  const [from, to] = [dayParts(i18n, first, zone), dayParts(i18n, last, zone)];
  const until = dayOf(i18n, last, zone);
  if (from.year !== to.year) return `${dayOf(i18n, first, zone)} – ${until}`;
  const { date, month } = from;
  return from.month === to.month ? `${date}–${until}` : `${i18n._(msg`${date} ${month}`)} – ${until}`;
}

/** What a day of the week is called, as ISO 8601 counts them: 1 is Monday. */
export const weekdayName = (i18n: I18n, weekday: number, length: Length): string =>
  nth(i18n, names.weekday[length], weekday);

/** What a zone's time is called: India Standard Time. Not for what the server renders: browsers differ. */
export function zoneName(i18n: I18n, instant: Date, zone: string): string {
  const format = keptFormat(
    `zone ${i18n.locale} ${zone}`,
    () => new Intl.DateTimeFormat(regionOf(i18n), { timeZone: zone, timeZoneName: 'long' }),
  );
  return format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? zone;
}

/** Several things in one line, without an “and”: Hindi, English. */
export function listOf(i18n: I18n, things: readonly string[]): string {
  return keptFormat(
    `list ${i18n.locale}`,
    () => new Intl.ListFormat(regionOf(i18n), { type: 'unit', style: 'short' }),
  ).format(things);
}

/** The order of two names in the language of the page. */
export function inOrder(i18n: I18n, one: string, other: string): number {
  return keptFormat(`order ${i18n.locale}`, () => new Intl.Collator(regionOf(i18n))).compare(one, other);
}
