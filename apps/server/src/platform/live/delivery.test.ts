import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openDelivery } from './delivery.ts';

/** Keeps the processor busy for so many milliseconds. */
function work(ms: number) {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test('everybody gets every text once and in order, and others get their turn in between', async () => {
  const delivery = openDelivery(() => expect.unreachable());
  const got: string[][] = Array.from({ length: 200 }, () => []);
  const receivers = got.map((list) => ({
    send(text: Buffer) {
      work(0.1);
      list.push(text.toString());
    },
  }));
  const texts = ['one', 'two', 'three', 'four', 'five'];
  for (const text of texts) delivery.deliver(Buffer.from(text), receivers);
  expect(got.flat()).toEqual([]);
  let turns = 0;
  while (got.flat().length < 1000) {
    await turn();
    turns += 1;
  }
  expect(got.every((list) => list.join(' ') === texts.join(' '))).toBe(true);
  // 1000 times 0.1 ms in slices of about 4 ms.
  expect(turns).toBeGreaterThan(10);
});

test('where far too much waits it is dropped, and all are told', async () => {
  let overflows = 0;
  const delivery = openDelivery(() => {
    overflows += 1;
    delivery.deliver(Buffer.from('fetch'), [receiver]);
  });
  const got: string[] = [];
  const receiver = { send: (text: Buffer) => void got.push(text.toString()) };
  for (let n = 0; n < 2500; n++) delivery.deliver(Buffer.from(`${n}`), [receiver]);
  while (got.at(-1) !== '2499') await turn();
  expect(overflows).toBe(1);
  expect(got.slice(0, 3)).toEqual(['0', 'fetch', '2000']);
});
