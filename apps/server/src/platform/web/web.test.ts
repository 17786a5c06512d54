import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import sharp from 'sharp';
import { pages } from '@carecommons/contract/pages';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../test/servers/app.ts';
import { signUp } from '../../../test/fixtures/factories.ts';
import { inProduction } from '../../../test/servers/in-production.ts';
import { openWeb } from './web.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp({}, await openWeb());
});
afterAll(() => t.close());

// By those between the server and the browser alone.
const shared = 'public, max-age=0, s-maxage=2';
const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const get = (url: string, headers: Record<string, string> = {}) => t.call(`GET ${url}`, { headers });

test.each([
  ['/providers/', '/providers'],
  ['/speciality/?limit=3', '/speciality?limit=3'],
  ['/register/user/basic/', '/register/user/basic'],
  ['/logout/', '/logout'],
  ['/blog/7/', '/blog/7'],
])('a navigation to %s is led to %s', async (from, to) => {
  const answer = await get(from, asBrowser);
  expect([answer.status, answer.headers.location, answer.headers.vary]).toEqual([302, to, 'Accept']);
});

test.each(['/healthz/live/', '/unknown/', '/current-user/'])('a navigation to %s is answered there', async (path) => {
  const answer = await get(path, asBrowser);
  expect(answer.status).not.toBe(302);
  expect(answer.headers['content-type']).toMatch(/json/);
});

test('a call to an address that is also a page gets data, and says that it depends on Accept', async () => {
  const answer = await get('/providers/');
  expect([answer.status, answer.headers.vary]).toEqual([200, 'Accept, Accept-Encoding']);
  expect(answer.body).toEqual([]);
});

test.each([
  ['/', 200],
  ['/login', 200],
  ['/profile/12', 200],
  ['/no-such-page', 404],
  ['/assets/no-such-file.js', 404],
])('%s without a slash gives HTML, %s', async (path, status) => {
  const answer = await get(path);
  expect([answer.status, answer.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
  expect(answer.text).toMatch(/^<!doctype html>/);
});

test.each(['bytes=9999999-', 'bytes=5-2', 'bytes=-0', 'bytes=a-b', 'bytes=', 'bytes=0-1'])(
  'a file of the site comes whole, whatever part is asked for: %s',
  async (range) => {
    const whole = await get('/favicon.svg');
    const answer = await get('/favicon.svg', { range });
    expect([answer.status, answer.text]).toEqual([200, whole.text]);
  },
);

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
  'a page takes no %s, and says so as a page',
  async (method) => {
    for (const path of ['/', '/blog', '/login', '/profile/12']) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const payload = { headers, ...(method === 'OPTIONS' ? {} : { body: 'username=a&password=b' }) };
      const answer = await t.call(`${method} ${path}`, payload);
      const { allow, 'content-type': type, 'cache-control': kept } = answer.headers;
      expect([path, answer.status, allow, type, kept]).toEqual([
        path,
        405,
        'GET, HEAD',
        'text/html; charset=utf-8',
        'no-store',
      ]);
      expect(answer.text).toMatch(/^<!doctype html>/);
      expect(answer.text).not.toContain('password=b');
    }
    // Nor does what is no page.
    expect((await t.call(`${method} /favicon.svg`)).status).toBe(405);
    expect((await t.call(`${method} /no-such-page`)).status).toBe(404);
  },
);

test.each(['/feed.xml', '/sitemap.xml', '/robots.txt', '/manifest.webmanifest?lang=en', '/docs', '/openapi.json'])(
  '%s is sent once to who has it already',
  async (path) => {
    const first = await get(path);
    const etag = String(first.headers.etag);
    expect([first.status, etag]).toEqual([200, expect.stringMatching(/^"[\w-]{43}"$/)]);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await get(path, { 'if-none-match': known });
      expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag]);
    }
    expect((await get(path, { 'if-none-match': '"other"' })).text).toBe(first.text);
  },
);

