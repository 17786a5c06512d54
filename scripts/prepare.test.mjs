import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from './prepare.mjs';

// A clone of almost nothing, with an npm and a vite that write down what they are asked to do.

let clone;

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'carecommons-prepare-'));
  cpSync(join(root, 'scripts'), join(clone, 'scripts'), { recursive: true });
  for (const folder of ['apps/web/dist', 'packages/contract', 'bin'])
    mkdirSync(join(clone, folder), { recursive: true });
  write('tsconfig.json', '{}');
  lock('1.0.0');
  program('bin/npm', 'mkdir -p node_modules/.bin; cp package-lock.json node_modules/.package-lock.json');
  program('bin/vite', 'echo "end $*" >> ../../done');
});
afterEach(() => rmSync(clone, { recursive: true }));

const write = (path, text) => writeFileSync(join(clone, path), text);
const lock = (version) =>
  write('package-lock.json', JSON.stringify({ packages: { 'node_modules/left': { version, resolved: 'left' } } }));

function program(path, does) {
  writeFileSync(join(clone, path), `#!/bin/sh\necho "\${0##*/} $*" >> ${join(clone, 'done')}\n${does}\n`, {
    mode: 0o755,
  });
}

/** What `script` ended with and said, and what was done for it. */
function start(script, memory = 2 ** 40) {
  writeFileSync(join(clone, 'done'), '');
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,process.availableMemory=()=>${memory}`, join(clone, 'scripts', script), 'true'],
    {
      encoding: 'utf8',
      env: { PATH: [join(clone, 'bin'), dirname(process.execPath), process.env.PATH].join(delimiter) },
    },
  );
  return { status, stderr: stderr.trim(), done: readFileSync(join(clone, 'done'), 'utf8').trim().split('\n') };
}

const install = expect.stringMatching(/^npm ci --ignore-scripts --include=dev/);

test('packages are installed once, and anew when the lockfile names others', () => {
  expect(start('run.mjs')).toEqual({ status: 0, stderr: '', done: [install] });
  expect(start('run.mjs').done).toEqual(['']);
  lock('1.0.1');
  expect(start('run.mjs').done).toEqual([install]);
});

test('what was installed by hand is left as it is', () => {
  mkdirSync(join(clone, 'node_modules'));
  cpSync(join(clone, 'package-lock.json'), join(clone, 'node_modules/.package-lock.json'));
  expect(start('run.mjs')).toEqual({ status: 0, stderr: '', done: [''] });
});

test('an installation that fails says why, and is tried again', () => {
  program('bin/npm', 'echo no way there >&2; exit 1');
  expect(start('run.mjs')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^no way there\nThe packages could/),
  });
  expect(start('run.mjs').done).toEqual([install]);
});

test('both parts are built at once, and again when a source changes', () => {
  // Each waits for the other to begin; one alone gives up.
  const begun = 'test "$(grep -c ^vite ../../done)" -ge 2';
  program('bin/vite', `for i in $(seq 500); do ${begun} && break; sleep 0.02; done; ${begun}`);
  const { status, done } = start('build.mjs');
  expect([status, done.toSorted()]).toEqual([0, ['vite build', 'vite build --ssr']]);
  expect(start('build.mjs').done).toEqual(['']);
  write('apps/web/page.tsx', '');
  expect(start('build.mjs').done).toHaveLength(2);
});

test('with little memory they are built one after the other', () => {
  expect(start('build.mjs', 2 ** 31).done).toEqual(['vite build', 'end build', 'vite build --ssr', 'end build --ssr']);
});

test('a build of which one part fails says why, and is made again', () => {
  program('bin/vite', 'case "$*" in *ssr) echo no such page; exit 1;; esac');
  expect(start('build.mjs')).toMatchObject({
    status: 1,
    stderr: 'no such page\nThe web application could not be built.',
  });
  expect(start('build.mjs').done).toHaveLength(2);
});
