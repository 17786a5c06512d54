import { isPlainUsername, isReadableName, personName } from '@carecommons/contract/names';
import { expect, test } from 'vitest';

test.each([
  'Dr. Anjali Rao',
  "Siobhán O'Brien-Ní Dhálaigh",
  'D`Souza, Ph.D.',
  'Dr. R. K. Sharma (Cardiology) & Sons',
  'Nguyễn Thị Hồng Nhung',
  'ज़िंदगी क्षेत्र', // three signs of one syllable
  'क्\u200dष', // half form by a joiner
  'नेपाल्\u200c',
  'ശ്രീമന്\u200d', // an old chillu: a joiner at the end
  'عليّ رضا',
  'می\u200cخواهم',
  '王小明',
  'שָׁלוֹם',
])('%s is a name', (name) => {
  expect(isReadableName(name)).toBe(true);
});

test.each([
  ['a tick', 'Dr. Asha Menon ✔ Verified'],
  ['an emoji', 'Dr. Asha 👩‍⚕️'],
  ['a letter turned round', 'Dr. \u202eoaR'],
  ['a space of no width', 'Dr.\u200bRao'],
  ['a joiner between Latin letters', 'Ra\u200do'],
  ['a joiner after a joiner', 'क्\u200d\u200dष'],
  ['a soft hyphen', 'Ra\u00ado'],
  ['a Hangul filler', 'Rao \u3164'],
  ['a variation selector', 'Rao\ufe0f'],
  ['a control character', 'Rao\u0007'],
  ['a new line', 'Rao\nVerified'],
  ['a separator of lines', 'Rao\u2028Verified'],
  ['a character of private use', 'Rao \ue000'],
  ['stacked accents', 'R\u0336\u0335\u0334ao'],
  ['no letter', '....'],
  ['a trademark', 'Narayana™'],
])('%s is none', (_what, name) => {
  expect(isReadableName(name)).toBe(false);
});

test.each([
  'admin',
  'Dr.Rao',
  'siobhán.o-brien+1@example.com',
  'क़लम_2',
  'админ',
  'علي',
  '王小明',
  'wangㄨㄤ王',
  'さくらサン99',
  '김민준',
  'Nguyễn',
  'คำ',
])('%s is a username', (name) => {
  expect(isPlainUsername(name.normalize('NFC'))).toBe(true);
});

test.each([
  ['a Cyrillic letter among Latin ones', '\u0430dmin'],
  ['a Greek letter among Latin ones', 'Dr.Ra\u03bf'],
  ['Latin after Devanagari', 'कamal'],
  ['mathematical letters', '𝐚𝐝𝐦𝐢𝐧'],
  ['wide letters', 'ａｄｍｉｎ'],
  ['a ligature', 'ﬁne'],
  ['a digit in a circle', 'admin①'],
  ['stacked accents', 'a\u0336\u0335\u0334b'],
  ['an accent at its beginning', '\u0301a'],
  ['a Hangul filler', 'a\u3164'],
  ['a grapheme joiner', 'a\u034fb'],
  ['a variation selector', 'a\ufe0f'],
  ['an old script', '𐎀𐎁'],
])('%s makes no username', (_what, name) => {
  expect(isPlainUsername(name.normalize('NFC'))).toBe(false);
});

test('a name that is none is refused with a sentence that says what to write', () => {
  expect(personName.safeParse('Narayana™').error?.issues.map(({ message }) => message)).toEqual([
    'Please use letters, spaces and punctuation only, without symbols or invisible characters.',
  ]);
});
