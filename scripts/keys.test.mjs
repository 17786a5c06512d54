import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './prepare.mjs';

// Finds every use of cryptography in the sources, and holds it to docs/KEYS.md.

const page = readFileSync(join(root, 'docs/KEYS.md'), 'utf8');
const sources = globSync('{apps/*,packages/*}/src/**/*.{ts,tsx}', { cwd: root })
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .map((path) => [path, readFileSync(join(root, path), 'utf8')]);

/** What a pattern finds in the sources, each once, with one of the files. */
function found(pattern) {
  const all = sources.flatMap(([path, source]) => [...source.matchAll(pattern)].map(([, what]) => [what, path]));
  return Object.entries(Object.fromEntries(all));
}

test('each purpose of a derived key stands on the page', () => {
  const purposes = [
    ...found(/(?:derive\w*Keys?\w*|isGenuine|sealWith|unsealWith)\(\s*[\w.]+,\s*['"`]([^'"`]+)['"`]/g),
    ...found(/const (?:keyP|p)urpose = ['"`]([^'"`]+)['"`];/g),
  ];
  expect(purposes.length).toBeGreaterThan(10);
  const named = (purpose) => page.includes(`| \`${purpose.replace(/\$\{\w+\}/g, 'record').replace(/ record$/, '')}`);
  expect(purposes.filter(([purpose]) => !named(purpose))).toEqual([]);
  // Nobody derives a key in another way than by `deriveKey` and the fingerprints of keys.
  const deriving = found(/(hkdf\w*|scrypt\w*|pbkdf2\w*)\(/g).map(([, path]) => path);
  expect(
    deriving.filter(
      (path) => !/platform\/(auth\/sessions|crypto\/master-keys|crypto\/secrets|backup\/format)\.ts$/.test(path),
    ),
  ).toEqual([]);
});

test('hashes and ciphers are those of the page', () => {
  const sums = { sha1: ['apps/server/src/platform/db/pool.ts'], md5: ['apps/server/src/platform/files/s3-store.ts'] };
  const hashes = found(/create(?:Hash|Hmac)\(\s*'([^']+)'/g);
  expect(hashes.length).toBeGreaterThan(1);
  for (const [hash, path] of hashes) if (hash !== 'sha256') expect(sums[hash] ?? []).toContain(path);
  const ciphers = sources.flatMap(([, source]) => source.match(/'(?:aes|chacha20|des|rc4|bf)-[\w-]+'/g) ?? []);
  expect([...new Set(ciphers)]).toEqual(["'aes-256-gcm'"]);
  expect(found(/(Math\.random)\(\)[^;]*(?:key|token|secret|code|salt|nonce)/g)).toEqual([]);
});

test('libraries of cryptography stand on the page', () => {
  const packages = JSON.parse(readFileSync(join(root, 'apps/server/package.json'), 'utf8')).dependencies;
  const known = Object.keys(packages).filter((name) =>
    /argon|bcrypt|crypt|jwt|jose|otp|webauthn|sodium|tweetnacl|push/.test(name),
  );
  expect(known.length).toBeGreaterThan(2);
  expect(known.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
