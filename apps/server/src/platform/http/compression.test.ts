import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';
import { scheduleWith } from '../../../test/fixtures/schedules.ts';

let t: TestApp;
let provider: Person;

beforeAll(async () => {
  t = await testApp();
  provider = await signUp(t, { role: 'healthcare_provider' });
});
afterAll(() => t.close());

async function get(url: string, encoding: string | undefined, headers: Record<string, string> = {}) {
  const asked = { ...headers, ...(encoding !== undefined && { 'accept-encoding': encoding }) };
  const answer = await t.app.inject({ method: 'GET', url, headers: asked });
  const { 'content-encoding': encoded, 'content-type': type, vary } = answer.headers;
  return { encoded, type, vary, payload: answer.rawPayload };
}

const json = 'application/json; charset=utf-8';

// A kept list, and what is read anew each time.
test.each([
  ['/documents/privacy/', 'Accept-Encoding'],
  // A page has the same address.
  ['/speciality/?limit=200', 'Accept, Accept-Encoding'],
  ['/providers/', 'Accept, Accept-Encoding'],
  [`/search/?q=${'a'.repeat(50)}`, 'Accept, Accept-Encoding'],
])('%s comes compressed as its reader can read it, where it is long', async (url, vary) => {
  const plain = await get(url, undefined);
  expect(plain).toMatchObject({ encoded: undefined, type: json, vary });
  const long = plain.payload.length > 1000;
  for (const [asked, encoding, unpack] of [
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ] as const) {
    const answer = await get(url, asked);
    expect(answer).toMatchObject({ encoded: long ? encoding : undefined, type: json, vary });
    expect((long ? unpack(answer.payload) : answer.payload).toString()).toBe(plain.payload.toString());
  }
  expect((await get(url, 'identity')).encoded).toBeUndefined();
});

test('four weeks of free times are a seventh as long, and still so for who has just written', async () => {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const saved = await t.call('PUT /api/schedule/', { as: provider.access, body: scheduleWith(['08:00-18:00']) });
  expect(saved.status).toBe(200);
  const url = `/api/slots/${provider.user_id}/?from=${day(1)}&to=${day(14)}`;
  const plain = await get(url, undefined);
  expect(plain.payload.length).toBeGreaterThan(5000);
  const cookie = saved.headers['set-cookie']?.split(';')[0] ?? '';
  for (const headers of [{}, { cookie }]) {
    const answer = await get(url, 'br', headers);
    expect(answer.encoded).toBe('br');
    expect(answer.payload.length).toBeLessThan(plain.payload.length / 7);
    expect(brotliDecompressSync(answer.payload).toString()).toBe(plain.payload.toString());
  }
});

test('what is one person’s own is never compressed, nor what answers a form', async () => {
  const { access: token } = provider;
  const own = await get('/current-user/', 'br, gzip', { authorization: `Bearer ${token}` });
  expect(own).toMatchObject({ encoded: undefined, type: json });
  const refused = await t.app.inject({
    method: 'POST',
    url: '/token/',
    headers: { 'accept-encoding': 'br' },
    payload: { username: 'x'.repeat(150), password: 'y'.repeat(100) },
  });
  expect(refused.headers['content-encoding']).toBeUndefined();
});
