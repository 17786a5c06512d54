import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { root } from '../prepare.mjs';
import { withMutant } from './mutants.mjs';

const relaxed = ['--noUnusedLocals', 'false', '--noUnusedParameters', 'false', '--allowUnreachableCode', 'true'];

/**
 * Those of the mutants that the compiler refuses, which no test has to notice. Judged in a copy, a mutant of each file at a
 * time: what one of them breaks in another file is not counted.
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
    const clean = erroneous(copy, project);
    if (clean.size > 0) throw new Error(`Does not compile without a mutant: ${[...clean].join(', ')}`);
    const refused = new Set();
    const waiting = Map.groupBy(mutants, ({ path }) => path);
    while (waiting.size > 0) {
      const round = [...waiting].map(([path, ones]) => [path, ones.shift()]);
      for (const [path, one] of round) writeFileSync(join(copy, path), withMutant(sources.get(path), one));
      const errors = erroneous(copy, project);
      for (const [path, one] of round) {
        if (errors.has(path)) refused.add(one);
        writeFileSync(join(copy, path), sources.get(path));
        if (waiting.get(path).length === 0) waiting.delete(path);
      }
    }
    return refused;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** The files in which the compiler finds an error. */
function erroneous(copy, project) {
  const tsc = join(root, 'node_modules/.bin/tsc');
  const { stdout, status } = spawnSync(tsc, ['-p', project, ...relaxed, '--pretty', 'false'], {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  const files = [...stdout.matchAll(/^(\S+?)\(\d+,\d+\): error/gm)].map(([, file]) => relative(copy, join(copy, file)));
  if (status !== 0 && files.length === 0) throw new Error(stdout);
  return new Set(files);
}
