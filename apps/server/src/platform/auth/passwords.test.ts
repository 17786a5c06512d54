import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { isBreached } from './breached-passwords.ts';
import { hashPassword, isOutdated, verifyPassword, weaknessOf } from './passwords.ts';

const own = { username: 'Asha_Rao', email: 'asha.r@example.org' };
const common = /common|Many people/;
const personal = /your own name/;

test.each([
  ['12345678', common],
  ['PASSWORD', common],
  ['Sunshine2026!', common],
  ['Welcome@123', common],
  ['asha_rao', personal],
  ['ASHA_RAO123!', personal],
  ['Asha.R2026', personal],
  ['CareCommons1', personal],
  ['carecommons', personal],
])('%s is refused', (password, reason) => {
  expect(weaknessOf(password, own)).toMatch(reason);
});

test.each(['kettle lamp river', 'sunshine on the lake', 'asha likes mangoes', '8473920174', '🦜'.repeat(128)])(
  '%s is taken',
  (password) => {
    expect(weaknessOf(password, own)).toBeUndefined();
  },
);

test.each(['monrico3815', 'MONRICO3815', 'lolrofl1337', 'friend7213', 'Chevyguy'])(
  '%s, which was stolen elsewhere, is refused',
  (password) => {
    expect(weaknessOf(password, own)).toMatch(/stolen elsewhere/);
  },
);

test('the list of stolen passwords holds more than 150,000, and nothing that it was not given', () => {
  const list = readFileSync(new URL('breached-passwords.bin', import.meta.url));
  expect(list.length / 5).toBeGreaterThan(150_000);
  for (let at = 5; at < list.length; at += 5)
    if (list.compare(list, at - 5, at, at, at + 5) <= 0) expect.fail(`not in order at ${at}`);
  const found = Array.from({ length: 20_000 }, (_, n) => `never stolen ${n}`).filter(isBreached);
  expect(found).toEqual([]);
});

test('a name of digits is refused as a password, whatever the digits', () => {
  expect(weaknessOf('9876598701', { username: '9876598701', email: 'a@example.org' })).toMatch(personal);
});

test('each of more than 3,000 common passwords is refused', () => {
  const lines = readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8').split('\n');
  const listed = lines.filter((line) => line !== '' && !line.startsWith('#'));
  expect(listed.length).toBeGreaterThan(3000);
  expect(listed.filter((password) => weaknessOf(password, own) === undefined)).toEqual([]);
  expect(listed.filter((password) => password !== password.toLowerCase())).toEqual([]);
});

test('a stored hash is argon2id with the parameters of OWASP, salted, and good with the same secret alone', async () => {
  const stored = await hashPassword('kettle lamp river', 'one secret');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await hashPassword('kettle lamp river', 'one secret')).not.toBe(stored);
  expect(await verifyPassword('kettle lamp river', stored, 'one secret')).toBe(true);
  expect(await verifyPassword('kettle lamp rivers', stored, 'one secret')).toBe(false);
  expect(await verifyPassword('kettle lamp river', stored, 'another secret')).toBe(false);
  expect(await verifyPassword('kettle lamp river', undefined, 'one secret')).toBe(false);
});

test('every character of a long password counts', async () => {
  const long = '🦜'.repeat(127);
  const stored = await hashPassword(`${long}a`, 'one secret');
  expect(await verifyPassword(`${long}a`, stored, 'one secret')).toBe(true);
  expect(await verifyPassword(`${long}b`, stored, 'one secret')).toBe(false);
});

test('a hash made with less work is outdated', async () => {
  expect(isOutdated(await hashPassword('kettle lamp river', 'one secret'), 'one secret')).toBe(false);
  expect(isOutdated(await hash('x', { memoryCost: 8192, timeCost: 2 }), 'one secret')).toBe(true);
  expect(isOutdated(await hash('x', { memoryCost: 19_456, timeCost: 1 }), 'one secret')).toBe(true);
});

test('beyond one for each core and fifty waiting, hashing is refused as busy, and the queue empties', async () => {
  const taken = availableParallelism() + 50;
  const asked = Array.from({ length: taken + 7 }, () => hashPassword('kettle lamp river', 'one secret'));
  const outcomes = await Promise.allSettled(asked);
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(refused).toHaveLength(7);
  expect(refused[0]?.reason).toMatchObject({ code: 'busy', headers: { 'retry-after': '2' } });
  await expect(hashPassword('kettle lamp river', 'one secret')).resolves.toMatch(/^\$argon2id/);
});