test.each(['/all/999999', '/all/abc', '/all/0'])(
  '%s, of no speciality, is answered 404 in calm words',
  async (path) => {
    const { status, text } = await get(path);
    expect([status, text.includes('This speciality is not in our list')]).toEqual([404, true]);
    expect(text).toContain('<meta name="robots" content="noindex">');
    expect((await get('/all/1')).status).toBe(200);
  },
);

test('no button of a page that waits for its scripts says that it can be pressed', async () => {
  for (const path of ['/login', '/register', '/forgot-password']) {
    const { text } = await get(path);
    expect(text).toMatch(/<button[^>]* disabled=""/);
    expect(text).not.toContain('aria-disabled="false"');
  }
});

const onlyForms = ['/login', '/register', '/forgot-password', '/reset-password', '/verify-email', '/shared'];
const withScripts = Object.entries(pages)
  .filter(([path, access]) => access === 'guarded' || onlyForms.includes(path))
  .map(([path]) => path);

test.each(withScripts)('%s, of no use without scripts, says so, with a link that loads it again', async (path) => {
  const { text } = await get(path.replaceAll(/:\w+/g, '7'));
  expect(text).toMatch(/<noscript>.*This page needs scripts.*<a href="".*<\/noscript>/);
  expect(text).toMatch(/id="unloaded"[^>]* hidden><p>A part of this page.*<a href=""/);
});

test('a page that can be read without scripts says only that they may not come', async () => {
  expect(withScripts.length).toBeGreaterThan(30);
  for (const path of ['/', '/providers', '/blog']) {
    const { text } = await get(path);
    expect([text.includes('This page needs scripts'), /id="unloaded"[^>]* hidden>/.test(text)]).toEqual([false, true]);
  }
  expect((await get('/login', { cookie: 'language=hi' })).text).toContain('स्क्रिप्ट');
});

test('the language of a page is told to those who show a card of it', async () => {
  expect((await get('/')).text).toContain('<meta property="og:locale" content="en_IN">');
  expect((await get('/', { cookie: 'language=hi' })).text).toContain('<meta property="og:locale" content="hi_IN">');
});

test('/favicon.ico is a picture, and security.txt says whom to tell of a weakness', async () => {
  const icon = await t.app.inject({ method: 'GET', url: '/favicon.ico' });
  expect([icon.statusCode, icon.rawPayload.subarray(0, 4).toString('hex')]).toEqual([200, '00000100']);
  const { status, text } = await get('/.well-known/security.txt');
  expect([status, text]).toEqual([
    200,
    expect.stringMatching(/^Contact: mailto:.+@.+\nExpires: \d{4}-\d\d-\d\dT00:00:00Z\n/),
  ]);
});

test('/design is there in the demo alone', async () => {
  expect((await get('/design')).status).toBe(200);
  const other = await testApp(
    { MODE: 'production', SECRET: 'q8Zr2Lw9Xc5Vb7Nm1Kj4Hg6Fd3Sa0Pt+Yu=', ...inProduction },
    await openWeb(),
  );
  const answer = await other.call('GET /design');
  expect([answer.status, answer.text.includes('404 Not Found')]).toEqual([404, true]);
  await other.close();
});

test('a browser is told of the appearance before it has any style', async () => {
  const head = async (theme: string) =>
    (await get('/about', { cookie: `theme=${theme}` })).text.split('</head>')[0] ?? '';
  const metas = (html: string) =>
    [...html.matchAll(/<meta name="(?:color-scheme|theme-color)" (.*)>/g)].map(([, rest]) => rest);
  const [light, dark] = ['content="#ffffff" media=', 'content="#14201d" media='];
  expect(metas(await head('system'))).toEqual([
    'content="light dark"',
    `${light}"(prefers-color-scheme: light)"`,
    `${dark}"(prefers-color-scheme: dark)"`,
  ]);
  expect(metas(await head('dark'))).toEqual(['content="dark"', `${light}"not all"`, `${dark}"all"`]);
});

