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
