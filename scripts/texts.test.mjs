import { expect, test } from 'vitest';
import { wrongWith } from './texts.mjs';

const plural = '{n, plural, =0 {None} one {# day of {name}} other {# days of {name}}}';

test.each([
  ['hi', 'Send', 'भेजें', undefined],
  ['hi', 'Send', '', 'is not translated'],
  ['hi', 'Send', undefined, 'is not translated'],
  ['hi', 'Send', 'Send', 'is still English'],
  ['hi', '{0}, {1}', '{0}, {1}', undefined],
  ['en', 'Send', 'Sent', 'is not what the code says'],
  ['hi', 'To {name}', '{nam} को', 'has “nam” in the place of “name”'],
  ['hi', 'See <0>this</0>', '<0>यह देखें', 'has “<0>” in the place of “</0> · <0>”'],
  ['hi', plural, '{n, plural, =0 {कोई नहीं} one {{name} का # दिन} other {{name} के # दिन}}', undefined],
  [
    'hi',
    plural,
    '{n, plural, one {{name} का # दिन} other {{name} के # दिन}}',
    expect.stringContaining('in the place of'),
  ],
  [
    'hi',
    plural,
    '{n, plural, =0 {कोई नहीं} few {{name} का} other {{name} के}}',
    'has the plural “few”, which hi has not',
  ],
  ['ar', plural, '{n, plural, =0 {لا} two {{name}} few {{name}} other {{name}}}', undefined],
  ['hi', plural, '{n, plural, one {', expect.stringContaining('cannot be read')],
])('%s: %j as %j', (language, english, translation, wrong) => {
  expect(wrongWith(language, english, translation)).toEqual(wrong);
});
