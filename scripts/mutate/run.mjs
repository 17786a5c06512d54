import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../prepare.mjs';
import { reasonOf } from './equivalent.mjs';
import { mutantsOf, withMutant } from './mutants.mjs';
import { openRunner } from './runner.mjs';
import { scopes } from './scopes.mjs';
import { refusedByTypes } from './types.mjs';

// npm run mutate -- contract|modules [--seconds N] [--sample N] [--seed N] [--only PATH] [--again]: makes small faults in the
// sources, one at a time, and runs the tests that should notice. What was found is kept: the next run goes on where this one
// ended. Nothing is written to the sources: the tests are handed a changed text.

const { values, positionals } = parseArgs({
  options: {
    seconds: { type: 'string' },
    sample: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    again: { type: 'boolean', default: false },
    kept: { type: 'string' },
  },
  allowPositionals: true,
});
const name = positionals[0] ?? 'contract';
const scope = scopes[name];
const until = values.seconds === undefined ? Infinity : Date.now() + Number(values.seconds) * 1000;

const cache = join(root, 'node_modules/.cache/carecommons');
mkdirSync(cache, { recursive: true });
const kept = values.kept ?? join(cache, `mutation-${name}.jsonl`);

const paths = globSync(scope.sources, { cwd: root }).filter((path) => !/\.(test|check)\.ts$/.test(path));
const sources = new Map(paths.toSorted().map((path) => [path, readFileSync(join(root, path), 'utf8')]));
const all = [...sources]
  .flatMap(([path, source]) => mutantsOf(source).map((one) => ({ path, ...one })))
  .map((one, index) => ({ ...one, number: index + 1, key: keyOf(one) }));
const known = new Map(existsSync(kept) ? linesOf(kept).map((one) => [one.key, one]) : []);
const chosen = (scope.sampled ? sampleOf(all) : all).filter(({ path }) => path.includes(values.only));
if (chosen.length === 0) throw new Error(`No mutant of this scope has “${values.only}” in its path.`);

/** So many of those that compile, by a seed: each with the same chance, and others stay when one is added. */
function sampleOf(mutants) {
  const wanted = Number(values.sample);
  const drawn = (one) => hashOf(`${values.seed} ${one.key}`);
  const sorted = mutants.toSorted((a, b) => (drawn(a) < drawn(b) ? -1 : 1)).slice(0, 2 * wanted);
  const open = sorted.filter(({ key }) => !known.has(key));
  for (const one of refusedByTypes(scope.types, open, sources)) keep(one, { outcome: 'refused' });
  return sorted.filter(({ key }) => known.get(key)?.outcome !== 'refused').slice(0, wanted);
}

function keyOf(one) {
  return hashOf(`${one.path}\n${withMutant(sources.get(one.path), one)}`);
}

function hashOf(text) {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function linesOf(file) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

function keep(one, found) {
  const { key, path, line, by } = one;
  const was = sources.get(path).slice(one.start, one.end);
  const entry = { key, path, line, was: was.slice(0, 100), by: by.slice(0, 100), ...found };
  known.set(key, entry);
  appendFileSync(kept, `${JSON.stringify(entry)}\n`);
}

const isEquivalent = (one) => reasonOf(one, sources.get(one.path)) !== undefined;
const isMissed = ({ outcome }) => outcome === 'survived' || outcome === 'not reached';
const isDone = ({ key }) => known.has(key) && !(values.again && isMissed(known.get(key)));
const counted = chosen.filter((one) => !isEquivalent(one));
const open = counted.filter((one) => !isDone(one));

if (open.length > 0) {
  const runner = await openRunner(scope, sources, chosen);
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => void runner.close().then(() => process.exit(130)));
  for (const one of open) {
    if (Date.now() > until) break;
    const from = performance.now();
    const found = await runner.tryOne(one);
    keep(one, { ...found, ms: Math.round(performance.now() - from) });
  }
  await runner.close();
}

const tried = counted.map(({ key }) => known.get(key)).filter((one) => one !== undefined);
for (const { path, line, was, by, outcome } of tried.filter(isMissed))
  console.log(`${path}:${line} ${outcome}: ${was} -> ${by}`);
const groups = Map.groupBy(tried, ({ path }) => scope.groupOf?.(path) ?? 'all');
if (groups.size > 1) for (const [group, ones] of groups) console.log(`${group}: ${scoreOf(ones)}`);
console.log(
  `${tried.length} of ${counted.length} mutants tried, ${chosen.length - counted.length} more are equivalent: ${scoreOf(tried)}`,
);
process.exit(0);

function scoreOf(ones) {
  const missed = ones.filter(isMissed).length;
  const late = ones.filter(({ outcome }) => outcome === 'out of time').length;
  const killed = ones.length - missed;
  return `${killed} killed (${late} of them out of time), ${missed} survived (${Math.round((1000 * killed) / ones.length) / 10} %)`;
}
