import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

// Passwords of eight characters or more that were published after thefts, from the lists of SecLists (MIT, Daniel Miessler): of each,
// in lower case, the first bytes of its SHA-256, sorted. Made by scripts/make-breached-passwords.mjs.
const bytes = 5;
const file = new URL('breached-passwords.bin', import.meta.url);

let hashes: Buffer | undefined;

/** Whether a password, whatever its case, stands in the list of those that were stolen elsewhere. The list is read with the first that is asked. */
export function isBreached(password: string): boolean {
  hashes ??= readFileSync(file);
  const wanted = createHash('sha256').update(password.toLowerCase()).digest().subarray(0, bytes);
  let [from, to] = [0, hashes.length / bytes];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const order = hashes.compare(wanted, 0, bytes, middle * bytes, (middle + 1) * bytes);
    if (order === 0) return true;
    if (order < 0) from = middle + 1;
    else to = middle;
  }
  return false;
}
