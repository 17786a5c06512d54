import { setupI18n } from '@lingui/core';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  dayOf,
  dayParts,
  daysOf,
  inOrder,
  listOf,
  monthOf,
  regionOf,
  rupees,
  shortDay,
  weekdayName,
} from './format.ts';
import { loadTexts } from './i18n.ts';

const [en, hi] = await Promise.all([loadTexts('en', 'home'), loadTexts('hi', 'home')]);
const rtl = setupI18n({ locale: 'ar-XB', messages: { 'ar-XB': {} } });

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

// As a browser of 2023 has it: 3-Sep-2026, and another spelling of the months.
const oldPatterns = (part: Intl.DateTimeFormatPart) =>
  /^[A-Z]/.test(part.value) ? { ...part, value: 'Elsewhere' } : part;

test('days are written alike, whatever names and patterns the browser has', () => {
  const parts = Intl.DateTimeFormat.prototype.formatToParts;
  vi.spyOn(Intl.DateTimeFormat.prototype as { format: unknown }, 'format', 'get').mockReturnValue(() => '3-Sep-2026');
  vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts').mockImplementation(function (this: Intl.DateTimeFormat, at) {
    return parts.call(this, at).map(oldPatterns);
  });
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  const zone = 'Asia/Kolkata';
  const at = new Date('2026-09-02T20:00Z');
  const [sameMonth, nextMonth, nextYear] = ['2026-09-09T20:00Z', '2026-10-01T20:00Z', '2027-01-01T20:00Z'].map(
    (last) => new Date(last),
  ) as [Date, Date, Date];
  expect([dayOf(en, at, zone), monthOf(en, at, zone), shortDay(en, '2026-09-03'), weekdayName(en, 4, 'short')]).toEqual(
    ['3 Sept 2026', 'September 2026', '3 Sept', 'Thu'],
  );
  expect(dayParts(en, at, zone)).toEqual({ weekday: 'Thu', date: 3, month: 'Sept', year: 2026 });
  expect([sameMonth, nextMonth, nextYear].map((last) => daysOf(en, at, last, zone))).toEqual([
    '3–10 Sept 2026',
    '3 Sept – 2 Oct 2026',
    '3 Sept 2026 – 2 Jan 2027',
  ]);
  expect([dayOf(hi, at, zone), monthOf(hi, at, zone), daysOf(hi, at, sameMonth, zone)]).toEqual([
    '3 सित॰ 2026',
    'सितंबर 2026',
    '3–10 सित॰ 2026',
  ]);
  expect(dayParts(hi, at, zone)).toEqual({ weekday: 'गुरु', date: 3, month: 'सित॰', year: 2026 });
});
