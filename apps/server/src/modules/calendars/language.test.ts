import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { readEvents } from '../../../test/fixtures/calendar.ts';
import { book, good, type Person, signUp } from '../../../test/fixtures/factories.ts';
import { openWeb } from '../../platform/web/web.ts';
import { invitations } from './calendars.ts';

let t: TestApp;
let [patient, provider] = [] as unknown as [Person, Person];
let visit = 0;
const name = 'डॉक्टर मीनाक्षी सुब्रह्मण्यम् चट्टोपाध्याय श्रीवास्तव';
beforeAll(async () => {
  t = await testApp({}, await openWeb());
  patient = await signUp(t, { name: 'आशा राव' });
  provider = await signUp(t, { role: 'healthcare_provider', name });
  visit = (await book(t, patient, provider)).id;
  // As her page does when she has chosen Hindi; the provider never chose.
  await good(t, 'GET /check/', { as: patient.access, headers: { cookie: 'language=hi' } });
});
afterAll(() => t.close());

const fileOf = async (who: Person) =>
  (await t.call(`GET /api/appointments/${visit}/calendar/`, { as: who.access })).text;
async function subscriptionOf(who: Person, side: 'patient' | 'provider', names: boolean) {
  const { path } = await good(t, `POST /api/calendars/${side}/`, { as: who.access, body: { names } });
  return (await t.call(`GET ${path}`)).text;
}
const summaries = (text: string) => readEvents(text).map(({ summary }) => summary);

test('the file of a visit is in the language of whose it is', async () => {
  expect([summaries(await fileOf(patient)), summaries(await fileOf(provider))]).toEqual([
    ['मुलाकात का अनुरोध'],
    ['Visit requested'],
  ]);
  expect(await fileOf(patient)).toContain('PRODID:-//Carecommons//Visits//HI');
});

test('so is what a calendar subscribes to, which carries no cookie', async () => {
  expect(summaries(await subscriptionOf(patient, 'patient', false))).toEqual(['व्यस्त']);
  expect(summaries(await subscriptionOf(patient, 'patient', true))).toEqual([`अनुरोध: ${name}`]);
  expect(summaries(await subscriptionOf(provider, 'provider', false))).toEqual(['Busy']);
  expect(summaries(await subscriptionOf(provider, 'provider', true))).toEqual(['Requested: आशा राव']);
});

test('and what comes with a letter is in that of the letter', async () => {
  await sql`update appointments set status = 'approved' where id = ${visit}`.execute(t.db);
  const words = await t.languages.wordsIn('hi');
  const invitation = await invitations(t)(patient.user_id, visit, 'asha@example.org', words);
  expect(summaries(invitation?.content ?? '')).toEqual(['मुलाकात']);
});

describe('the page of a link that opens nothing', () => {
  const pageFor = (headers: Record<string, string>) =>
    t.call(`GET /files/visits/${visit}/?token=made-up`, { headers: { accept: 'text/html', ...headers } });

  test.each([
    [{ cookie: 'language=hi' }, 'hi', 'यह लिंक आपके लिए नहीं है'],
    [{ 'accept-language': 'hi-IN' }, 'hi', 'यह लिंक आपके लिए नहीं है'],
    [{ 'accept-language': 'hi-IN', cookie: 'language=en' }, 'en', 'This link is not for you'],
    [{}, 'en', 'This link is not for you'],
  ])('is in the language of the request: %j', async (headers, language, title) => {
    const { status, text } = await pageFor(headers);
    expect(status).toBe(403);
    expect(text).toContain(`<html lang="${language}"`);
    expect(text).toContain(`<h1>${title}</h1>`);
  });
});

test('lines are folded at 75 octets, and no letter is cut in two (RFC 5545)', async () => {
  const bytes = Buffer.from(await subscriptionOf(patient, 'patient', true));
  const lines = bytes.toString('latin1').split('\r\n');
  const octets = lines.map((line) => Buffer.from(line, 'latin1'));
  expect(Math.max(...octets.map(({ length }) => length))).toBeLessThanOrEqual(75);
  expect(lines.some((line) => line.startsWith(' '))).toBe(true);
  const whole = new TextDecoder('utf-8', { fatal: true });
  for (const line of octets) expect(() => whole.decode(line)).not.toThrow();
  expect(summaries(bytes.toString())).toEqual([name]);
});
