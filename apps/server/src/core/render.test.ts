import { expect, test } from 'vitest';
import { render } from './render.ts';

test('several texts at once come back each as its own', async () => {
  const made = await Promise.all(['*a*', '# b', 'c & d'].map((source) => render(source, 'content')));
  expect(made).toEqual([
    { body: '<p><em>a</em></p>', words: 'a' },
    { body: '<h2>b</h2>', words: 'b' },
    { body: '<p>c &#x26; d</p>', words: 'c & d' },
  ]);
});

test.each([
  ['becomes many times its length', `${'|a'.repeat(100)}\n${'|-'.repeat(100)}\n${'|a|\n'.repeat(7000)}`],
  ['takes minutes', '**a*'.repeat(100_000)],
])('a text that %s is refused, and the next one is not', async (_, source) => {
  const [refused, next] = await Promise.allSettled([render(source, 'content'), render('next', 'content')]);
  expect(refused).toMatchObject({ reason: { code: 'invalid_input', errors: [{ field: 'content' }] } });
  expect(next).toMatchObject({ value: { words: 'next' } });
});

test('the server goes on with other things meanwhile', async () => {
  const rendering = render('a\n\n'.repeat(3000), 'content');
  let longest = 0;
  let before = performance.now();
  const watch = setInterval(() => {
    longest = Math.max(longest, performance.now() - before);
    before = performance.now();
  }, 1);
  await rendering;
  clearInterval(watch);
  expect(longest).toBeLessThan(300);
});
