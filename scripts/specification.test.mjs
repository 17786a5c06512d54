import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { calls, constants, routes, rules, texts } from '../e2e/specification/facts.ts';
import { pages } from '../packages/contract/src/pages.ts';
import { root } from './prepare.mjs';

// Holds the journeys to the specification: no fact of it without a test, no test of a fact that is none.

const facts = Object.keys({ ...routes, ...calls, ...texts, ...constants, ...rules });
const files = globSync('e2e/**/*.e2e.ts', { cwd: root }).map((path) => [path, readFileSync(join(root, path), 'utf8')]);

/** The ids that a file cites, as they stand in `covers(…)`, `quoted(…)` and `constant(…)`. */
function citedIn(source) {
  const citations = source.matchAll(/\b(?:covers|quoted|constant)\(([^)]*)\)/g);
  return [...citations].flatMap(([whole, ids]) => {
    const cited = [...ids.matchAll(/'([^']+)'/g)].map(([, id]) => id);
    // What is not written out cannot be checked.
    if (cited.length === 0) throw new Error(`${whole} cites nothing.`);
    return cited;
  });
}

test('the facts are counted once each', () => {
  const sections = [routes, calls, texts, constants, rules].flatMap((section) => Object.keys(section));
  expect(new Set(sections).size).toBe(sections.length);
  expect(Object.keys(routes)).toHaveLength(34);
  expect(Object.keys(calls)).toHaveLength(38);
});

test('every fact of the specification is cited by a test', () => {
  const cited = new Set(files.flatMap(([, source]) => citedIn(source)));
  expect(facts.filter((id) => !cited.has(id))).toEqual([]);
});

test('no test cites what the specification does not say', () => {
  const unknown = files.flatMap(([path, source]) =>
    citedIn(source).flatMap((id) => (facts.includes(id) ? [] : [`${path}: ${id}`])),
  );
  expect(unknown).toEqual([]);
});

test('no test that cites the specification is left out', () => {
  const leftOut = /\b(?:test|describe)\.(?:skip|fixme|only)\(/;
  const citing = files.filter(([, source]) => citedIn(source).length > 0);
  expect(citing.filter(([, source]) => leftOut.test(source)).map(([path]) => path)).toEqual([]);
});

test('every route of the specification is a page, open to whom it says', () => {
  for (const [id, [access]] of Object.entries(routes)) expect([id, pages[id.slice(2)]]).toEqual([id, access]);
});
