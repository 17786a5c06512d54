import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { lock } from './locks.ts';

let t: TestApp;
beforeAll(async () => void (t = await testApp()));
afterAll(() => t.close());

test('a lock of one person keeps a second transaction waiting, one of another person does not', async () => {
  const order: string[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const first = t.db.transaction().execute(async (tx) => {
    await lock(tx, 'requests of a patient', 1);
    order.push('first');
    await held;
    order.push('first ends');
  });
  await expect.poll(() => order).toEqual(['first']);
  const second = t.db.transaction().execute(async (tx) => {
    await lock(tx, 'requests of a patient', 1);
    order.push('second');
  });
  await t.db.transaction().execute(async (tx) => {
    await lock(tx, 'requests of a patient', 2);
    order.push('another person');
  });
  release();
  await Promise.all([first, second]);
  expect(order).toEqual(['first', 'another person', 'first ends', 'second']);
});

test('a transaction that takes an earlier lock after a later one is told so', async () => {
  const wrong = t.db.transaction().execute(async (tx) => {
    await lock(tx, 'time of a provider', 1);
    await lock(tx, 'requests of a patient', 1);
  });
  await expect(wrong).rejects.toThrow('The lock “requests of a patient” comes before “time of a provider”');
});

test('the same lock of several people may be taken one after the other', async () => {
  const taken = t.db.transaction().execute(async (tx) => {
    await lock(tx, 'requests of a patient', 1);
    await lock(tx, 'requests of a patient', 2);
    await lock(tx, 'time of a provider', 1);
    return 3;
  });
  await expect(taken).resolves.toBe(3);
});
