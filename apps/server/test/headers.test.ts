import { readdirSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiHeaders, commonHeaders, pagePolicy as policyOf, shownHeaders } from '../src/platform/http/http.ts';
import { openWeb } from '../src/platform/web/web.ts';
import { type TestApp, testApp } from './servers/app.ts';
import { signUp } from './fixtures/factories.ts';
import { type RawAnswer, request, sendRaw, upgrade } from './servers/raw-http.ts';
import { formOf, pdf, reportForm } from './fixtures/report-files.ts';
import { addAppointment } from './fixtures/visits.ts';

// The header table: every kind of answer that there is, over a real connection.

let t: TestApp;
let server: string;
const made = { access: '', photo: '', report: '', script: '', pdfWorker: '' };

beforeAll(async () => {
  t = await testApp({}, await openWeb());
  // A fault that nobody expected, on a route of its own.
  t.app.get('/broken/', async () => {
    throw new Error('select * from secrets');
  });
  server = await t.app.listen({ host: '127.0.0.1', port: 0 });

  const [patient, provider] = [await signUp(t), await signUp(t, { role: 'healthcare_provider' })];
  const as = provider.access;
  const appointment = await addAppointment(t, patient, provider, -2);
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#a0c0b0' } })
    .png()
    .toBuffer();
  const photo = formOf([{ name: 'photo', fileName: 'me.png', type: 'image/png', data: picture }]);
  made.access = patient.access;
  made.report = (await t.call(`POST /api/records/create/${appointment}/`, { as, ...reportForm(pdf()) })).body.report;
  made.photo = (await t.call('POST /providers/photo/', { as, ...photo })).body.photo;
  const built = readdirSync(new URL('../../web/dist/client/assets/', import.meta.url));
  made.pdfWorker = `/assets/${built.find((file) => /^pdf\.worker.*\.mjs$/.test(file))}`;
  made.script = /"(\/assets\/[^ "]+\.js)/.exec((await t.call('GET /')).text)?.[1] ?? '';
});
afterAll(() => t.close());

const signedIn = () => ({ authorization: `Bearer ${made.access}` });
const asBrowser = { accept: 'text/html' };
const sending = (body: string, type = 'application/json') => ({
  'content-type': type,
  'content-length': String(body.length),
});
const { styles, start } = await openWeb();
// Each page allows its own styles.
const policyFor = (page: string) => policyOf({ styles: styles[page] ?? '', start });
const { 'content-security-policy': dataPolicy } = apiHeaders;
const styled = /^default-src 'none'; style-src 'sha256-[\w+/=]+'; base-uri 'none'; form-action 'none'; frame-ancestors/;

