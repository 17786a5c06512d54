import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fail, root } from './prepare.mjs';

// npm run sbom -- <file>: writes what ships as a CycloneDX bill of materials, made from the lockfile.

const [given] = process.argv.slice(2);
if (given === undefined) fail('Say where to write it: npm run sbom -- sbom.json');

const args = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'];
const { status, stdout, stderr } = spawnSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });
if (status !== 0) fail(`npm could not make it: ${stderr.trim()}`);
const { specVersion, components } = JSON.parse(stdout);
const path = resolve(process.env.INIT_CWD ?? '.', given);
mkdirSync(dirname(path), { recursive: true });
writeFileSync(path, stdout);
console.log(`${path}: CycloneDX ${specVersion}, ${components.length} components`);