test('no page holds a script or a style but the two that its policy names, or an address of another site', async () => {
  for (const path of ['/', '/login', '/book', '/no-such-page']) {
    const { text, headers } = await get(path);
    const policy = headers['content-security-policy'];
    const runs = text.replaceAll(/<script type="application\/(ld\+)?json".*?<\/script>/gs, '');
    let rest = text;
    for (const [kind, html] of Object.entries({ script: runs, style: text })) {
      const [[, inline = ''] = [], ...more] = html.matchAll(new RegExp(`<${kind}\\b[^>]*>(.*?)</${kind}>`, 'gs'));
      expect([inline === '', more]).toEqual([false, []]);
      expect(policy).toContain(`${kind}-src 'self' 'sha256-${createHash('sha256').update(inline).digest('base64')}';`);
      rest = rest.replace(inline, '');
    }
    expect(rest).not.toMatch(/\sstyle=|\son\w+=/);
    expect(text).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/unsafe-/);
  }
});

test('theme and language come from cookies; what else a cookie says changes nothing', async () => {
  expect((await get('/', { cookie: 'theme=dark; a=b' })).text).toContain('data-theme="dark"');
  expect((await get('/', { cookie: 'theme="><script>' })).text).toContain('data-theme="system"');
  expect((await get('/', { cookie: 'language=__proto__' })).text).toContain('<html lang="en" dir="ltr"');
});

test('a page is the same whoever asks: no token changes it', async () => {
  const anonymous = await get('/');
  const other = await get('/', { authorization: 'Bearer some.access.token' });
  expect(other.text).toBe(anonymous.text);
});

test('the two pages that act when they are opened are told how they were reached, and kept nowhere', async () => {
  const arrival = async (path: string, site?: string) => {
    const { text, headers } = await get(path, site === undefined ? {} : { 'sec-fetch-site': site });
    const state = /id="state"[^>]*>([^<]*)</.exec(text)?.[1] ?? '';
    return [(JSON.parse(state) as { arrival?: string }).arrival, headers['cache-control'], headers.vary];
  };
  const vary = 'Accept-Encoding, Accept-Language, Cookie';
  for (const path of ['/logout', '/blog/del/7', '/%6cogout']) {
    const said = (how: string) => [how, 'no-store', `${vary}, Sec-Fetch-Site`];
    expect(await arrival(path, 'cross-site')).toEqual(said('foreign'));
    expect(await arrival(path, 'same-site')).toEqual(said('foreign'));
    expect(await arrival(path, 'none')).toEqual(said('own'));
    expect(await arrival(path, 'same-origin')).toEqual(said('own'));
    expect(await arrival(path, 'cross-site')).toEqual(said('foreign'));
    expect(await arrival(path)).toEqual(said('unknown'));
  }
  // Any other page is the same for all.
  expect(await arrival('/dashboard', 'cross-site')).toEqual([undefined, 'no-cache', vary]);
});

test('a page comes compressed as the browser can read it', async () => {
  const raw = async (encoding: string) => {
    const answer = await t.app.inject({ method: 'GET', url: '/login', headers: { 'accept-encoding': encoding } });
    return { encoding: answer.headers['content-encoding'], payload: answer.rawPayload };
  };
  const plain = (await raw('identity')).payload.toString();
  const br = await raw('gzip, deflate, br');
  const gz = await raw('gzip');
  expect([br.encoding, gz.encoding]).toEqual(['br', 'gzip']);
  expect(brotliDecompressSync(br.payload).toString()).toBe(plain);
  expect(gunzipSync(gz.payload).toString()).toBe(plain);
});

test('a built file is kept by browsers for good, and its neighbours for an hour', async () => {
  const [, script = ''] = /"(\/assets\/[^ "]+\.js)/.exec((await get('/')).text) ?? [];
  const built = await get(script, { 'accept-encoding': 'br' });
  expect(built.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(built.headers['content-encoding']).toBe('br');
  expect((await get('/favicon.svg')).headers['cache-control']).toBe('public, max-age=3600');
  expect((await get('/.vite/manifest.json')).status).toBe(404);
});