type Kind = [status: number, policy: string | RegExp, cache: string, bytes: () => string];
const kinds: Record<string, Kind> = {
  'data for everybody': [200, dataPolicy, 'no-store', () => request('GET /speciality/')],
  'data of a person': [200, dataPolicy, 'no-store', () => request('GET /current-user/', signedIn())],
  'a head': [200, dataPolicy, 'no-store', () => request('HEAD /current-user/', signedIn())],
  'what was sent is wrong': [400, dataPolicy, 'no-store', () => `${request('POST /token/', sending('{}'))}{}`],
  'no session': [401, dataPolicy, 'no-store', () => request('GET /current-user/')],
  'no grant': [403, dataPolicy, 'no-store', () => request('GET /apis/moderation/', signedIn())],
  'nothing here': [404, dataPolicy, 'no-store', () => request('GET /nothing/here/')],
  'an address that cannot be read': [404, dataPolicy, 'no-store', () => request('GET /%zz')],
  'no such method': [405, dataPolicy, 'no-store', () => request('PUT /token/')],
  'a trace': [405, dataPolicy, 'no-store', () => request('TRACE /token/')],
  'a preflight': [405, dataPolicy, 'no-store', () => request('OPTIONS /token/', { origin: 'https://evil.example' })],
  'too large': [
    413,
    dataPolicy,
    'no-store',
    () => request('POST /token/', { ...sending(''), 'content-length': '1048577' }),
  ],
  'an address that is too long': [414, dataPolicy, 'no-store', () => request(`GET /speciality/?q=${'a'.repeat(8180)}`)],
  'a write to such a one': [404, dataPolicy, 'no-store', () => request(`DELETE /apis/blogs/${'1'.repeat(600)}/`)],
  'a part of an address that is too long': [
    404,
    dataPolicy,
    'no-store',
    () => request(`GET /providers/${'1'.repeat(600)}/`),
  ],
  'another type': [415, dataPolicy, 'no-store', () => `${request('POST /token/', sending('a=b', 'text/plain'))}a=b`],
  'headers that are too large': [431, dataPolicy, 'no-store', () => request('GET /', { 'x-more': 'a'.repeat(16_384) })],
  'no host': [400, dataPolicy, 'no-store', () => request('GET /').replace('host: localhost\r\n', '')],
  'no HTTP at all': [400, dataPolicy, 'no-store', () => 'HELO there\r\n\r\n'],
  'a fault': [500, dataPolicy, 'no-store', () => request('GET /broken/')],
  'a redirect': [302, dataPolicy, 'no-store', () => request('GET /providers/', asBrowser)],
  'a public page': [
    200,
    policyFor('providers'),
    'public, max-age=0, s-maxage=2',
    () => request('GET /providers', asBrowser),
  ],
  'a guarded page': [200, policyFor('records'), 'no-cache', () => request('GET /record', asBrowser)],
  'no such page': [404, policyFor(''), 'no-cache', () => request('GET /no-such-page', asBrowser)],
  'the description for programs': [200, dataPolicy, 'no-cache', () => request('GET /openapi.json')],
  'the description for people': [200, styled, 'no-cache', () => request('GET /docs', asBrowser)],
  'the feed': [200, dataPolicy, 'public, max-age=60', () => request('GET /feed.xml')],
  'the words to crawlers': [200, dataPolicy, 'public, max-age=3600', () => request('GET /robots.txt')],
  'the map of the site': [200, dataPolicy, 'public, max-age=3600', () => request('GET /sitemap.xml')],
  'a built file': [200, dataPolicy, 'public, max-age=31536000, immutable', () => request(`GET ${made.script}`)],
  'the worker that reads PDFs': [
    200,
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'",
    'public, max-age=31536000, immutable',
    () => request(`GET ${made.pdfWorker}`),
  ],
  'a file beside': [200, dataPolicy, 'public, max-age=3600', () => request('GET /favicon.svg')],
  'a photo': [200, dataPolicy, 'public, max-age=300, must-revalidate', () => request(`GET ${made.photo}`)],
  // A page of this site may show it within itself.
  'a report': [200, /frame-ancestors 'self'; sandbox$/, 'no-store', () => request(`GET ${made.report}`)],
  'a report that is not given': [403, styled, 'no-store', () => request(`GET ${made.report}x`, asBrowser)],
  'a document': [200, dataPolicy, 'no-store', () => request('GET /documents/privacy/')],
  'a WebSocket elsewhere': [
    404,
    dataPolicy,
    'no-store',
    () => upgrade('/nothing/here/', { connection: 'upgrade, close' }),
  ],
  'a WebSocket from elsewhere': [
    403,
    dataPolicy,
    'no-store',
    () => upgrade('/live/', { origin: 'https://evil.example' }),
  ],
};

test.each(Object.keys(kinds))('%s carries every header', async (name) => {
  const [status, policy, cache, bytes] = kinds[name] as Kind;
  const answer = await sendRaw(server, bytes());
  expect([answer.status, answer.headers['cache-control']]).toEqual([status, cache]);
  const common = name === 'a report' ? { ...commonHeaders, ...shownHeaders } : commonHeaders;
  expect(answer.headers).toMatchObject({ ...common, 'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/) });
  expect(answer.headers['content-security-policy']).toEqual(
    typeof policy === 'string' ? policy : expect.stringMatching(policy),
  );
  expectNothingMore(answer);
  expectCharset(answer);
});

/** Text says in which letters it is written. */
function expectCharset({ headers }: RawAnswer) {
  const type = headers['content-type'] ?? '';
  if (/^text\/|[/+]xml\b/.test(type)) expect(type.toLowerCase()).toMatch(/; charset=utf-8$/);
}

/** Nothing of a header that tells what runs here, opens the answer to other sites, or of a body that tells what broke. */
function expectNothingMore({ status, headers, text }: RawAnswer) {
  for (const name of ['server', 'x-powered-by', 'set-cookie', 'access-control-allow-origin'])
    expect(headers).not.toHaveProperty(name);
  if (status >= 400 && headers['content-type']?.includes('json') === true) {
    expect(headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(text).not.toMatch(/secrets|node_modules|\.ts\b|FST_|fastify/i);
  }
}
