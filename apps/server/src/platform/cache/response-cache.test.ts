import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { cacheGeneration, openResponseCache } from './response-cache.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const answer = (text: string) => ({ text, link: undefined });

test('makes an answer once for all who ask at the same time, and keeps it', async () => {
  const cache = openResponseCache();
  let made = 0;
  const make = async () => answer(String(++made));
  const answers = await Promise.all([cache.get('a', make), cache.get('a', make), cache.get('b', make)]);
  expect(answers.map(({ text }) => text)).toEqual(['1', '1', '2']);
  expect((await cache.get('a', make)).text).toBe('1');
});

test('makes it anew after the time, and after a clearing', async () => {
  const short = openResponseCache({ ttlMs: 0 });
  await short.get('a', async () => answer('old'));
  expect((await short.get('a', async () => answer('new'))).text).toBe('new');

  const cache = openResponseCache();
  const before = cacheGeneration();
  await cache.get('a', async () => answer('old'));
  cache.clear();
  expect((await cache.get('a', async () => answer('new'))).text).toBe('new');
  expect(cacheGeneration()).toBe(before + 1);
});

test('does not keep what was begun before a clearing', async () => {
  const cache = openResponseCache();
  let finish: (value: ReturnType<typeof answer>) => void = () => {};
  const slow = cache.get('a', () => new Promise((resolve) => (finish = resolve)));
  cache.clear();
  finish(answer('stale'));
  expect((await slow).text).toBe('stale');
  expect((await cache.get('a', async () => answer('fresh'))).text).toBe('fresh');
});

test('does not keep a failure', async () => {
  const cache = openResponseCache();
  await expect(cache.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect((await cache.get('a', async () => answer('back'))).text).toBe('back');
});

test('holds no more than its size', async () => {
  const cache = openResponseCache({ max: 2 });
  for (const key of ['a', 'b', 'c']) await cache.get(key, async () => answer(key));
  expect((await cache.get('a', async () => answer('again'))).text).toBe('again');
});

test('lets go of what is too old, whatever is asked for next', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const cache = openResponseCache<object>({ ttlMs: 1000 });
  const gone = new WeakRef(await cache.get('old', async () => ({})));
  vi.advanceTimersByTime(1001);
  await cache.get('other', async () => ({}));
  // What a WeakRef has shown is held until the task ends.
  await setImmediate();
  collectGarbage();
  expect(gone.deref()).toBeUndefined();
});