test('whatever is text among the built files lies there compressed already', async () => {
  const client = fileURLToPath(new URL('../../../../web/dist/client/', import.meta.url));
  const files = readdirSync(client, { recursive: true, encoding: 'utf8' });
  const texts = files.filter((file) => /\.(m?js|css|svg|wasm)$/.test(file) && !file.startsWith('.vite'));
  expect(texts.length).toBeGreaterThan(50);
  for (const file of texts) {
    const plain = readFileSync(join(client, file));
    expect([file, brotliDecompressSync(readFileSync(join(client, `${file}.br`))).equals(plain)]).toEqual([file, true]);
    expect([file, gunzipSync(readFileSync(join(client, `${file}.gz`))).equals(plain)]).toEqual([file, true]);
    const { headers, rawPayload } = await t.app.inject({ url: `/${file}`, headers: { 'accept-encoding': 'gzip, br' } });
    expect([file, headers['content-encoding'], headers.vary]).toEqual([file, 'br', 'accept-encoding']);
    expect(rawPayload.length).toBe(statSync(join(client, `${file}.br`)).size);
  }
});

test.each([
  ['/', shared],
  ['/about', shared],
  ['/providers?page=2', shared],
  // What somebody looked for, or where one comes by a link that is one's own, is nobody else's.
  ['/providers?q=rash', 'no-cache'],
  ['/search?q=rash', 'no-cache'],
  ['/shared', 'no-cache'],
  ['/receipt/1', 'no-cache'],
  ['/login', 'no-cache'],
  ['/book', 'no-cache'],
  ['/record', 'no-cache'],
  ['/no-such-page', 'no-cache'],
])('for how long a cache before the server may keep %s: %s', async (path, kept) => {
  const { headers } = await get(path);
  expect([headers['cache-control'], headers.vary]).toEqual([kept, 'Accept-Encoding, Accept-Language, Cookie']);
});

test('whoever has just written something is given a page that nobody keeps', async () => {
  const author = await signUp(t);
  const problem = `Who keeps what I ask, ${author.user_id}?`;
  const written = await t.call('POST /apis/help-center/create/', { as: author.access, body: { problem } });
  const cookie = written.headers['set-cookie']?.split(';')[0] ?? '';
  const { headers, text } = await get('/help', { cookie });
  expect([headers['cache-control'], text.includes(problem)]).toEqual(['no-cache', true]);
  t.clock.move(10_001);
  expect((await get('/help', { cookie })).headers['cache-control']).toBe(shared);
});

test('the receipt of an erasure stands on its page as it comes, for who knows its number, and is kept by nobody', async () => {
  const { access, username, password } = await signUp(t);
  const body = { username, current_password: password };
  const { number } = (await t.call('POST /account/erasure/', { as: access, body })).body;
  const found = await get(`/receipt/${number}`);
  expect(found.text).toContain(`<p class="font-mono text-lg break-all">${number}</p>`);
  expect(found.text).toContain('What stays, why, and until when');
  expect([found.headers['cache-control'], found.headers['x-offline']]).toEqual(['no-cache', undefined]);
  const missing = await get('/receipt/AAAAA-AAAAA-AAAAA-AAAAA');
  expect([missing.status, missing.text.includes('What stays')]).toEqual([200, false]);
});

test('what the page holds for the browser cannot end its script element', async () => {
  const { text } = await get('/providers?q=%3C%2Fscript%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E');
  expect(text).not.toContain('<script>alert');
});

/** What a page says of itself to programs. */
const factsIn = (text: string) =>
  [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, fact]) => JSON.parse(fact ?? ''));

test('a public page says what it is to those who list it or show a card of it; a guarded one asks not to be listed', async () => {
  const [home, about, providers, unknown] = [
    (await get('/')).text,
    (await get('/about')).text,
    (await get('/profile/1')).text,
    (await get('/no-such-page')).text,
  ];
  expect(factsIn(home).map((fact) => fact['@type'])).toEqual(['WebSite', 'MedicalOrganization']);
  expect(factsIn(about)).toMatchObject([
    { '@type': 'BreadcrumbList', itemListElement: [{ name: 'Carecommons' }, { name: 'About', item: '/about' }] },
  ]);
  for (const text of [home, about]) {
    expect(text).not.toContain('noindex');
    expect(text).toContain('<meta property="og:image" content="/preview-card.png">');
    expect(text).toMatch(/<meta property="og:description" content=".{30,}">/);
  }
  for (const text of [providers, (await get('/receipt/1')).text, unknown]) {
    expect(text).toContain('<meta name="robots" content="noindex">');
    expect(factsIn(text)).toEqual([]);
  }
});

