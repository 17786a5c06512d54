import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../prepare.mjs';
import equivalents from './equivalent.json' with { type: 'json' };
import { mutantsOf, withMutant } from './mutants.mjs';
import { scopes } from './scopes.mjs';

const mutated = (source) => mutantsOf(source).map((one) => withMutant(source, one));

test.each([
  ['a < b;', ['a <= b;']],
  ['a === b;', ['a !== b;']],
  ['a + b;', ['a - b;']],
  ["a + 'b';", ["a + '';"]],
  ['(a ?? b) && c;', ['(((a ?? b)) || (c));', '(((a) && (b))) && c;']],
  ['!a;', ['a;']],
  ['if (a) b();', ['if (true) b();', 'if (false) b();', 'if (a) ;']],
  ['a ? true : 1;', ['true ? true : 1;', 'false ? true : 1;', 'a ? false : 1;']],
  ['() => { return 1; }', ['() => { return 2; }']],
  ['const a = [b];', ['const a = [];']],
  ['const a = `b${c}`;', ['const a = ``;']],
])('the faults that %s can have', (source, expected) => {
  expect(new Set(mutated(source))).toEqual(new Set(expected));
});

test.each([
  ["import a from 'b';"],
  ["const a = ['b'] as const;"],
  ["type A = 'b';"],
  ["const a: 'b' | undefined = c;"],
  ['const a = sql`select 1`;'],
  ["const a = { 'b': c };"],
])('what the compiler or the database would refuse is left alone: %s', (source) => {
  expect(mutated(source)).toEqual([]);
});

test('every mutant of a real source is one that can be read, and is another one', () => {
  const paths = globSync(scopes.contract.sources, { cwd: root });
  expect(paths.length).toBeGreaterThan(10);
  for (const path of paths) {
    const source = readFileSync(join(root, path), 'utf8');
    const texts = mutated(source);
    for (const text of texts) expect(() => mutantsOf(text)).not.toThrow();
    expect(new Set([source, ...texts]).size).toBe(texts.length + 1);
  }
});

test('what is listed as equivalent is there, and says why', () => {
  for (const { path, line, was, by, why } of equivalents) {
    const source = readFileSync(join(root, path), 'utf8');
    const there = mutantsOf(source).filter((one) => source.slice(one.start, one.end) === was && one.by === by);
    expect(there.map((one) => source.split('\n')[one.line - 1].trim())).toContain(line);
    expect(why).toMatch(/\w+ \w+/);
  }
});
