import type { I18n } from '@lingui/core';

// Making one takes longer than all the rest of a card.
const rupeeFormats = new Map<string, Intl.NumberFormat>();

/** A fee in rupees, with lakh grouping: ₹1,20,000. */
export function rupees({ locale }: I18n, amount: number): string {
  let format = rupeeFormats.get(locale);
  if (format === undefined) {
    format = new Intl.NumberFormat(`${locale}-IN`, { style: 'currency', currency: 'INR', maximumFractionDigits: 0 });
    rupeeFormats.set(locale, format);
  }
  return format.format(amount);
}

/** The address that dials a phone number. */
export function dial(phone: string): string {
  return `tel:${phone.replaceAll(/[^+\d]/g, '')}`;
}

const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** The day of an instant by the clocks of a zone: 19 Nov 2026. */
export function dayOf({ locale }: I18n, instant: string, zone: string): string {
  let format = dayFormats.get(locale + zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(`${locale}-IN`, { dateStyle: 'medium', timeZone: zone });
    dayFormats.set(locale + zone, format);
  }
  return format.format(new Date(instant));
}
