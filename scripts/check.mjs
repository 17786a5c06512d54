import { spawn } from 'node:child_process';
import { environment, root, runtime } from './prepare.mjs';

// npm run check: everything about the code that needs no running product. Says only what fails, and one line at the end.

const steps = {
  'first load': 'node scripts/build.mjs && node scripts/size.mjs',
  lint: 'oxlint',
  texts: 'node scripts/texts.mjs',
  lockfile: 'node scripts/lockfile.mjs',
  ASVS: 'node scripts/asvs.mjs --check',
  'dead code': 'knip --no-progress',
  'types of the web': 'tsc -p apps/web',
  'types of the server': 'tsc -p apps/server',
  'types of the tables': 'vitest run --project server apps/server/src/platform/db/schema.test.ts',
  'types of the contract': 'tsc -p packages/contract',
  'types of the PDFs': 'tsc -p packages/safe-pdf',
  'types of the journeys': 'tsc -p e2e',
  'import rules': 'node scripts/imports.mjs',
  format: 'oxfmt --check',
};

const env = { ...environment(runtime()), [process.stdout.isTTY ? 'FORCE_COLOR' : 'NO_COLOR']: '1' };
const began = Date.now();
const waiting = Object.entries(steps);
let failed = 0;

/** Takes one step after the other until none is left; two of these keep two cores busy. */
async function work() {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const [name, command] = next;
    const { code, output } = await run(command);
    if (code === 0) continue;
    failed++;
    console.error(`\n${name} (${command}) failed:\n${output.trim()}`);
  }
}

function run(command) {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(command, { cwd: root, env, shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('close', (code) => resolve({ code, output }));
  });
}

await Promise.all([work(), work()]);
const seconds = Math.round((Date.now() - began) / 1000);
console.log(
  `check: ${Object.keys(steps).length - failed} of ${Object.keys(steps).length} steps passed in ${seconds} s`,
);
if (failed > 0) process.exit(1);
