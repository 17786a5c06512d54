import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { hostileMarkdown, longestArticles } from '../../../test/fixtures/markdown.ts';
import type { Requester } from '../limits/limits.ts';
import { render } from './render-markdown.ts';

function requester(person: number, rateLimit = 0): Requester {
  const request = Object.assign(new EventEmitter(), { socket: {} }) as unknown as IncomingMessage;
  return { person, request, closed: new AbortController().signal, rateLimit };
}

test('several texts at once come back each as its own', async () => {
  const made = await Promise.all(['*a*', '# b', 'c & d'].map((source) => render(source, 'content')));
  expect(made).toEqual([
    { body: '<p><em>a</em></p>', words: 'a' },
    { body: '<h2>b</h2>', words: 'b' },
    { body: '<p>c &#x26; d</p>', words: 'c & d' },
  ]);
});

test.each(Object.entries(longestArticles))('the longest article of %s is rendered', async (_, article) => {
  expect(article.length).toBeGreaterThan(29_000);
  expect((await render(article, 'content')).words.length).toBeGreaterThan(5000);
});

// A fast machine renders this one within the limit, which depends on how busy the machine was when the thread started.
const tooMuchForSome = 'a text of emphasis within words';
const tooMuchAnywhere = Object.entries(hostileMarkdown).filter(([name]) => name !== tooMuchForSome);

test.each(tooMuchAnywhere)('%s is refused soon, and the next text is not', async (_, source) => {
  expect(source.length).toBeLessThanOrEqual(30_000);
  await render('warm', 'content');
  const [refused, next] = await Promise.allSettled([render(source, 'content'), render('next', 'content')]);
  expect(refused).toMatchObject({ reason: { code: 'invalid_input', errors: [{ field: 'content' }] } });
  expect(next).toMatchObject({ value: { words: 'next' } });
});

test('who has used up their time is refused and told when to come again; others are not, nor where there are no limits', async () => {
  const eager = requester(1, 0.02);
  let refusal: unknown;
  for (let n = 0; n < 10 && refusal === undefined; n++) {
    refusal = await render('a\n=\n'.repeat(7475), 'content', eager).catch((error: { code: string }) =>
      error.code === 'too_many_requests' ? error : undefined,
    );
  }
  expect(refusal).toMatchObject({
    code: 'too_many_requests',
    headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
  });
  expect(await render('mine', 'content', requester(2, 0.02))).toMatchObject({ words: 'mine' });
  expect(await render('mine', 'content', requester(1, 0))).toMatchObject({ words: 'mine' });
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