test('a page with cards of providers says to programs what they show', async () => {
  const { access, user_id } = await signUp(t);
  const body = {
    name: 'Dr. Leela Menon',
    experience: 12,
    education: 'MBBS',
    phone: '+91 80 1234 5678',
    address: '7 Lake Road',
    city: 'Kochi',
    languages: ['Malayalam'],
    fees: 900,
    about: 'Skin.',
    speciality: [1],
  };
  expect((await t.call('POST /register/provider/', { as: access, body })).status).toBeLessThan(300);
  const [{ speciality }] = (await t.call(`GET /providers/${user_id}/`)).body;
  for (const page of ['/', '/providers?place=Kochi', '/all/1']) {
    const lists = factsIn((await get(page)).text).filter((fact) => fact['@type'] === 'ItemList');
    expect([page, lists.length]).toEqual([page, 1]);
    const items = lists[0].itemListElement.map(({ item }: { item: { '@id': string } }) => item);
    expect(items.find((one: { '@id': string }) => one['@id'] === `/profile/${user_id}`)).toEqual({
      '@type': 'Physician',
      '@id': `/profile/${user_id}`,
      name: body.name,
      medicalSpecialty: speciality,
      telephone: body.phone,
      address: { '@type': 'PostalAddress', streetAddress: body.address, addressLocality: 'Kochi' },
      priceRange: '₹900',
      currenciesAccepted: 'INR',
      knowsLanguage: ['Malayalam'],
    });
  }
});

test('with the address of the site set, what leaves it is named whole', async ({ onTestFinished }) => {
  const other = await testApp({ PUBLIC_URL: 'https://care.example.org' }, await openWeb());
  onTestFinished(() => other.close());
  const { text } = await other.call('GET /all/1');
  const links = (html: string) => [
    ...html.matchAll(/<link rel="(?:canonical|alternate)"(?: hreflang="(.+?)")? href="(.+?)">/g),
  ];
  const hindi = await other.call('GET /all/1?lang=hi', { headers: { cookie: 'language=en' } });
  expect(hindi.text).toContain('<html lang="hi"');
  expect(
    [text, hindi.text].map((html) =>
      links(html).map(([, of, to]) => [of, to?.replace('https://care.example.org', '')]),
    ),
  ).toEqual(
    ['/all/1', '/all/1?lang=hi'].map((own) => [
      [undefined, own],
      ['x-default', '/all/1'],
      ['en', '/all/1?lang=en'],
      ['hi', '/all/1?lang=hi'],
    ]),
  );
  // Nobody's language is changed by an address, nor kept for a reader without a network.
  expect([hindi.headers['set-cookie'], hindi.headers['x-offline']]).toEqual([undefined, undefined]);
  expect(text).toContain('<link rel="canonical" href="https://care.example.org/all/1">');
  expect(text).toContain('<meta property="og:image" content="https://care.example.org/preview-card.png">');
  expect(factsIn(text)[0].itemListElement.map(({ item }: { item: string }) => item)).toEqual([
    'https://care.example.org/',
    'https://care.example.org/speciality',
    'https://care.example.org/all/1',
  ]);
});

test.each([
  ['/sw.js', "addEventListener('push'"],
  ['/sw-pages.js', "addEventListener('fetch'"],
])('%s, of the worker, is asked for anew each time, and asks no other site', async (path, content) => {
  const { headers, text } = await get(path);
  expect(headers['cache-control']).toBe('no-cache');
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; connect-src 'self'; /);
  expect(headers['content-security-policy']).not.toContain('sandbox');
  expect(headers['content-type']).toMatch(/^(application|text)\/javascript/);
  expect(text).toContain(content);
});

