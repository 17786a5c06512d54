import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../test/app.ts';
import { signUp } from '../../test/factories.ts';
import { sendLetters, site } from '../../test/letters.ts';
import { addAppointment } from '../../test/visits.ts';
import { post } from './mail.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const local = { host: 'localhost:3000' };
const page = (url: string, headers: Record<string, string> = local, ip = '127.0.0.1') =>
  t.call(`GET ${url}`, { headers: { accept: 'text/html', ...headers }, ip });

test('lists the letters of a demo and opens one, with the link in it', async () => {
  expect((await page('/dev/mail/')).text).toContain('No letter was sent yet.');
  await signUp(t);
  const [letter] = await sendLetters(t);
  const list = await page('/dev/mail/');
  expect(list.status).toBe(200);
  expect(list.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; base-uri/);
  expect(list.text).toContain(letter?.to);
  const opened = await page(/href="(\/dev\/mail\/[^"]+)"/.exec(list.text)?.[1] as string);
  expect(opened.status).toBe(200);
  expect(opened.text).toContain('<h1 lang="en" dir="auto">Confirm your email address</h1>');
  expect(opened.text).toContain(`<a href="${site}/verify-email#token=${letter?.token}">`);
});

test('what people wrote is text, whatever is in it', async () => {
  const text = `नमस्ते <img src=x onerror=alert(1)> https://a.example/"><script> ${'long '.repeat(40)}`;
  await t.db
    .transaction()
    .execute((tx) => post(tx, { to: 'a@example.org', subject: 'Hello', text }, 'lane', t.clock.now()));
  await sendLetters(t);
  const list = await page('/dev/mail/');
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
  const letter = { to: 'a@example.org', subject: 'Confirmed', text: 'नमस्ते: your visit.\n', calendar };
  await t.db.transaction().execute((tx) => post(tx, letter, 'lane', t.clock.now()));
  await sendLetters(t);
  const list = await page('/dev/mail/');
  const { text: html } = await page(/href="(\/dev\/mail\/[^"]+)">Confirmed/.exec(list.text)?.[1] as string);
  expect(/<pre lang="en" dir="auto">(.*)<\/pre>/s.exec(html)?.[1]?.trim()).toBe('नमस्ते: your visit.');
});

test.each([
  ['from another machine', local, '192.0.2.7'],
  ['from another machine over IPv6', local, '2001:db8::7'],
  ['through a proxy', { ...local, 'x-forwarded-for': '192.0.2.7' }, '127.0.0.1'],
  ['through another proxy', { ...local, forwarded: 'for=192.0.2.7' }, '127.0.0.1'],
  ['under a name that was made to lead here', { host: 'evil.example' }, '127.0.0.1'],
])('is not there %s', async (_name, headers, ip) => {
  const answer = await page('/dev/mail/', headers, ip);
  expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
});

test.each(['/dev/mail/x/', '/dev/mail/..%2fsecret/', '/dev/mail/00000000-0000-4000-8000-000000000000.eml/'])(
  '%s is no letter',
  async (url) => expect((await page(url)).status).toBe(404),
);

test('is not there in production', async () => {
  const production = await testApp({
    MODE: 'production',
    DATABASE_URL: 'postgresql://unused@localhost/unused',
    SECRET: 'q8Zr2Lw9Xc5Vb7Nm1Kj4Hg6Fd3Sa0Pt+Yu=',
  });
  const answer = await production.call('GET /dev/mail/', { headers: local, ip: '127.0.0.1' });
  expect(answer.status).toBe(404);
  await production.close();
});
