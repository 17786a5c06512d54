import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { fail, root } from './prepare.mjs';

// node scripts/make-breached-passwords.mjs <list>…: makes apps/server/src/platform/auth/breached-passwords.bin from lists of passwords, one a
// line, plain or gzipped. What it holds: the first five bytes of the SHA-256 of each in lower case, sorted, each once.

const shortest = 8;
const bytes = 5;

const paths = process.argv.slice(2);
if (paths.length === 0) fail('Name the lists.');
const passwords = new Set();
for (const path of paths) {
  const content = readFileSync(path);
  const text = (path.endsWith('.gz') ? gunzipSync(content) : content).toString('utf8');
  for (const line of text.split('\n')) {
    const password = line.trim().toLowerCase();
    if ([...password].length >= shortest) passwords.add(password);
  }
}
const hashes = [...passwords].map((one) => createHash('sha256').update(one).digest().subarray(0, bytes));
const sorted = hashes.toSorted((a, b) => Buffer.compare(a, b));
const once = sorted.filter((hash, at) => at === 0 || !hash.equals(sorted[at - 1]));
writeFileSync(join(root, 'apps/server/src/platform/auth/breached-passwords.bin'), Buffer.concat(once));
console.log(`${passwords.size} passwords, ${once.length} hashes`);
