import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../prepare.mjs';
import { withMutant } from './mutants.mjs';

const relaxed = ['--noUnusedLocals', 'false', '--noUnusedParameters', 'false', '--allowUnreachableCode', 'true'];

/**
 * Those of the mutants that the compiler refuses, which no test has to notice. Each mutant is a file of its own beside its source,
 * in a copy of the repository: one run of the compiler judges them all.
 * @param {{ path: string }[]} mutants
 * @param {Map<string, string>} sources
 */
export function refusedByTypes(project, mutants, sources) {
  const copy = mkdtempSync(join(tmpdir(), 'carecommons-mutants-'));
  try {
    for (const path of ['apps', 'packages', 'scripts', 'package.json', 'tsconfig.json'])
      cpSync(join(root, path), join(copy, path), {
        recursive: true,
        filter: (one) => !/\/(node_modules|dist)$/.test(one),
      });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    const files = new Map(mutants.map((one, index) => [one.path.replace(/\.ts$/, `.mutant-${index}.ts`), one]));
    for (const [file, one] of files) writeFileSync(join(copy, file), withMutant(sources.get(one.path), one));
    const { stdout } = spawnSync(
      join(root, 'node_modules/.bin/tsc'),
      ['-p', project, ...relaxed, '--pretty', 'false'],
      { cwd: copy, encoding: 'utf8', maxBuffer: 2 ** 28 },
    );
    const erroneous = new Set([...stdout.matchAll(/^(\S+?)\(\d+,\d+\): error/gm)].map(([, file]) => file));
    const others = [...erroneous].filter((file) => !files.has(file));
    if (others.length > 0) throw new Error(`Does not compile without a mutant: ${others.join(', ')}`);
    return new Set([...erroneous].map((file) => files.get(file)));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
