import { expect, test } from 'vitest';
import { isSealed, openSealer } from './sealing.ts';

const key = Buffer.alloc(32, 7).toString('base64url');
const draft = { name: 'booking/12', value: { content: 'A rash on both hands', at: 1 } };

async function sealed() {
  const sealer = await openSealer('7', key);
  const address = await sealer.addressOf(draft.name);
  return { sealer, address, stored: await sealer.seal(address, draft) };
}

test('what is sealed tells neither its words nor its name, and is opened by the same key of the same person', async () => {
  const { address, stored } = await sealed();
  expect(isSealed(structuredClone(stored))).toBe(true);
  expect(address).toMatch(/^7 [\da-f]{64}$/);
  expect(Buffer.from(stored.content).toString('latin1')).not.toMatch(/rash|booking|12/);
  const later = await openSealer('7', key);
  expect(await later.addressOf(draft.name)).toBe(address);
  expect(await later.open(address, stored)).toEqual(draft);
});

test('the same is never sealed twice in the same way', async () => {
  const { sealer, address, stored } = await sealed();
  const again = await sealer.seal(address, draft);
  expect(Buffer.from(again.content).equals(Buffer.from(stored.content))).toBe(false);
});

test('another key, another person, another name and changed bytes open nothing', async () => {
  const { sealer, address, stored } = await sealed();
  const another = await openSealer('7', Buffer.alloc(32, 8).toString('base64url'));
  expect(await another.addressOf(draft.name)).not.toBe(address);
  expect(await another.open(address, stored)).toBeUndefined();
  const other = await openSealer('8', key);
  expect(await other.open(await other.addressOf(draft.name), stored)).toBeUndefined();
  expect(await sealer.open(await sealer.addressOf('booking/13'), stored)).toBeUndefined();
  const changed = new Uint8Array(stored.content.slice(0));
  changed[0] = (changed[0] as number) ^ 1;
  expect(await sealer.open(address, { ...stored, content: changed.buffer })).toBeUndefined();
});

test('what an earlier version wrote in clear is not sealed', () => {
  for (const value of [undefined, 'words', { content: 'words', at: 1 }, { id: 'a', text: 'words' }]) {
    expect(isSealed(value)).toBe(false);
  }
});
