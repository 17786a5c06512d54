import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testApp } from '../../../test/servers/app.ts';
import { good, signUp } from '../../../test/fixtures/factories.ts';
import { asOwner } from '../../../test/servers/owner.ts';

const migration = new URL('../../../migrations/0050_links_that_act.sql', import.meta.url);

test('stored articles lose their links to pages that act, and no others', async ({ onTestFinished }) => {
  const t = await testApp();
  onTestFinished(() => t.close());
  const { access: as } = await signUp(t);
  const link = (to: string) => `<a href="${to}" rel="nofollow noopener ugc">press</a>`;
  const acting = ['/logout', '/logout/?a=b', 'del/7', '/blog/del/7#x', 'https://site.example/logout', '/%6cogout'];
  const leading = ['/help', 'https://a.example/model/7', '/search?q=logout', 'https://hi.example/%E0%A4%B9', '#end'];
  const { id } = await good(t, 'POST /apis/blogs/create/', { as, body: { title: 'Sleep', content: 'Dark.' } });
  await sql`update blogs set body = ${[...acting, ...leading].map(link).join(' ')} where id = ${id}`.execute(t.db);
  await asOwner(t.db, readFileSync(migration, 'utf8'));
  const { body } = await good(t, `GET /apis/full/${id}/`, { as });
  const words = acting.map(() => '<a rel="nofollow noopener ugc">press</a>');
  expect(body).toEqual([...words, ...leading.map(link)].join(' '));
});
