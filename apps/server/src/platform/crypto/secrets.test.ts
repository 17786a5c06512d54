import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  deriveKey,
  deriveKeyOf,
  deriveLastingKey,
  isGenuine,
  sealWith,
  textOf,
  unsealWith,
  versionInUse,
  versionsOf,
} from './secrets.ts';

const old = 'one that was there, before versions';
const both = textOf([
  { version: 2, secret: 'the second' },
  { version: 1, secret: old },
]);

test('one secret alone is version 1, whatever is in it', () => {
  expect(versionsOf(old)).toEqual([{ version: 1, secret: old }]);
  expect(versionInUse(old)).toBe(1);
  expect(versionsOf('a:b c:d')).toEqual([{ version: 1, secret: 'a:b c:d' }]);
});

test('versions are read back as they were written, the one in use first, and without the installation key', () => {
  expect(versionsOf(both).map(({ version }) => version)).toEqual([2, 1]);
  expect(versionsOf(textOf(versionsOf(both), 'lasting'))).toEqual(versionsOf(both));
  expect(versionInUse(both)).toBe(2);
});

test('keys differ by purpose and version, and one lasts', () => {
  const keys = [
    deriveKey(old, 'a'),
    deriveKey(old, 'b'),
    deriveKey(both, 'a'),
    deriveLastingKey(textOf([], 'lasting'), 'a'),
  ];
  expect(new Set(keys.map(String)).size).toBe(4);
  expect(deriveKeyOf(both, 'a', 1)).toEqual(deriveKey(old, 'a'));
  expect(deriveKeyOf(both, 'a', 3)).toBeUndefined();
  // As it was before there was an installation key, and after.
  expect(deriveLastingKey(old, 'a')).toEqual(deriveKey(old, 'a'));
  expect(deriveLastingKey(textOf(versionsOf('2:other'), old), 'a')).toEqual(deriveKey(old, 'a'));
});

test('a code of any version at hand is genuine, and of none other', () => {
  const macOf = (key: Buffer) => createHmac('sha256', key).update('said').digest();
  const codeBy = (secret: string) => macOf(deriveKey(secret, 'a'));
  expect([old, both, '3:other'].map((secret) => isGenuine(both, 'a', codeBy(secret), macOf))).toEqual([
    true,
    true,
    false,
  ]);
  expect(isGenuine(both, 'a', Buffer.alloc(0), macOf)).toBe(false);
  expect(isGenuine(both, 'b', codeBy(old), macOf)).toBe(false);
});

test('what one version sealed another installation’s does not open, nor in another place', () => {
  const sealed = sealWith(old, 'a', 'here', Buffer.from('text'));
  expect(unsealWith(both, 'a', 'here', sealed)).toEqual({ version: 1, content: Buffer.from('text') });
  for (const open of [
    () => unsealWith('2:the second', 'a', 'here', sealed),
    () => unsealWith(both, 'b', 'here', sealed),
    () => unsealWith(both, 'a', 'there', sealed),
  ]) {
    expect(open).toThrow(/unable to authenticate/);
  }
});