test('where pages are not to be kept, the worker lets go of those that were', async () => {
  const off = await testApp({ OFFLINE_PAGES: 'off' }, await openWeb());
  const { status, headers, text } = await off.call('GET /sw-pages.js');
  await off.close();
  expect([status, headers['cache-control']]).toEqual([200, 'no-cache']);
  expect(headers['content-type']).toMatch(/^(application|text)\/javascript/);
  expect(text).toContain('caches.delete(name)');
  expect(text).not.toContain("addEventListener('fetch'");
});

test.each([
  ['/', 'keep'],
  ['/about', 'keep'],
  ['/offline', 'keep'],
  ['/providers?page=2', 'keep'],
  // What somebody looked for is not to be kept.
  ['/providers?q=rash', undefined],
  ['/login', undefined],
  ['/shared', undefined],
  ['/receipt/1', undefined],
  ['/book', undefined],
  ['/record', undefined],
  ['/no-such-page', undefined],
])('whether a browser may keep %s for when it is offline: %s', async (path, may) => {
  expect((await get(path)).headers['x-offline']).toBe(may);
});

test.each([
  ['en', 'Find a provider'],
  ['hi', 'डॉक्टर खोजें'],
])('what can be installed says so in %s, with icons that are there', async (language, first) => {
  const { status, headers, text } = await get(`/manifest.webmanifest?lang=${language}`);
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'application/manifest+json; charset=utf-8',
    'public, max-age=3600',
  ]);
  const manifest = JSON.parse(text);
  expect(manifest).toMatchObject({ id: '/', start_url: '/', display: 'standalone', lang: language, dir: 'ltr' });
  expect(manifest.shortcuts.map(({ url }: { url: string }) => url)).toEqual([
    '/providers',
    '/book',
    '/record',
    '/chat',
  ]);
  expect(manifest.shortcuts[0].name).toBe(first);
  for (const { src, sizes, type } of manifest.icons as { src: string; sizes: string; type: string }[]) {
    const icon = await t.app.inject(src);
    const { width, height } = await sharp(icon.rawPayload).metadata();
    expect([src, icon.headers['content-type'], `${width}x${height}`]).toEqual([src, type, sizes]);
  }
  expect(new Set(manifest.icons.map(({ purpose }: { purpose: string }) => purpose))).toEqual(
    new Set(['any', 'maskable']),
  );
});

test('nothing can be installed in a language that is not there', async () => {
  for (const query of ['', '?lang=xx', '?lang=../../x', '?lang=__proto__'])
    expect((await get(`/manifest.webmanifest${query}`)).status).toBe(404);
});

test.each([
  [{}, 'en', 'ltr'],
  [{ 'accept-language': 'hi-IN,en;q=0.5' }, 'hi', 'ltr'],
  [{ 'accept-language': 'hi', cookie: 'theme=dark; language=en' }, 'en', 'ltr'],
  [{ cookie: 'language=hi' }, 'hi', 'ltr'],
  [{ cookie: 'language=ar-XB' }, 'ar-XB', 'rtl'],
  [{ cookie: 'language=../../x' }, 'en', 'ltr'],
  [{ 'accept-language': ';q=,,x-;q=9' }, 'en', 'ltr'],
])('a page asked for with %j is in %s', async (headers, language, direction) => {
  for (const again of [1, 2]) {
    const answer = await get('/login', headers);
    expect([again, answer.status, answer.headers.vary]).toEqual([
      again,
      200,
      'Accept-Encoding, Accept-Language, Cookie',
    ]);
    expect(answer.text).toContain(`<html lang="${language}" dir="${direction}"`);
  }
});

test('title and description are in the language of the page', async () => {
  const { text } = await get('/providers', { cookie: 'language=hi' });
  expect(text).toMatch(/<title>[\u0900-\u097f][^<]* · Carecommons<\/title>/);
  expect(text).toMatch(/<meta name="description" content="Carecommons के सभी/);
  expect(text).not.toContain('>Login<');
});
