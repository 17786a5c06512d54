import type { I18n } from '@lingui/core';

/** The language as it is written in India, by which numbers, days and names are formatted: `hi-IN`. */
export function regionOf({ locale }: I18n): string {
  return new Intl.Locale(locale, { region: 'IN' }).toString();
}

// Making one takes longer than all the rest of a card.
const kept = new Map<string, unknown>();

function keptFormat<Format>(key: string, make: () => Format): Format {
  let format = kept.get(key) as Format | undefined;
  if (format === undefined) kept.set(key, (format = make()));
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

/** Writes the days of a zone, as `options` say. */
export function dayFormat(i18n: I18n, zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `day ${i18n.locale} ${zone} ${JSON.stringify(options)}`;
  return keptFormat(key, () => new Intl.DateTimeFormat(regionOf(i18n), { ...options, timeZone: zone }));
}

/** The day of an instant by the clocks of a zone: 19 Nov 2026. */
export function dayOf(i18n: I18n, instant: string, zone: string): string {
  return dayFormat(i18n, zone, { dateStyle: 'medium' }).format(new Date(instant));
}

/** What a day of the week is called, as ISO 8601 counts them: 1 is Monday. */
export function weekdayName(i18n: I18n, weekday: number, weekdayStyle: 'long' | 'short'): string {
  // The first of January 2024 was a Monday.
  return dayFormat(i18n, 'UTC', { weekday: weekdayStyle }).format(Date.UTC(2024, 0, weekday));
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
