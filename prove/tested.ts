import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Figure } from './run.ts';

const root = new URL('..', import.meta.url).pathname;

/** A fault that is made, and judged, by tests of the server: they are the proof. Takes how their files begin, below `apps/server`. */
export const tested = (figure: string, ...files: string[]) =>
  async function byTests(): Promise<Figure> {
    const folder = mkdtempSync(join(tmpdir(), 'carecommons-tested-'));
    const report = join(folder, 'report.json');
    const paths = files.map((file) => `apps/server/${file}`);
    const words = ['vitest', 'run', '--project', 'server', ...paths, '--reporter=json', `--outputFile=${report}`];
    try {
      // It ends with an error where a test fails; which, stands in the report.
      await new Promise((resolve) => execFile('npx', words, { cwd: root }, resolve));
      const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(readFileSync(report, 'utf8')) as {
        numPassedTests: number;
        numFailedTests: number;
      };
      return { figure, value: { passed, failed }, target: 'all pass', ok: passed > 0 && failed === 0 };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
