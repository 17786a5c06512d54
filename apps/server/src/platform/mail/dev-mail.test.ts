import { once } from 'node:events';
import { createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { signUp } from '../../../test/fixtures/factories.ts';
import { sendEmails, site } from '../../../test/fixtures/emails.ts';
import { inProduction } from '../../../test/servers/in-production.ts';
import { addAppointment } from '../../../test/fixtures/visits.ts';
import { mailPage } from './dev-mail.ts';
import { post } from './send-mail.ts';

let t: TestApp;
let home: string;
beforeAll(async () => {
  t = await testApp();
  home = mailPage(t.config);
});
afterAll(() => t.close());

const local = { host: 'localhost:3000' };
const page = (url: string, headers: Record<string, string> = local, ip = '127.0.0.1') =>
  t.call(`GET ${url}`, { headers: { accept: 'text/html', ...headers }, ip });

test('lists the letters of a demo and opens one, with the link in it', async () => {
  expect((await page(home)).text).toContain('No email was sent yet.');
  await signUp(t);
  const [email] = await sendEmails(t);
  const list = await page(home);
  expect(list.status).toBe(200);
  expect(list.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; base-uri/);
  expect(list.text).toContain(email?.to);
  const opened = await page(/href="(\/dev\/mail\/[^"]+)"/.exec(list.text)?.[1] as string);
  expect(opened.status).toBe(200);
  expect(opened.text).toContain('<h1 lang="en" dir="auto">Confirm your email address</h1>');
  expect(opened.text).toContain(`<a href="${site}/verify-email#token=${email?.token}">`);
});

test('what people wrote is text, whatever is in it', async () => {
  const text = `नमस्ते <img src=x onerror=alert(1)> https://a.example/"><script> ${'long '.repeat(40)}`;
  await t.db
    .transaction()
    .execute((tx) => post(tx, { to: 'a@example.org', subject: 'Hello', text }, 'lane', t.clock.now()));
  await sendEmails(t);
  const list = await page(home);
  const { text: html } = await page(/href="(\/dev\/mail\/[^"]+)">Hello/.exec(list.text)?.[1] as string);
  expect(html).toContain('नमस्ते &lt;img src=x onerror=alert(1)&gt;');
  expect(html).not.toMatch(/<(script|img)/);
});

test('of a letter with a part for calendars, what its reader reads', async () => {
  const patient = await signUp(t);
  const provider = await signUp(t, { role: 'healthcare_provider' });
  const calendar = {
    user_id: patient.user_id,
    appointment_id: await addAppointment(t, patient, provider, 48),
  };
  const email = { to: 'a@example.org', subject: 'Confirmed', text: 'नमस्ते: your visit.\n', calendar };
  await t.db.transaction().execute((tx) => post(tx, email, 'lane', t.clock.now()));
  await sendEmails(t);
  const list = await page(home);
  const { text: html } = await page(/href="(\/dev\/mail\/[^"]+)">Confirmed/.exec(list.text)?.[1] as string);
  expect(/<pre lang="en" dir="auto">(.*)<\/pre>/s.exec(html)?.[1]?.trim()).toBe('नमस्ते: your visit.');
});

test.each([
  ['from another machine', local, '192.0.2.7'],
  ['from another machine over IPv6', local, '2001:db8::7'],
  ['through a proxy', { ...local, 'x-forwarded-for': '192.0.2.7' }, '127.0.0.1'],
  ['through another proxy', { ...local, forwarded: 'for=192.0.2.7' }, '127.0.0.1'],
  ['through a proxy that names itself', { ...local, via: '1.1 proxy' }, '127.0.0.1'],
  ['through a proxy that names the client', { ...local, 'x-real-ip': '192.0.2.7' }, '127.0.0.1'],
])('is not there %s', async (_name, headers, ip) => {
  const answer = await page(home, headers, ip);
  expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
});

test.each(['/dev/mail/', '/dev/mail/letters/', `/dev/mail/${'A'.repeat(22)}/`])(
  '%s is not where the letters are',
  async (url) => expect((await page(url)).status).toBe(404),
);

test('each installation has an address of its own, which nobody can guess', () => {
  expect(home).toMatch(/^\/dev\/mail\/[\w-]{22}\/$/);
  expect(mailPage({ secret: 'another one' })).not.toBe(home);
});

/** As a proxy that was given nothing but the server's address: it names the server as the host, and nobody for whom it asks. */
async function plainProxy(server: string) {
  const { host, hostname, port } = new URL(server);
  const proxy = createServer(({ method, url, headers }, response) => {
    ask({ hostname, port, method, path: url, headers: { ...headers, host } }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    }).end();
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return proxy;
}

test('through a proxy that looks like this machine nobody comes to the letters', async () => {
  await signUp(t);
  await sendEmails(t);
  const proxy = await plainProxy(await t.app.listen({ host: '127.0.0.1', port: 0 }));
  const statuses = await Promise.all(
    ['/dev/mail/', `/dev/mail/${'A'.repeat(22)}/`, '/healthz/live/'].map(async (path) => {
      const { port } = proxy.address() as AddressInfo;
      return (await fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: 'close' } })).status;
    }),
  );
  proxy.close();
  expect(statuses).toEqual([404, 404, 200]);
});

test.each(['x/', '..%2fsecret/', '00000000-0000-4000-8000-000000000000.eml/'])('%s is no letter', async (email) =>
  expect((await page(home + email)).status).toBe(404),
);

test('is not there in production, nor in a demo that is public', { timeout: 60_000 }, async () => {
  for (const settings of [
    { PUBLIC_URL: 'https://demo.example' },
    {
      MODE: 'production',
      SECRET: 'q8Zr2Lw9Xc5Vb7Nm1Kj4Hg6Fd3Sa0Pt+Yu=',
      ...inProduction,
    },
  ]) {
    const other = await testApp(settings);
    const answer = await other.call(`GET ${mailPage(other.config)}`, { headers: local, ip: '127.0.0.1' });
    await other.close();
    expect(answer.status).toBe(404);
  }
});
