import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { root } from './prepare.mjs';

const folder = mkdtempSync(join(tmpdir(), 'carecommons-lockfile-'));
mkdirSync(join(folder, 'apps/web'), { recursive: true });
afterAll(() => rmSync(folder, { recursive: true }));

const good = { version: '1.2.3', integrity: `sha512-${'A'.repeat(86)}==` };

/** What is said of a product with this package and this dependency. */
function check(entry, dependencies = { left: '1.2.3' }) {
  const packages = {
    '': { dependencies },
    'apps/web': {},
    'node_modules/@care/web': { link: true, resolved: 'apps/web' },
    'node_modules/left': entry,
  };
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies }));
  writeFileSync(join(folder, 'apps/web/package.json'), JSON.stringify({ dependencies: { '@care/web': '*' } }));
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/lockfile.mjs'), folder], {
    encoding: 'utf8',
  });
  return [status, stderr.trim()];
}

test('a package of the registry in one version, by its hash, passes', () => {
  expect(check(good)).toEqual([0, '']);
});

test.for([
  ['has no sha512 hash', { version: '1.2.3' }],
  ['has no sha512 hash', { ...good, integrity: 'sha1-AAAA' }],
  ['does not come from the registry', { ...good, resolved: 'git+ssh://git@example.org/left.git' }],
  ['does not come from the registry', { ...good, resolved: 'http://registry.npmjs.org/left.tgz' }],
  ['lies outside of the workspaces', { link: true, resolved: '../left' }],
  ['has no exact version', { ...good, version: 'file:left' }],
  ['runs a script', { ...good, hasInstallScript: true }],
])('%s', ([sentence, entry]) => {
  const [status, said] = check(entry);
  expect([status, said]).toEqual([1, expect.stringContaining(sentence)]);
});

test.for(['^1.2.3', '*', 'latest', 'git+https://example.org/left.git'])('a dependency on %s is refused', (version) => {
  const [status, said] = check(good, { left: version });
  expect([status, said]).toEqual([1, expect.stringContaining('does not name one version of left')]);
});
