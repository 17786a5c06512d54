import type { I18n } from '@lingui/core';

/** A fee in rupees, with lakh grouping: ₹1,20,000. */
export function rupees(i18n: I18n, amount: number): string {
  return new Intl.NumberFormat(`${i18n.locale}-IN`, {
    style: 'currency',
    currency: 'INR',
    maximumFractionDigits: 0,
  }).format(amount);
}

/** The address that dials a phone number. */
export function dial(phone: string): string {
  return `tel:${phone.replaceAll(/[^+\d]/g, '')}`;
}
