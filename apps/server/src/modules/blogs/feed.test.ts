import { expect, test } from 'vitest';
import { testApp } from '../../../test/servers/app.ts';
import { good, signUp } from '../../../test/fixtures/factories.ts';
import { eraseBlogs } from './erase.ts';

test('the feed names the newest articles, as text', async ({ onTestFinished }) => {
  const t = await testApp({ PUBLIC_URL: 'https://clinic.example' });
  onTestFinished(() => t.close());
  const { access, username } = await signUp(t);
  const body = { title: 'Tea & <b>rest</b> \u0007', content: '# Hi\n\n<script>alert(1)</script>\n\nDrink *tea*.' };
  const { body: made } = await t.call('POST /apis/blogs/create/', { as: access, body });
  const { status, headers, text } = await t.call('GET /feed.xml');
  expect([status, headers['content-type']]).toEqual([200, 'application/rss+xml; charset=utf-8']);
  expect(text).toContain('<title>Tea &amp; &lt;b&gt;rest&lt;/b&gt; </title>');
  expect(text).toContain(`<link>https://clinic.example/blog/${made.id}</link>`);
  expect(text).toContain(`<dc:creator>${username}</dc:creator>`);
  expect(text).toContain(`<pubDate>${t.clock.now().toUTCString()}</pubDate><description>Hi Drink tea.</description>`);
});

test('without an address of its own the feed names the one by which it was asked', async ({ onTestFinished }) => {
  const t = await testApp();
  onTestFinished(() => t.close());
  const asked = (host: string) => t.call('GET /feed.xml', { headers: { host } });
  expect((await asked('localhost:3000')).text).toContain('<link>http://localhost:3000/blog</link>');
  expect((await asked('localhost"><x')).status).toBe(403);
});

test('an article is out of the feed at once when it is deleted or erased, and in it when it is restored', async ({
  onTestFinished,
}) => {
  const t = await testApp({ PUBLIC_URL: 'https://clinic.example' });
  onTestFinished(() => t.close());
  const { access: as, user_id } = await signUp(t);
  const { id } = await good(t, 'POST /apis/blogs/create/', { as, body: { title: 'Tea', content: 'Drink *it*.' } });
  const isInFeed = async () => {
    const { text, headers } = await t.call('GET /feed.xml');
    expect(headers['cache-control']).toBe('public, max-age=60');
    return text.includes(`/blog/${id}<`);
  };
  expect(await isInFeed()).toBe(true);
  await good(t, `PATCH /apis/blogs/${id}/`, { as, body: { title: 'Green tea' } });
  expect((await t.call('GET /feed.xml')).text).toContain('<title>Green tea</title>');
  await good(t, `DELETE /apis/blogs/${id}/`, { as });
  expect(await isInFeed()).toBe(false);
  await good(t, `POST /apis/blogs/${id}/restore/`, { as });
  expect(await isInFeed()).toBe(true);
  await eraseBlogs(
    { ...t.services, files: t.files },
    { user_id, number: 'x', requested_at: t.clock.now(), care_until: null, name_until: null },
  );
  expect(await isInFeed()).toBe(false);
});
