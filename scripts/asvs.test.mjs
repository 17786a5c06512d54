import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { faultOf, faultsOf, levels, pageOf, readAsvs, totalsOf } from './asvs.mjs';
import { root } from './prepare.mjs';

// Holds docs/asvs.json to ASVS 5.0.0 and to what there is.

const data = readAsvs();
const changed = (change) => {
  const copy = structuredClone(data);
  change(copy.chapters[0].requirements);
  return faultsOf(copy);
};

test('the standard has 345 requirements: 70 of level 1, 183 of level 2, 92 of level 3', () => {
  const all = Object.values(levels);
  expect([1, 2, 3].map((level) => all.filter((one) => one === level).length)).toEqual([70, 183, 92]);
});

test('each stands once, with its level, a verdict and what shows it, and everything named is there', () => {
  expect(faultsOf(data)).toEqual([]);
});

test('a row that is missing, doubled, of no level, unproved, or shown by what is not there is noticed', () => {
  expect(changed((rows) => rows.pop())).toEqual(['V1.5.3 is missing']);
  expect(changed((rows) => rows.push(rows[0]))).toEqual(['V1.1.1 stands twice']);
  expect(changed((rows) => rows.push({ ...rows[0], id: 'V1.9.9' }))).toEqual([
    'V1.9.9 is no requirement of ASVS 5.0.0',
  ]);
  expect(changed(([row]) => (row.level = 1))).toEqual(['V1.1.1 is of level 2']);
  expect(changed(([row]) => delete row.shown)).toEqual(['V1.1.1 is met, and nothing shows it']);
  expect(changed(([row]) => Object.assign(row, { verdict: 'open', why: '' }))).toEqual(['V1.1.1 does not say why']);
  expect(changed(([row]) => Object.assign(row, { verdict: 'deviation', why: 'It is hard.' }))[0]).toBe(
    'V1.1.1 is not argued in docs/decisions/050-asvs-deviations.md',
  );
  expect(faultOf('apps/server/test/surface.test.ts > a test that is not there')).toMatch(/has no test/);
  expect(faultOf('apps/server/src/platform/nothing.ts')).toMatch(/no file/);
  expect(faultOf('prove nothing')).toMatch(/no proof/);
  expect(faultOf('docs/SECURITY.md > No such section')).toMatch(/does not have/);
});

test('levels 1 and 2 are met but for the deviations, and of level 3 at least 70', () => {
  const { 1: first, 2: second, 3: third } = totalsOf(data);
  expect(first.open + second.open).toBe(0);
  expect(third.met + third['not applicable']).toBeGreaterThanOrEqual(70);
});

test('docs/ASVS.md is the page of the data', () => {
  expect(readFileSync(join(root, 'docs/ASVS.md'), 'utf8')).toBe(pageOf(data));
});
