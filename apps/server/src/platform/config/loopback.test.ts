import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';

let local: TestApp;
let open: TestApp;
beforeAll(async () => {
  local = await testApp();
  open = await testApp({ PUBLIC_URL: 'https://demo.example' });
});
afterAll(async () => {
  await local.close();
  await open.close();
});

const ask = async (t: TestApp, headers: Record<string, string>) =>
  (await t.call('GET /speciality/', { headers })).status;

test.each(['localhost', 'LOCALHOST:3000', '127.0.0.1:3000', '127.1.2.3', '[::1]:3000'])(
  'a demo answers as %s',
  async (host) => expect(await ask(local, { host })).toBe(200),
);

test.each(['demo.example', '192.0.2.7:3000', 'localhost.evil.example', '127.0.0.1.evil.example', '[2001:db8::1]'])(
  'a demo does not answer as %s, unless it has a public address',
  async (host) => {
    const refused = await local.call('GET /', { headers: { host } });
    expect([refused.status, refused.body.code]).toEqual([403, 'not_allowed']);
    expect(await ask(open, { host })).toBe(200);
  },
);

test.each(['10.0.0.7:3000', ''])('whether it is well it says to a health check that names “%s”', async (host) => {
  const { status } = await local.call('GET /healthz/ready/', { headers: { host } });
  expect(status).toBe(200);
});

test('nor as what a trusted proxy calls it', async () => {
  const t = await testApp({ TRUST_PROXY: '127.0.0.1' });
  const statuses = [
    await ask(t, { host: 'localhost', 'x-forwarded-host': 'demo.example' }),
    await ask(t, { host: 'demo.example', 'x-forwarded-host': 'localhost' }),
    await ask(t, { host: 'localhost', 'x-forwarded-host': 'localhost' }),
  ];
  await t.close();
  expect(statuses).toEqual([403, 403, 200]);
});
