import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';

// node scripts/imports.mjs [folder]: holds every import of the product and its tools against .dependency-cruiser.mjs. A cruise
// that could not read the sources finds nothing to blame, so it also fails when it saw fewer of them than there are files.

const folder = process.argv[2] ?? root;
const cruiser = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
const tops = ['apps', 'packages', 'bench', 'deploy', 'e2e', 'prove'].filter((top) => existsSync(join(folder, top)));
const args = ['--config', '.dependency-cruiser.mjs', '--output-type', 'json', ...tops];
const { stdout, stderr } = spawnSync(process.execPath, [cruiser, ...args], {
  cwd: folder,
  encoding: 'utf8',
  maxBuffer: 1 << 28,
});
if (!stdout.startsWith('{')) {
  console.error(`dependency-cruiser did not run: ${stderr}`);
  process.exit(1);
}
const { modules, summary } = JSON.parse(stdout);

const faults = summary.violations.map(({ rule, from, to }) => {
  const { comment } = summary.ruleSetUsed.forbidden.find(({ name }) => name === rule.name);
  return `${from} → ${to}\n    ${rule.name}: ${comment}`;
});

const sources = tops
  .flatMap((top) =>
    readdirSync(join(folder, top), { recursive: true, encoding: 'utf8' }).map((path) => `${top}/${path}`),
  )
  .filter((path) => /\.(ts|tsx|mjs|js)$/.test(path) && !/\/(node_modules|dist)\//.test(path));
// A module without a single import among many may be real; a source that the cruise does not name was not read.
const cruised = new Set(modules.map(({ source }) => source));
for (const path of sources) if (!cruised.has(path)) faults.push(`${path} was not cruised`);
const imports = modules.reduce((sum, { dependencies }) => sum + dependencies.length, 0);
if (sources.length > 0 && imports < sources.length / 2)
  faults.push(`${sources.length} sources with only ${imports} imports: they were not parsed`);

for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);
console.log(`${sources.length} sources, ${imports} imports`);
