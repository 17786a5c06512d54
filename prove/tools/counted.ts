import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Size } from './figure.ts';

const root = new URL('../../', import.meta.url).pathname;
const vitest = join(root, 'node_modules/vitest/vitest.mjs');

interface Assertion {
  status: string;
  failureMessages: string[];
  meta: { figure?: Record<string, unknown> };
}

interface TestFile {
  name: string;
  assertionResults: Assertion[];
}

export interface Counted {
  /** Whether every test of the file passed. */
  passed: boolean;
  tests: number;
  figure: Record<string, unknown>;
}

const known = new Map<string, Counted>();

/**
 * Runs a file of the server's tests once, and returns what it counted: proof and tests are the same code. In the smallest
 * size, the result of the test run that just ended is used, if its reports are stored.
 */
export function counted(file: string, { small }: Size): Counted {
  const before = known.get(file);
  if (before !== undefined) return before;
  const reports = small ? process.env.TEST_REPORTS : undefined;
  const results = reports === undefined ? run(file) : resultsIn(reports, file);
  for (const { failureMessages } of results) for (const message of failureMessages) console.error(message);
  const result = {
    passed: results.length > 0 && results.every(({ status }) => status === 'passed'),
    tests: results.length,
    figure: Object.assign({}, ...results.map(({ meta }) => meta.figure)) as Record<string, unknown>,
  };
  known.set(file, result);
  return result;
}

function run(file: string): Assertion[] {
  const folder = mkdtempSync(join(tmpdir(), 'carecommons-counted-'));
  const report = `--outputFile=${join(folder, 'unit.json')}`;
  const { status } = spawnSync(
    process.execPath,
    [vitest, 'run', '--project', 'server', file, '--reporter=json', report],
    { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const results = resultsIn(folder, file);
  rmSync(folder, { recursive: true, force: true });
  // A run that crashed has not passed, whatever its report says.
  return status === 0 ? results : [];
}

/** The result of a file's tests, of the repetition if they were repeated. */
function resultsIn(folder: string, file: string): Assertion[] {
  const files = ['unit-again.json', 'unit.json']
    .map((name) => join(folder, name))
    .filter((path) => existsSync(path))
    .flatMap((path) => (JSON.parse(readFileSync(path, 'utf8')) as { testResults: TestFile[] }).testResults);
  return files.find(({ name }) => name === join(root, file))?.assertionResults ?? [];
}
