import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from './prepare.mjs';

// The rules are tried on a small product of the same shape, so that they are seen to fail.

let folder;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carecommons-imports-'));
  cpSync(join(root, '.dependency-cruiser.mjs'), join(folder, '.dependency-cruiser.mjs'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  write('package.json', '{ "type": "module", "dependencies": { "zod": "*", "fastify": "*" } }');

  write('packages/contract/src/providers.ts', `import * as z from 'zod/mini';\nexport const id = z.int();\n`);
  write('apps/server/src/platform/db/db.ts', `import fastify from 'fastify';\nexport const db = fastify;\n`);
  write(
    'apps/server/src/modules/accounts/accounts.ts',
    `import { db } from '../../platform/db/db.ts';\nexport const account = db;\n`,
  );
  write(
    'apps/server/src/modules/providers/providers.ts',
    `import { id } from '../../../../../packages/contract/src/providers.ts';\nimport { account } from '../accounts/accounts.ts';\nexport const provider = [id, account];\n`,
  );
  write(
    'apps/web/src/lib/call.ts',
    `import type { id } from '../../../../packages/contract/src/providers.ts';\nexport type Id = typeof id;\n`,
  );
  write(
    'apps/web/src/features/providers/card.tsx',
    `import type { Id } from '../../lib/call.ts';\nexport const Card = (props: { id: Id }) => <p>{String(props.id)}</p>;\n`,
  );
  write(
    'apps/web/src/pages/providers-page.tsx',
    `import { Card } from '../features/providers/card.tsx';\nexport const page = Card;\n`,
  );
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(path, text) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** What the cruise says with one more file in the folder. */
function cruiseWith(path, text) {
  write(path, text);
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts/imports.mjs'), folder], {
    encoding: 'utf8',
  });
  rmSync(join(folder, path));
  return { status, said: stdout + stderr };
}

test('imports that go the right way pass', () => {
  const text = `import { provider } from '../providers/providers.ts';\nexport const overview = provider;\n`;
  expect(cruiseWith('apps/server/src/modules/admin/admin.ts', text)).toEqual({
    status: 0,
    said: '8 sources, 9 imports\n',
  });
});

test.for([
  ['web-not-server', 'apps/web/src/lib/wrong.ts', '../../../server/src/platform/db/db.ts'],
  ['contract-inside', 'packages/contract/src/wrong.ts', '../../../apps/server/src/platform/db/db.ts'],
  ['contract-alone', 'packages/contract/src/wrong.ts', 'node:fs'],
  ['platform-below-modules', 'apps/server/src/platform/db/wrong.ts', '../../modules/accounts/accounts.ts'],
  ['platform-floors', 'apps/server/src/platform/log/wrong.ts', '../db/db.ts'],
  ['platform-floors', 'apps/server/src/platform/unlisted/wrong.ts', '../db/db.ts'],
  ['base-below-product', 'apps/server/src/modules/accounts/wrong.ts', '../providers/providers.ts'],
  ['features-apart', 'apps/web/src/features/blogs/wrong.tsx', '../providers/card.tsx'],
  ['components-below-features', 'apps/web/src/components/wrong.tsx', '../features/providers/card.tsx'],
  ['lib-below-all', 'apps/web/src/lib/wrong.ts', '../pages/providers-page.tsx'],
  ['resolvable', 'apps/web/src/lib/wrong.ts', './nowhere.ts'],
])('%s fails the cruise', ([rule, path, target]) => {
  const { status, said } = cruiseWith(path, `import * as wrong from '${target}';\nexport const used = wrong;\n`);
  expect(status).toBe(1);
  expect(said).toContain(`${rule}: `);
  expect(said).toContain(path);
});

test('a module is reached by its face alone, and only the last modules look at all', () => {
  write('apps/server/src/modules/accounts/sessions.ts', 'export const session = 1;\n');
  write('apps/server/src/modules/admin/admin.ts', 'export const admin = 1;\n');
  const inner = `import { session } from '../accounts/sessions.ts';\nimport { admin } from '../admin/admin.ts';\nexport const both = [session, admin];\n`;
  const { status, said } = cruiseWith('apps/server/src/modules/providers/wrong.ts', inner);
  expect(status).toBe(1);
  expect(said).toContain('module-by-its-face: ');
  expect(said).toContain('product-below-last: ');
});

test('a folder of the platform is reached by its face alone', () => {
  write('apps/server/src/platform/db/pool.ts', 'export const pool = 1;\n');
  const text = `import { pool } from '../../platform/db/pool.ts';\nexport const used = pool;\n`;
  const { status, said } = cruiseWith('apps/server/src/modules/providers/wrong.ts', text);
  rmSync(join(folder, 'apps/server/src/platform/db/pool.ts'));
  expect(status).toBe(1);
  expect(said).toContain('platform-by-its-face: ');
});

test('the product reaches the PDFs by the face of their package alone', () => {
  write('packages/safe-pdf/src/clean-pdf.ts', 'export const cleanPdf = 1;\n');
  const text = `import { cleanPdf } from '../../../packages/safe-pdf/src/clean-pdf.ts';\nexport const used = cleanPdf;\n`;
  const { status, said } = cruiseWith('apps/server/src/wrong.ts', text);
  rmSync(join(folder, 'packages/safe-pdf'), { recursive: true });
  expect(status).toBe(1);
  expect(said).toContain('safe-pdf-by-its-face: ');
});

test('a circle fails the cruise', () => {
  write('apps/web/src/lib/one.ts', `import { two } from './two.ts';\nexport const one = () => two;\n`);
  const { status, said } = cruiseWith(
    'apps/web/src/lib/two.ts',
    `import { one } from './one.ts';\nexport const two = () => one;\n`,
  );
  rmSync(join(folder, 'apps/web/src/lib/one.ts'));
  expect(status).toBe(1);
  expect(said).toContain('no-cycles: ');
});

test('a cruise that did not read every source fails', () => {
  const blind = `import config from '${join(root, '.dependency-cruiser.mjs')}';\nexport default { ...config, options: { ...config.options, includeOnly: '^packages' } };\n`;
  const config = join(folder, '.dependency-cruiser.mjs');
  writeFileSync(config, blind);
  const { status, said } = cruiseWith('apps/web/src/lib/plain.ts', 'export const plain = 1;\n');
  cpSync(join(root, '.dependency-cruiser.mjs'), config);
  expect(status).toBe(1);
  expect(said).toContain('apps/web/src/lib/plain.ts was not cruised');
});
