import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/db.ts';
import { entityTagOf, sendUnlessKnown } from '../../platform/http/http.ts';
import { Problem } from '../../platform/errors/errors.ts';
import type { Services } from '../../platform/routing/routing.ts';
import { feedTexts } from './blogs.ts';
import { listBlogs } from './lists.ts';

const newest = 30;

/** Serves the newest articles to feed readers (RSS 2.0) at `/feed.xml`. */
export function registerFeed(app: FastifyInstance, { publicReads, config }: Pick<Services, 'publicReads' | 'config'>) {
  app.get('/feed.xml', async (request, reply) => {
    const origin = originOf(request, config);
    reply.headers({ 'content-type': 'application/rss+xml; charset=utf-8', 'cache-control': 'public, max-age=60' });
    const feed = await feedTexts.get(origin, () => publicReads.read((db) => feedOf(db, origin)));
    return await sendUnlessKnown(request, reply, feed, entityTagOf(feed));
  });
}

/** The site's URL: PUBLIC_URL, otherwise that of the request. */
function originOf({ protocol, host }: FastifyRequest, { publicUrl }: Config) {
  if (publicUrl !== undefined) return publicUrl;
  if (!/^([a-z\d.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i.test(host)) throw new Problem('invalid_input');
  return `${protocol}://${host}`;
}

async function feedOf(db: Db, origin: string) {
  const { rows } = await listBlogs(db, { limit: newest });
  const items = rows.map(({ id, title, content, author, created_at }) => {
    const link = escape(`${origin}/blog/${id}`);
    return `<item><title>${escape(title)}</title><link>${link}</link><guid>${link}</guid>
<dc:creator>${escape(author.provider?.name ?? author.username)}</dc:creator>
<pubDate>${new Date(created_at).toUTCString()}</pubDate><description>${escape(content)}</description></item>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>Health Blogs · Carecommons</title><link>${escape(origin)}/blog</link>
<description>Articles on health and wellbeing by the providers and patients of Carecommons.</description>
<atom:link href="${escape(origin)}/feed.xml" rel="self" type="application/rss+xml"/>
${items.join('\n')}
</channel></rss>
`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for XML, and removes control characters, which a title may contain but XML may not. */
function escape(text: string) {
  return text.replaceAll(/[\p{Cc}\ufffe\uffff]/gu, '').replaceAll(/[&<>"]/g, (one) => entities[one] ?? one);
}
