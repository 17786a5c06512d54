import { actsWhenOpened, pageAt } from '@carecommons/contract/pages';

/**
 * Where a login leads back to: the address of a page of this site, or undefined for anything else. What is refused above
 * all are the ways to write another site's address (`//evil`, `/\evil`, `/.//evil`) and the pages that act when they are opened.
 */
export function safeNext(next: unknown): string | undefined {
  if (typeof next !== 'string' || !next.startsWith('/') || next.includes('\\')) return undefined;
  const site = 'http://site.invalid';
  const url = URL.parse(next, site);
  if (url === null || url.origin !== site) return undefined;
  // Only an address of the table passes, and none of those has an empty first part.
  const page = pageAt(url.pathname);
  if (page === undefined || actsWhenOpened(url.pathname) || page.path === '/login') return undefined;
  return url.pathname + url.search + url.hash;
}
