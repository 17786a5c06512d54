// The pages that the site's worker keeps for a reader who is offline (public/sw-pages.js, whose names these are).

const pagesName = 'pages-1';

/** A public page as it was seen last. */
export interface KeptPage {
  path: string;
  title: string;
  at: Date;
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/** The title of a document that our server wrote, which escapes four letters. */
function titleOf(html: string) {
  const title = /<title>(.*?)(?: · Carecommons)?<\/title>/.exec(html)?.[1] ?? '';
  return title.replaceAll(/&\w+;/g, (entity) => entities[entity] ?? entity);
}

/** The pages that can be read without a network, the last one first. */
export async function keptPages(): Promise<KeptPage[]> {
  const pages = await window.caches.open(pagesName);
  const found = new Map<string, KeptPage>();
  for (const key of await pages.keys()) {
    const response = await pages.match(key);
    const path = new URL(key.url).pathname;
    const at = new Date(response?.headers.get('x-kept-at') ?? 0);
    const title = titleOf((await response?.text()) ?? '');
    const before = found.get(path);
    if (path !== '/offline' && (before === undefined || before.at < at)) found.set(path, { path, title, at });
  }
  return [...found.values()].toSorted((one, other) => other.at.getTime() - one.at.getTime());
}

/** Lets go of all of them, as they tell what somebody has read. */
export async function forgetPages(): Promise<void> {
  // There is no such store on a plain http address of the network.
  if ('caches' in window) await window.caches.delete(pagesName);
}
