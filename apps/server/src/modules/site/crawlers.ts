import { pages, unlistedPages } from '@carecommons/contract/pages';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/db.ts';
import { entityTagOf, sendUnlessKnown } from '../../platform/http/http.ts';
import { Problem } from '../../platform/errors/errors.ts';
import type { Services } from '../../platform/routing/routing.ts';
import { presentSpecialities } from '../providers/providers.ts';

// For search engine crawlers: which pages to skip, and the site map.

const hourMs = 3_600_000;
// The number of addresses that one site map file may contain.
const addressesAtMost = 50_000;

/** Serves `/robots.txt`, `/sitemap.xml` and `/.well-known/security.txt`. */
export function registerCrawlerFiles(
  app: FastifyInstance,
  { publicReads, config, clock }: Pick<Services, 'publicReads' | 'config' | 'clock'>,
) {
  app.get('/.well-known/security.txt', async (request, reply) => {
    reply.headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': `public, max-age=${hourMs / 1000}` });
    const text = securityContact(originOf(request, config), config, clock.now());
    return await sendUnlessKnown(request, reply, text, entityTagOf(text));
  });
  app.get('/robots.txt', async (request, reply) => {
    reply.headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': `public, max-age=${hourMs / 1000}` });
    const rules = robots(originOf(request, config));
    return await sendUnlessKnown(request, reply, rules, entityTagOf(rules));
  });
  app.get('/sitemap.xml', async (request, reply) => {
    reply.headers({
      'content-type': 'application/xml; charset=utf-8',
      'cache-control': `public, max-age=${hourMs / 1000}`,
    });
    const map = sitemap(originOf(request, config), await publicReads.read(publicAddresses));
    return await sendUnlessKnown(request, reply, map, entityTagOf(map));
  });
}

/** The site's address: the configured one, else the one of the request. */
function originOf({ protocol, host }: FastifyRequest, { publicUrl }: Config) {
  if (publicUrl !== undefined) return publicUrl;
  if (!/^([a-z\d.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i.test(host)) throw new Problem('invalid_input');
  return `${protocol}://${host}`;
}

/** Where to report a vulnerability (RFC 9116). It expires half a year from today. */
function securityContact(origin: string, { contactEmail }: Config, now: Date) {
  const until = new Date(now.getTime() + 182 * 24 * hourMs).toISOString().slice(0, 10);
  return [
    `Contact: mailto:${contactEmail}`,
    `Expires: ${until}T00:00:00Z`,
    'Preferred-Languages: en, hi',
    `Canonical: ${origin}/.well-known/security.txt`,
    '',
  ].join('\n');
}

/** Pages that require a sign-in. A page without parameters is matched in full, so that pages whose address starts the same stay allowed. */
function robots(origin: string) {
  const guarded = Object.entries(pages).filter(([, access]) => access === 'guarded');
  const hidden = guarded.map(([path]) => (path.includes(':') ? path.slice(0, path.indexOf(':')) : `${path}$`));
  const lines = [...new Set(hidden)].map((path) => `Disallow: ${path}`);
  return `User-agent: *\n${lines.join('\n')}\n\nSitemap: ${origin}/sitemap.xml\n`;
}

// Public pages that have no place in a search engine.
const unlisted = new Set([
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  ...unlistedPages,
]);

async function publicAddresses(db: Db) {
  const rows = await presentSpecialities(db, addressesAtMost - 100);
  const fixed = Object.entries(pages).filter(
    ([path, access]) => access === 'public' && !path.includes(':') && !unlisted.has(path),
  );
  return [...fixed.map(([path]) => path), ...rows.map(({ id }) => `/all/${id}`)];
}

function sitemap(origin: string, addresses: string[]) {
  const urls = addresses.map((path) => `<url><loc>${origin.replaceAll('&', '&amp;')}${path}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`;
}
