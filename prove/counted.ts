import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = new URL('..', import.meta.url).pathname;
const vitest = join(root, 'node_modules/vitest/vitest.mjs');

interface Assertion {
  status: string;
  failureMessages: string[];
  meta: { figure?: Record<string, unknown> };
}

interface Report {
  testResults: { assertionResults: Assertion[] }[];
}

export interface Counted {
  /** Whether every test of the file passed. */
  passed: boolean;
  figure: Record<string, unknown>;
}

const known = new Map<string, Counted>();

/** Runs a file of the server's tests, once, and gives what it has counted: the proof and the tests are the same code. */
export function counted(file: string): Counted {
  const before = known.get(file);
  if (before !== undefined) return before;
  const folder = mkdtempSync(join(tmpdir(), 'carecommons-counted-'));
  const output = join(folder, 'report.json');
  const { status } = spawnSync(
    process.execPath,
    [vitest, 'run', '--project', 'server', file, '--reporter=json', `--outputFile=${output}`],
    { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const { testResults } = JSON.parse(readFileSync(output, 'utf8')) as Report;
  rmSync(folder, { recursive: true, force: true });
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const passed = status === 0 && tests.length > 0 && tests.every((one) => one.status === 'passed');
  for (const { failureMessages } of tests) for (const message of failureMessages) console.error(message);
  const figure = Object.assign({}, ...tests.map(({ meta }) => meta.figure)) as Record<string, unknown>;
  known.set(file, { passed, figure });
  return { passed, figure };
}
