import { setupI18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { dayOf, inOrder, listOf, regionOf, rupees, weekdayName } from './format.ts';

const [en, hi, rtl] = ['en', 'hi', 'ar-XB'].map((locale) => setupI18n({ locale, messages: { [locale]: {} } })) as [
  ReturnType<typeof setupI18n>,
  ReturnType<typeof setupI18n>,
  ReturnType<typeof setupI18n>,
];

test('rupees are grouped by thousand and lakh in both languages', () => {
  for (const i18n of [en, hi]) {
    expect(rupees(i18n, 500)).toBe('₹500');
    expect(rupees(i18n, 125_000)).toBe('₹1,25,000');
    expect(rupees(i18n, 12_500_000)).toBe('₹1,25,00,000');
  }
});

test('days, weekdays, lists and their order go by the language', () => {
  expect([en, hi, rtl].map(regionOf)).toEqual(['en-IN', 'hi-IN', 'ar-IN']);
  expect(dayOf(en, '2026-11-19T20:00Z', 'Asia/Kolkata')).toBe('20 Nov 2026');
  expect(dayOf(hi, '2026-11-19T20:00Z', 'Asia/Kolkata')).toMatch(/^20 नव॰ 2026$/);
  expect(weekdayName(en, 1, 'long')).toBe('Monday');
  expect(weekdayName(hi, 7, 'long')).toBe('रविवार');
  expect(listOf(en, ['Hindi', 'English', 'Tamil'])).toBe('Hindi, English, Tamil');
  expect(listOf(hi, ['हिंदी', 'अंग्रेज़ी'])).toBe('हिंदी, अंग्रेज़ी');
  expect(['हृदय रोग', 'आयुर्वेद', 'कैंसर रोग'].toSorted((one, other) => inOrder(hi, one, other))).toEqual([
    'आयुर्वेद',
    'कैंसर रोग',
    'हृदय रोग',
  ]);
});
