import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './prepare.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');

/** What docs/TRANSLATING.md says is not written, with what is. */
const terms = read('docs/TRANSLATING.md')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter((cells) => cells.length === 5 && cells[3] !== '' && cells[1] !== 'English' && !cells[3].startsWith('-'))
  .flatMap(([, , instead, not]) => not.split(', ').map((word) => [word, instead]));

const texts = 'apps/server/src/modules/site/texts';
/** What is said in Hindi, without the English beside it. */
const hindi = [
  ...read('apps/web/src/locales/hi.po')
    .split('\n')
    .filter((line) => line.startsWith('msgstr "')),
  ...readdirSync(join(root, texts))
    .filter((file) => file.endsWith('.hi.md'))
    .flatMap((file) => read(`${texts}/${file}`).split('\n')),
];

test('there is a list of terms, and Hindi to hold to it', () => {
  expect(terms.length).toBeGreaterThan(20);
  expect(hindi.length).toBeGreaterThan(2000);
});

test.each(terms)('nobody writes %s, but %s', (word) => {
  const alone = new RegExp(String.raw`(?<![\p{L}\p{M}])${word}(?![\p{L}\p{M}])`, 'u');
  expect(hindi.filter((line) => alone.test(line))).toEqual([]);
});
