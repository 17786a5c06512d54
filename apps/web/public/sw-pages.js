// Keeps the last public pages that were seen, with the built files that they need, for a reader who is offline. Only a page
// that the server marks is kept (`x-offline: keep`): never one for the signed-in, an answer of the API or a report.
//
// Built files carry the hash of their content in their name, and a page names its own. So pages of two builds never mix, and
// this worker may take over at once. What it keeps goes by the names below: change one, and what is kept under the old goes.
// (Its page of those names: lib/kept/kept-pages.ts.)

const pagesName = 'pages-1';
const filesName = 'files-1';
const offlinePage = '/offline';
const limits = { pages: 30, files: 300 };
const dayMs = 86_400_000;
const goodForMs = 30 * dayMs;
// A page that was seen again so soon is not fetched again.
const freshMs = 10 * 60_000;
// So long the network may take where there is something to show instead.
const patienceMs = 4000;

self.addEventListener('install', (event) => {
  void self.skipWaiting();
  event.waitUntil(fetchAndKeep(offlinePage));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(takeOver());
});

async function takeOver() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name !== pagesName && name !== filesName).map((name) => caches.delete(name)),
  );
  // A page is asked for while the worker is still starting.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== self.location.origin) return;
  if (pathname.startsWith('/assets/')) event.respondWith(builtFile(event));
  // Addresses of the API end with a slash, files with what kind they are. They are none of its business.
  // Nor are the two pages that act when they are opened: the server has to hear from the browser itself where they come from.
  else if (
    mode === 'navigate' &&
    !/^\/+(logout|blog\/+del\/)/i.test(decoded(pathname)) &&
    /^\/([^.]*[^./])?$/.test(pathname)
  )
    event.respondWith(page(event));
});

function decoded(path) {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** A page tells which one it is, and whether it was loaded: those that are reached without a load are kept, too. */
self.addEventListener('message', (event) => {
  if (typeof event.data?.seen === 'string') event.waitUntil(keepSeen(event.data.seen, event.data.loaded === true));
});

async function keepSeen(path, loaded) {
  const kept = await newestKept(path);
  // What was loaded just now, before this worker ran, the browser still has: it does not come a second time.
  const how = { cache: loaded ? 'force-cache' : 'default' };
  if (kept === undefined || ageOf(kept) > freshMs) await fetchAndKeep(path, how).catch(() => undefined);
  else await keepOfflinePage(kept.headers.get('x-kept-as'));
}

/** From the network; where none answers, or not soon, as it was kept. */
async function page(event) {
  const { pathname, search, href } = new URL(event.request.url);
  const answer = Promise.resolve(event.preloadResponse).then((loaded) => loaded ?? fetch(event.request));
  const copy = answer.then((response) => response.clone());
  event.waitUntil(copy.then((response) => keep(href, response)).catch(() => undefined));
  // Where the browser's storage fails, everything comes from the network all the same.
  const kept = search === '' ? await newestKept(pathname).catch(() => undefined) : undefined;
  try {
    if (kept === undefined) return await answer;
    const late = new Promise((resolve) => setTimeout(resolve, patienceMs));
    return (await Promise.race([answer, late])) ?? (await marked(kept));
  } catch {
    if (kept !== undefined) return await marked(kept);
    // What is asked for stands behind the #, and so never in a log.
    return Response.redirect(new URL(`${offlinePage}#${pathname}${search}`, href).href);
  }
}

/** The kept page, which says of when it is. */
async function marked(kept) {
  const html = await kept.text();
  const at = kept.headers.get('x-kept-at');
  return new Response(html.replace('<html ', `<html data-kept="${at}" `), { headers: kept.headers });
}

async function builtFile(event) {
  const files = caches.open(filesName);
  const kept = await files.then((open) => open.match(event.request, { ignoreVary: true })).catch(() => undefined);
  if (kept !== undefined) return kept;
  const response = await fetch(event.request);
  // A part of a file is no file.
  if (response.status === 200) {
    const copy = response.clone();
    event.waitUntil(files.then((open) => open.put(event.request, copy)).catch(() => undefined));
  }
  return response;
}

const ageOf = ({ headers }) => Date.now() - Date.parse(headers.get('x-kept-at'));

/** The page of an address as it was seen last, in whatever language and theme that was; not what is too old. */
async function newestKept(path) {
  const pages = await caches.open(pagesName);
  const found = await pages.matchAll(path, { ignoreSearch: true });
  const [newest] = found.toSorted((one, other) => ageOf(one) - ageOf(other));
  if (newest === undefined || (path !== offlinePage && ageOf(newest) > goodForMs)) return undefined;
  return newest;
}

async function fetchAndKeep(path, how = {}) {
  await keep(new URL(path, self.location.origin).href, await fetch(path, how));
}

/** Keeps a page with the files that it names, under its address, language and theme, where the server says that it may be. */
async function keep(address, response) {
  const { pathname, search } = new URL(address);
  const { ok, redirected, headers } = response;
  if (search !== '' || !ok || redirected || headers.get('x-offline') !== 'keep') return;
  const html = await response.text();
  const [, language, theme] = /<html lang="([\w-]+)"[^>]* data-theme="(\w+)"/.exec(html) ?? [];
  if (language === undefined) return;
  await keepFiles(html);
  const about = new Headers(headers);
  about.delete('content-encoding');
  about.delete('content-length');
  about.delete('vary');
  const key = `${pathname}?${language}+${theme}`;
  about.set('x-kept-as', key);
  about.set('x-kept-at', new Date().toISOString());
  const pages = await caches.open(pagesName);
  await pages.put(key, new Response(html, { headers: about }));
  await keepOfflinePage(key);
  await tidy();
}

const filesOf = (html) => [...new Set(html.match(/\/assets\/[\w.-]+/g))];

async function keepFiles(html) {
  const files = await caches.open(filesName);
  const missing = [];
  for (const file of filesOf(html))
    if ((await files.match(file, { ignoreVary: true })) === undefined) missing.push(file);
  await files.addAll(missing);
}

/** The page that says that one is offline is there in the language and theme of the page that was kept. */
async function keepOfflinePage(key) {
  const { pathname, search } = new URL(key, self.location.origin);
  if (pathname === offlinePage) return;
  const pages = await caches.open(pagesName);
  const kept = await pages.match(offlinePage + search);
  if (kept === undefined || ageOf(kept) > dayMs) await fetchAndKeep(offlinePage).catch(() => undefined);
}

/** Lets go of pages that are too old or too many, and, where there are too many files, of those that no page names. */
async function tidy() {
  const pages = await caches.open(pagesName);
  const kept = [];
  for (const key of await pages.keys()) kept.push({ key, response: await pages.match(key) });
  const seen = kept.filter(({ key }) => new URL(key.url).pathname !== offlinePage);
  const left = seen
    .toSorted((one, other) => ageOf(one.response) - ageOf(other.response))
    .filter(({ response }, at) => at >= limits.pages || ageOf(response) > goodForMs);
  for (const { key } of left) await pages.delete(key);

  const files = await caches.open(filesName);
  const names = await files.keys();
  if (names.length <= limits.files) return;
  const texts = await Promise.all(kept.filter((one) => !left.includes(one)).map(({ response }) => response.text()));
  const needed = new Set(texts.flatMap(filesOf));
  const spare = names.filter(({ url }) => !needed.has(new URL(url).pathname));
  for (const one of spare.slice(0, names.length - limits.files / 2)) await files.delete(one);
}
