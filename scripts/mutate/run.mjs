import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { createVitest } from 'vitest/node';
import config from '../../vitest.config.ts';
import { root } from '../prepare.mjs';
import { mutantsOf, withMutant } from './mutants.mjs';
import { reasonOf } from './equivalent.mjs';
import { scopes } from './scopes.mjs';

// npm run mutate -- contract|modules [--seconds N] [--sample N] [--seed N] [--only PATH]: makes small faults in the sources,
// one at a time, and runs the tests that should notice. What was found is kept: the next run goes on where this one ended.
// Nothing is written to the sources: Vite hands the tests a changed text.

const { values, positionals } = parseArgs({
  options: {
    seconds: { type: 'string' },
    sample: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    again: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const scope = scopes[positionals[0] ?? 'contract'];
const longestMs = 180_000;
const until = values.seconds === undefined ? Infinity : Date.now() + Number(values.seconds) * 1000;

const cache = join(root, 'node_modules/.cache/carecommons');
mkdirSync(cache, { recursive: true });
const kept = join(cache, `mutants-${positionals[0] ?? 'contract'}.jsonl`);

const paths = globSync(scope.sources, { cwd: root }).filter((path) => !path.endsWith('.test.ts'));
const sources = new Map(paths.toSorted().map((path) => [path, readFileSync(join(root, path), 'utf8')]));
const all = [...sources]
  .filter(([path]) => path.includes(values.only))
  .flatMap(([path, source]) => mutantsOf(source).map((one) => ({ path, ...one })));
if (all.length === 0) throw new Error(`No source of this scope has “${values.only}” in its path.`);
const chosen = scope.sampled ? sampleOf(all) : all;

/** So many of them, by a seed: each with the same chance, and others stay when one is added. */
function sampleOf(mutants) {
  const drawn = (one) => hashOf(`${values.seed} ${keyOf(one)}`);
  return mutants.toSorted((a, b) => (drawn(a) < drawn(b) ? -1 : 1)).slice(0, Number(values.sample));
}

function keyOf(one) {
  return hashOf(`${one.path}\n${withMutant(sources.get(one.path), one)}`);
}

function hashOf(text) {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

const known = new Map(
  existsSync(kept)
    ? readFileSync(kept, 'utf8')
        .trim()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
        .map((one) => [one.key, one])
    : [],
);
const isDone = (key) => known.has(key) && !(values.again && known.get(key).outcome === 'survived');

let current;
/** Tests that have passed without a mutant. */
const sound = new Set();
const { test: settings } = config.test.projects.find(({ test }) => test?.name === 'server');
const vitest = await createVitest(
  {
    ...settings,
    ...scope.settings,
    root,
    config: false,
    watch: false,
    include: scope.tests,
    maxWorkers: 1,
    // It would hand out what was once made of a source, without a mutant, or with another one.
    fsModuleCache: false,
    reporters: [{}],
    onConsoleLog: () => false,
  },
  {
    plugins: [
      {
        name: 'mutant',
        enforce: 'pre',
        transform: (_, id) => (id === current?.file ? withMutant(sources.get(current.path), current) : undefined),
      },
    ],
  },
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void vitest.close().then(() => process.exit(130)));

/** The tests of a module: those whose names have most words of the file's own first, and what takes long last. */
async function testsFor(path) {
  const tests = await vitest.globTestSpecifications(scope.testsOf(path));
  if (tests.length === 0) throw new Error(`There are no tests for ${path}.`);
  const wordsOf = (file) => basename(file).split(/[-.]/).slice(0, -1);
  const own = wordsOf(path);
  const distance = ({ moduleId }) =>
    (scope.slow?.test(moduleId) ? 100 : 0) +
    new Set([...own, ...wordsOf(moduleId)]).size -
    2 * wordsOf(moduleId).filter((word) => own.includes(word)).length;
  return tests.toSorted((a, b) => distance(a) - distance(b));
}

/** Runs tests; the files in which something failed, with what it said; `undefined` where they do not come to an end. */
async function failedOf(tests) {
  const late = new Promise((resolve) => setTimeout(resolve, longestMs).unref());
  const result = await Promise.race([vitest.runTestSpecifications(tests), late]);
  if (result === undefined) return undefined;
  const { testModules, unhandledErrors } = result;
  const failed = testModules.filter((file) => unhandledErrors.length > 0 || !file.ok());
  return failed.map((file) => {
    const errors = [...file.children.allTests()].flatMap((test) => test.result().errors ?? []);
    return { file: file.moduleId, said: [...unhandledErrors, ...file.errors(), ...errors][0]?.message };
  });
}

async function tryOne(one) {
  const file = join(root, one.path);
  const tests = await testsFor(one.path);
  const change = (mutant) => {
    current = mutant;
    vitest.invalidateFile(file);
  };
  change({ ...one, file });
  // Most are noticed by the first; the others go together.
  for (let from = 0, of = 1; from < tests.length; from += of, of = scope.together) {
    const some = tests.slice(from, from + of);
    const failed = await failedOf(some);
    if (failed === undefined) return 'out of time';
    if (failed.length === 0) continue;
    change(undefined);
    // Tests that fail without a mutant, too, notice nothing.
    const unproven = some.filter(
      ({ moduleId }) => failed.some(({ file: by }) => by === moduleId) && !sound.has(moduleId),
    );
    const broken = unproven.length === 0 ? [] : await failedOf(unproven);
    if (broken?.length !== 0) throw new Error(`Fails without a mutant: ${JSON.stringify(broken)}`);
    for (const { moduleId } of unproven) sound.add(moduleId);
    return 'killed';
  }
  change(undefined);
  return 'survived';
}

let isWarm = false;
for (const one of chosen) {
  const key = keyOf(one);
  const source = sources.get(one.path);
  if (isDone(key) || reasonOf(one, source) !== undefined) continue;
  if (Date.now() > until) break;
  // What is transformed for the first time may be handed out once more, whatever was invalidated meanwhile: no mutant is in that.
  if (!isWarm) await failedOf((await testsFor(one.path)).slice(0, scope.warm));
  isWarm = true;
  const from = performance.now();
  const outcome = await tryOne(one);
  const was = source.slice(one.start, one.end).slice(0, 100);
  const found = {
    key,
    path: one.path,
    line: one.line,
    was,
    by: one.by.slice(0, 100),
    outcome,
    ms: Math.round(performance.now() - from),
  };
  known.set(key, found);
  appendFileSync(kept, `${JSON.stringify(found)}\n`);
  if (outcome === 'survived') console.log(`${one.path}:${one.line} survived: ${was} -> ${found.by}`);
  // Its worker goes on for ever.
  if (outcome === 'out of time') break;
}

const equivalent = chosen.filter((one) => reasonOf(one, sources.get(one.path)) !== undefined);
const tried = chosen
  .filter((one) => !equivalent.includes(one))
  .map((one) => known.get(keyOf(one)))
  .filter(Boolean);
const survivors = tried.filter(({ outcome }) => outcome === 'survived');
for (const { path, line, was, by } of survivors) console.log(`${path}:${line} ${was} -> ${by}`);
const killed = tried.length - survivors.length;
console.log(
  `${tried.length} of ${chosen.length - equivalent.length} mutants tried, ${equivalent.length} more are equivalent: ${killed} killed, ${survivors.length} survived (${Math.round((1000 * killed) / tried.length) / 10} %)`,
);
await Promise.race([vitest.close(), new Promise((resolve) => setTimeout(resolve, 10_000))]);
process.exit(0);
