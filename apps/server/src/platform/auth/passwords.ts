import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { sql } from 'kysely';
import { isBreached } from './breached-passwords.ts';
import { Problem } from '../errors/errors.ts';
import { deriveKey, deriveKeyOf, versionInUse } from '../crypto/crypto.ts';

/** argon2id with the parameters that OWASP names as the floor; 19 MiB each keeps a storm of logins within bounds. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const atOnce = availableParallelism();
const longestQueue = 50;

let running = 0;
let refused = 0;
const waiting: (() => void)[] = [];

/** Runs hashing off the event loop, at most one for each core; throws `busy` where too many wait already. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < atOnce) running++;
  else if (waiting.length < longestQueue) await new Promise<void>((resolve) => waiting.push(resolve));
  else {
    refused += 1;
    throw new Problem('busy', { headers: { 'retry-after': '2' } });
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    // The turn passes on as it is, so that nobody comes in between.
    if (next === undefined) running--;
    else next();
  }
}

/** How many are hashed right now, how many wait for that, and how many were refused so far. */
export const hashingCounts = () => ({ running, waiting: waiting.length, refused });

/** The password under a key that is not in the database: whoever has only its rows can guess nothing. As text, which `verify` asks for. */
function peppered(password: string, key: Buffer) {
  return createHmac('sha256', key).update(password).digest('base64url');
}

const purpose = 'password';

/** A hash to store: a PHC string, after the version of the secret that peppers it where that is not the first. Throws `busy`. */
export async function hashPassword(password: string, secret: string): Promise<string> {
  const version = versionInUse(secret);
  const made = await inTurn(() => hash(peppered(password, deriveKey(secret, purpose)), parameters));
  return version === 1 ? made : `${version}${made}`;
}

/** A stored hash as argon2 knows it, and the version of the secret that peppers it. */
function taken(stored: string) {
  const at = stored.indexOf('$');
  return { version: at === 0 ? 1 : Number(stored.slice(0, at)), phc: stored.slice(at) };
}

/** The version of the secret without which nobody comes in by a stored hash, in SQL. */
export const versionOfHash = (column: string) =>
  sql<number>`coalesce(nullif(split_part(${sql.ref(column)}, '$', 1), ''), '1')::int`;

// A hash that no password has, for names that no account has: verifying against it takes the same time.
const base64 = (bytes: number) => randomBytes(bytes).toString('base64').replace(/=+$/, '');
const nobodysHash = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=1$${base64(16)}$${base64(32)}`;

/** Whether the password is the hash's; takes as long, and says no, where there is no hash. Throws `busy`. */
export function verifyPassword(password: string, stored: string | undefined, secret: string): Promise<boolean> {
  const { version, phc } = taken(stored ?? nobodysHash);
  const key = deriveKeyOf(secret, purpose, version);
  // Nobody is told, not even by the time it takes, that the version is missing here.
  return inTurn(async () => {
    const right = await verify(phc, peppered(password, key ?? deriveKey(secret, purpose)));
    return right && key !== undefined;
  });
}

/** Whether a stored hash was made with less work than a new one would be, or with a secret that is not the one in use. */
export function isOutdated(stored: string, secret: string): boolean {
  const { version, phc } = taken(stored);
  const { memoryCost, timeCost } = parseOptions(phc);
  const isWeaker = memoryCost < parameters.memoryCost || timeCost < parameters.timeCost;
  return isWeaker || version !== versionInUse(secret);
}

const commonPasswords = new Set(
  readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#')),
);

/** A password without what people put around a word to please a rule: `Sunshine2026!` is `sunshine`. */
function core(password: string) {
  return password.toLowerCase().replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
}

/** Why a new password is refused, in one sentence for its person, or undefined where it is not. */
export function weaknessOf(
  password: string,
  { username, email }: { username: string; email: string },
): string | undefined {
  const lower = password.toLowerCase();
  const decoration = [...lower].length - [...core(lower)].length;
  if (commonPasswords.has(lower) || (decoration <= 5 && commonPasswords.has(core(lower)))) {
    return 'Many people use this password. Please choose one that is harder to guess.';
  }
  const own = [username, email.split('@')[0] ?? '', 'carecommons'].map((word) => word.toLowerCase());
  if (own.some((word) => word === lower || (core(word) !== '' && core(word) === core(lower)))) {
    return 'Please do not use your own name, your email address or the name of this site as the password.';
  }
  if (isBreached(password)) return 'This password was stolen elsewhere and published. Please choose another one.';
  return undefined;
}
