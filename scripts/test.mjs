import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { missingForWebKit } from '../e2e/support/webkit.ts';
import { environment, root, runtime } from './prepare.mjs';

// npm test [-- part …]: runs the parts (check, chief and journeys when none is named), and ends with their sum. With TEST_REPORTS
// the reports of the tests are kept in that folder.

const node = runtime();
const env = { ...environment(node), ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }) };
const reports = process.env.TEST_REPORTS ?? mkdtempSync(join(tmpdir(), 'carecommons-reports-'));

// What no database changes, nor where files lie: long random walks, what is refused before any of it is asked, what journeys
// begin with, and what brings processes and engines of its own.
const sameEverywhere = [
  'sequences',
  'waiting-random',
  'oracle',
  'taint',
  'mass-assign',
  'demo',
  'process',
  'lifecycle',
  'restore',
  'embedded-postgres/*',
  'db/faults',
  'redis',
  's3-store',
  'broadcast/channel',
  'src/files',
];

// What an edit seldom breaks, and takes longest: npm test leaves it to CI, beside most of the above.
const onlyInCi = ['backup', 'exports-complete', '*-at-scale', 'call-sequences', 'os-user', 'chat-browsers'];

// In CI, what fails is tried once more, to tell what is broken from what is unsteady. So few may be bad luck.
const fewUnsteady = 2;
const triesAgain = process.env.CI !== undefined;
const nameUnsteady = (titles) =>
  console.log(`Unsteady, to be mended (passed when tried once more): ${titles.join('; ')}`);

const parts = {
  check: () => {
    const passed = run('node', ['scripts/check.mjs']);
    return { passed: Number(passed), failed: Number(!passed) };
  },
  unit: () => vitest('unit'),
  // All but what takes long; the real process is started all the same.
  chief: () => vitest('chief', ...without([...sameEverywhere, ...onlyInCi].filter((name) => name !== 'process'))),
  server: () => vitest('server', '--project', 'server', ...without(sameEverywhere)),
  // The chief ones, which Firefox walks too.
  journeys: () => playwright('journeys', '--project', 'desktop', '--grep', '@firefox'),
  phone: () => playwright('phone', '--project', 'phone'),
  desk: () => playwright('desk', '--project', 'desktop'),
  firefox: () => playwright('firefox', '--project', 'firefox'),
  webkit: () => webkit(),
  proofs: () => prove(new Date().getUTCDay()),
};

const without = (names) => names.flatMap((name) => ['--exclude', `**/${name}.test.ts`]);

/** Runs vitest and counts. Files in which a few tests fail are tested once more, by themselves. */
function vitest(name, ...args) {
  let { ended, files } = vitestOnce(name, args);
  const failures = files.flatMap(failuresIn);
  if (triesAgain && failures.length > 0 && failures.length <= fewUnsteady) {
    const failed = files.filter((file) => failuresIn(file).length > 0).map((file) => file.name);
    const again = vitestOnce(`${name}-again`, [...args, ...failed.map((path) => relative(root, path))]);
    files = [...files.filter((file) => !failed.includes(file.name)), ...again.files];
    ({ ended } = again);
    const still = files.flatMap(failuresIn);
    const unsteady = failures.filter((title) => !still.includes(title));
    if (unsteady.length > 0) nameUnsteady(unsteady);
  }
  const count = (wanted) =>
    files.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => status === wanted).length;
  return counted(ended, count('passed'), files.flatMap(failuresIn).length, count('skipped'));
}

function vitestOnce(name, args) {
  const file = join(reports, `${name}.json`);
  const ended = run('vitest', ['run', ...args, '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]);
  return { ended, files: reportIn(file).testResults ?? [] };
}

/** The titles of what failed in a file; its own, where it could not be read or failed outside of any test. */
function failuresIn({ name, status, assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === 'failed').map(({ fullName }) => fullName);
  return status === 'failed' && failed.length === 0 ? [relative(root, name)] : failed;
}

function playwright(name, ...args) {
  const file = join(reports, `${name}.json`);
  const ended = run('playwright', ['test', '-c', 'e2e/playwright.config.ts', ...args], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  });
  const { stats: { expected = 0, unexpected = 0, flaky = 0, skipped } = {}, suites = [] } = reportIn(file);
  if (flaky > 0) nameUnsteady(unsteadyIn(suites));
  return flaky > fewUnsteady
    ? counted(false, expected, unexpected + flaky, skipped)
    : counted(ended, expected + flaky, unexpected, skipped);
}

/** A few journeys in WebKit, ended after four minutes; a machine that has none leaves them out, but for CI's. */
function webkit() {
  const missing = missingForWebKit();
  if (missing === undefined || triesAgain)
    return playwright('webkit', '--project', 'webkit', '--global-timeout', String(4 * 60_000));
  console.log(`Left out: ${missing}.`);
  return { passed: 0, failed: 0 };
}

/** The titles of what passed only when it was walked once more. */
function unsteadyIn(suites) {
  return suites.flatMap(({ suites: inner = [], specs = [] }) => [
    ...unsteadyIn(inner),
    ...specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky')).map(({ title }) => title),
  ]);
}

/** Proves what the rotation has for a day of the week, and counts the figures that come as JSON, a line each. */
function prove(day) {
  const built = run('node', ['scripts/build.mjs']);
  const { status, stdout } = spawnSync(node, ['prove/run.ts', '--rotation', String(day)], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: Infinity,
    // Four minutes on a quiet machine.
    timeout: 15 * 60_000,
  });
  console.log(stdout.trim());
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
  const good = lines.filter((line) => JSON.parse(line).ok).length;
  return counted(built && status === 0, good, lines.length - good);
}

function counted(ended, passed = 0, failed = 0, skipped = 0) {
  if (skipped > 0) console.log(`${skipped} skipped`);
  // What ended badly, or tested nothing, has not passed, whatever its report says.
  return { passed, failed: failed === 0 && (!ended || passed === 0) ? 1 : failed };
}

function run(command, args, more = {}) {
  return (
    spawnSync(command === 'node' ? node : command, args, { cwd: root, env: { ...env, ...more }, stdio: 'inherit' })
      .status === 0
  );
}

function reportIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

const chosen = process.argv.length > 2 ? process.argv.slice(2) : ['check', 'chief', 'journeys'];
const sum = { passed: 0, failed: 0 };
for (const part of chosen) {
  const { passed, failed } = parts[part]();
  console.log(`${part}: ${passed} passed, ${failed} failed\n`);
  sum.passed += passed;
  sum.failed += failed;
}
if (process.env.TEST_REPORTS === undefined) rmSync(reports, { recursive: true, force: true });
console.log(`${sum.passed} passed, ${sum.failed} failed`);
process.exit(sum.failed === 0 ? 0 : 1);
