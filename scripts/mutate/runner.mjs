import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createVitest } from 'vitest/node';
import config from '../../vitest.config.ts';
import { root } from '../prepare.mjs';
import { withSwitches } from './mutants.mjs';

/**
 * One Vitest for a run: every source is compiled once, with all of its mutants behind switches. Each file of tests runs in a
 * process of its own, which is told the number of the one mutant that is active.
 * @param {Map<string, string>} sources
 * @param {{ path: string, number: number }[]} mutants
 */
export async function openRunner(scope, sources, mutants) {
  const folder = mkdtempSync(join(tmpdir(), 'carecommons-mutants-'));
  const record = join(folder, 'reached');
  const texts = new Map(
    [...Map.groupBy(mutants, ({ path }) => path)].map(([path, ones]) => [
      join(root, path),
      withSwitches(sources.get(path), ones),
    ]),
  );
  // What is started before the tests is in this process.
  globalThis.isMutant = () => false;
  const { test: settings } = config.test.projects.find(({ test }) => test?.name === 'server');
  const vitest = await createVitest(
    {
      ...settings,
      ...scope.settings,
      root,
      config: false,
      watch: false,
      include: scope.tests,
      setupFiles: [join(root, 'scripts/mutate/switch.mjs')],
      pool: 'forks',
      isolate: true,
      maxWorkers: 1,
      bail: 1,
      fsModuleCache: false,
      reporters: [{}],
      onConsoleLog: () => false,
    },
    { plugins: [{ name: 'mutants', enforce: 'pre', transform: (_, id) => texts.get(id.split('?')[0]) }] },
  );

  /** Runs one file of tests with one mutant, or none (0). */
  async function run(test, active, limitMs) {
    rmSync(record, { force: true });
    vitest.provide('mutants', { active, record });
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      // Its process may be in an endless loop: nothing else ends it.
      process.kill(Number(/^pid (\d+)/m.exec(readRecord())?.[1]), 'SIGKILL');
    }, limitMs);
    const from = performance.now();
    // Vitest hands out the results of earlier runs too, and a failure among them is none of this run's.
    vitest.state.filesMap.clear();
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications([test]);
    clearTimeout(timer);
    const all = testModules.flatMap((file) => [...file.children.allTests()]);
    const failed = all.find((one) => one.result().state === 'failed');
    const errors = [
      ...unhandledErrors,
      ...testModules.flatMap((file) => file.errors()),
      ...(failed?.result().errors ?? []),
    ];
    return {
      isLate,
      hasFailed: unhandledErrors.length > 0 || testModules.length === 0 || !testModules.every((file) => file.ok()),
      by: failed?.fullName,
      said: errors[0]?.message?.split('\n')[0],
      reached: new Set((readRecord().match(/^\d+$/gm) ?? []).map(Number)),
      ms: performance.now() - from,
    };
  }
  const readRecord = () => (existsSync(record) ? readFileSync(record, 'utf8') : '');

  const baselines = new Map();
  /** What a file of tests reaches without a mutant, and how long it takes; `undefined` where it fails anyway. */
  async function baselineOf(test) {
    if (!baselines.has(test.moduleId)) {
      let found = await run(test, 0, 600_000);
      if (found.hasFailed) found = await run(test, 0, 600_000);
      if (found.hasFailed) console.log(`${test.moduleId} fails without a mutant (${found.by}): ${found.said}`);
      baselines.set(test.moduleId, found.hasFailed ? undefined : found);
    }
    return baselines.get(test.moduleId);
  }

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

  /** What becomes of a mutant: `killed`, `out of time`, `survived`, or `not reached` by any test of its module. */
  async function tryOne({ path, number }) {
    let outcome = 'not reached';
    for (const test of await testsFor(path)) {
      const baseline = await baselineOf(test);
      if (!baseline?.reached.has(number)) continue;
      const limitMs = 5 * baseline.ms + (scope.graceMs ?? 20_000);
      let found = await run(test, number, limitMs);
      // What fails before it comes to the mutant fails for another reason.
      if (found.hasFailed && !found.reached.has(number)) found = await run(test, number, limitMs);
      const noticed = `${basename(test.moduleId)}: ${found.by ?? found.said}`;
      if (found.reached.has(number) && found.isLate) return { outcome: 'out of time', noticed };
      if (found.reached.has(number) && found.hasFailed) return { outcome: 'killed', noticed };
      outcome = 'survived';
    }
    return { outcome };
  }

  return {
    tryOne,
    async close() {
      await Promise.race([vitest.close(), new Promise((resolve) => setTimeout(resolve, 10_000))]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
