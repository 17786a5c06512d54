import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import type { Requester } from './requester.ts';
import { openWorkQueue } from './work-queue.ts';

/** Somebody over a connection that load shedding does not count. */
function requester(person: number, more: Partial<Requester> = {}): Requester {
  const request = Object.assign(new EventEmitter(), { socket: {} }) as unknown as IncomingMessage;
  return { person, request, closed: new AbortController().signal, rateLimit: 1, ...more };
}

/** A queue whose first job runs until it is let go. */
function heldQueue(most: number) {
  const queue = openWorkQueue(most);
  const done: string[] = [];
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const first = queue.run(requester(0), async () => {
    await held;
    done.push('first');
  });
  const add = (name: string, by: Requester) =>
    queue.run(by, async () => {
      done.push(name);
      return name;
    });
  return { queue, done, add, first, letGo };
}

test('who comes when the queue is full is refused at once, told when to come again, and the others have their turns', async () => {
  const { done, add, first, letGo } = heldQueue(2);
  const waiting = [add('a', requester(1)), add('b', requester(2))];
  await expect(add('c', requester(3))).rejects.toMatchObject({
    code: 'busy',
    headers: { 'retry-after': expect.stringMatching(/^[123]$/) },
  });
  letGo();
  await Promise.all([first, ...waiting]);
  expect(done).toEqual(['first', 'a', 'b']);
  expect(await add('later', requester(3))).toBe('later');
});

test('of one person the newer preview takes the place of the one that waits', async () => {
  const { queue, done, add, first, letGo } = heldQueue(8);
  const older = add('older', requester(1, { preview: true }));
  const newer = add('newer', requester(1, { preview: true }));
  await expect(older).rejects.toMatchObject({ code: 'too_many_requests', headers: { 'retry-after': '1' } });
  const article = add('article', requester(1));
  await expect(newer).rejects.toMatchObject({ code: 'too_many_requests' });
  // What is to be kept is not given up for a preview, nor for another.
  await expect(add('preview', requester(1, { preview: true }))).rejects.toMatchObject({ code: 'too_many_requests' });
  await expect(add('another', requester(1))).rejects.toMatchObject({ code: 'too_many_requests' });
  expect(queue.waiting).toBe(1);
  letGo();
  await Promise.all([first, article]);
  expect(done).toEqual(['first', 'article']);
});

test('a job whose client has hung up is dropped', async () => {
  const { queue, done, add, first, letGo } = heldQueue(8);
  const line = new AbortController();
  const dropped = add('dropped', requester(1, { closed: line.signal }));
  const kept = add('kept', requester(2));
  line.abort();
  await expect(dropped).rejects.toMatchObject({ code: 'busy' });
  expect(queue.waiting).toBe(1);
  letGo();
  await Promise.all([first, kept]);
  expect(done).toEqual(['first', 'kept']);
  await expect(add('gone', requester(1, { closed: line.signal }))).rejects.toMatchObject({ code: 'busy' });
});

test('a job that fails does not hold up the next', async () => {
  const { add, first, letGo, queue } = heldQueue(8);
  const failing = queue.run(requester(1), async () => {
    throw new Error('it fails');
  });
  const next = add('next', requester(2));
  letGo();
  await first;
  await expect(failing).rejects.toThrow('it fails');
  expect(await next).toBe('next');
});
