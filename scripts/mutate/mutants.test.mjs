import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { parseAst } from 'vitest/node';
import { root } from '../prepare.mjs';
import equivalents from './equivalent.json' with { type: 'json' };
import { mutantsOf, withMutant, withSwitches } from './mutants.mjs';
import { scopes } from './scopes.mjs';

const mutated = (source) => mutantsOf(source).map((one) => withMutant(source, one));

test.each([
  ['a < b;', ['a <= b;']],
  ['a === b;', ['a !== b;']],
  ['a + b;', ['a - b;']],
  ["a + 'b';", ["a + '';"]],
  ['(a ?? b) && c;', ['(((a ?? b)) || (c));', '(((a) && (b))) && c;']],
  ['!a;', ['a;']],
  ['!(a);', ['(a);']],
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
  ["export { a } from 'b';"],
])('what the compiler or the database would refuse is left alone: %s', (source) => {
  expect(mutated(source)).toEqual([]);
});

test('a text with all of its mutants does what the one that is active does', () => {
  const source =
    "const say = (a) => { let to = 'me'; if (!(a > 1) && a + 1 < 3) to = 'you'; return to; }; result = say(input);";
  const mutants = mutantsOf(source).map((one, index) => ({ ...one, number: index + 1 }));
  expect(mutants.length).toBeGreaterThan(8);
  const text = withSwitches(source, mutants);
  const resultOf = (body, input, isMutant) => runInNewContext(`let result; ${body} result;`, { input, isMutant });
  for (const input of [0, 1, 2, 3]) {
    expect(resultOf(text, input, () => false)).toBe(resultOf(source, input));
    for (const one of mutants)
      expect(resultOf(text, input, (number) => number === one.number)).toBe(resultOf(withMutant(source, one), input));
  }
});

test('every mutant of the contract is one that can be read, and is another one', () => {
  const paths = globSync(scopes.contract.sources, { cwd: root });
  expect(paths.length).toBeGreaterThan(10);
  for (const path of paths) {
    const source = readFileSync(join(root, path), 'utf8');
    const texts = mutated(source);
    for (const text of texts) expect(() => parseAst(text, { lang: 'ts' })).not.toThrow();
    expect(new Set([source, ...texts]).size).toBe(texts.length + 1);
  }
});

test('every source with all of its mutants can be read', () => {
  const paths = globSync(scopes.modules.sources, { cwd: root });
  expect(paths.length).toBeGreaterThan(100);
  for (const path of paths) {
    const source = readFileSync(join(root, path), 'utf8');
    const text = withSwitches(
      source,
      mutantsOf(source).map((one, number) => ({ ...one, number })),
    );
    expect(() => parseAst(text, { lang: 'ts' })).not.toThrow();
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

test('the runner tells which planted fault is noticed, which is not, and which ends in a loop', () => {
  const folder = mkdtempSync(join(tmpdir(), 'carecommons-mutants-test-'));
  const kept = join(folder, 'kept.jsonl');
  const args = [join(root, 'scripts/mutate/run.mjs'), 'planted', '--kept', kept];
  const { stdout, status } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  expect(status).toBe(0);
  const outcomes = readFileSync(kept, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map(({ line, by, outcome, noticed }) => [line, by, outcome, noticed]);
  rmSync(folder, { recursive: true });
  const grading = 'grade.check.ts: a name is given';
  const counting = 'grade.check.ts: it counts';
  expect(
    outcomes.map(([line, by, outcome, noticed]) => [line, by, outcome, outcome === 'killed' ? noticed : '']),
  ).toEqual([
    [2, '[]', 'killed', grading],
    [2, "''", 'killed', grading],
    [2, "''", 'killed', grading],
    [4, 'true', 'killed', grading],
    [4, 'false', 'killed', grading],
    [4, 'points <= 50', 'killed', grading],
    [6, 'mark >= 5', 'survived', ''],
    [8, 'points >= 7', 'survived', ''],
    [10, 'points > 3', 'not reached', ''],
    [14, 'true', 'out of time', ''],
    [14, 'false', 'killed', counting],
    [14, 'count <= end', 'killed', counting],
    [15, ';', 'out of time', ''],
  ]);
  expect(stdout).toContain(
    '13 of 13 mutants tried, 0 more are equivalent: 10 killed (2 of them out of time), 3 survived',
  );
});
