import { expect, test } from '../support/journey.ts';
import { type Caller, enter, newPatient } from './api.ts';
import { covers, quoted } from './covers.ts';

// Responses have the fields that the specification names, with the right types.

const text = expect.any(String);
const number = expect.any(Number);

test('a session', async ({ request, page, product }) => {
  covers('3:session', '3:role', '4:login', '4:role-unknown');
  const person = await enter(request);
  expect(person.tokens).toEqual({ access: text, refresh: text });
  expect(await person.good('GET', '/check/')).toMatchObject({ role: 'unknown' });
  const provider = await enter(request, product.logins.provider);
  expect(await provider.good('GET', '/check/')).toMatchObject({ role: 'healthcare_provider' });

  await page.goto('/login');
  await page.evaluate(() => {
    localStorage.setItem('left', 'over');
    Object.assign(window, { sameLoad: true });
  });
  await page.getByLabel('Username').fill(product.logins.patient.username);
  await page.getByLabel('Password').fill(product.logins.patient.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(`${product.url}/`);
  expect(await page.evaluate(() => Object.keys(localStorage).toSorted())).toEqual(['access', 'refresh']);
  expect(await page.evaluate(() => 'sameLoad' in window)).toBe(false);
});

test('providers and specialities', async ({ request }) => {
  covers('3:provider', '3:speciality');
  const headers = { accept: 'application/json' };
  const list = async (path: string) => (await (await request.get(path, { headers })).json()) as object[];
  expect((await list('/providers/'))[0]).toMatchObject({
    user: number,
    name: text,
    address: text,
    phone: text,
    experience: number,
    fees: number,
    education: text,
    about: text,
    speciality: expect.arrayContaining([text]),
  });
  expect((await list('/speciality/'))[0]).toMatchObject({ id: number, name: text, desc: text });
});

test('appointments and reports', async ({ request, product }) => {
  covers('3:appointment', '3:record');
  const patient = await enter(request, product.logins.patient);
  expect((await patient.good('GET', '/api/upcoming/'))[0]).toMatchObject({
    id: number,
    appointment_datetime: text,
    problem: text,
    is_approved: expect.any(Boolean),
    healthcare_provider: { name: text, phone: text, fees: number },
    user: { name: text, phone: text },
  });
  expect((await patient.good('GET', '/api/records/'))[0]).toMatchObject({
    id: number,
    title: text,
    date: text,
    type: text,
    doctor: text,
    report: text,
  });
});

test('a report of which the server says less shows what stands in its place', async ({ page, signIn }) => {
  await signIn('patient');
  const row = { id: 1, appointment: 1, title: '', date: '2026-11-01T09:00:00Z', type: '', doctor: '', patient: 'Asha' };
  const file = { media_type: 'application/pdf', bytes: 9, report: '/x', download: '/x' };
  const stands = { withdrawn: false, withdrawn_reason: null, scan: 'unscanned', replaced: null, new: false };
  const given = { sentence: null, release: 'at_once', release_on: null, released: true };
  await page.route(/\/api\/records\/(\?.*)?$/, (route) =>
    route.fulfill({ json: [{ ...row, ...file, ...stands, ...given }] }),
  );
  await page.goto('/record');
  const card = page.getByRole('article').filter({ hasText: quoted('3:your-doctor') });
  await expect(card.getByRole('heading')).toHaveText(quoted('3:medical-report'));
  await expect(card).toContainText(quoted('3:diagnostic'));
});

test('articles', async ({ request }) => {
  covers('3:blog');
  const person = await newPatient(request);
  const made = await person.good('POST', '/apis/blogs/create/', { title: 'Sleep', content: 'A *dark* room.' });
  const author = { id: person.user_id, username: person.username, email: `${person.username}@example.org` };
  expect(await person.good('GET', `/apis/full/${made.id}/`)).toMatchObject({
    id: made.id,
    title: 'Sleep',
    body: expect.stringContaining('<em>dark</em>'),
    author,
    likes_count: 0,
  });
  const list = await person.good('GET', '/apis/blogs/');
  expect(list.find(({ id }: { id: number }) => id === made.id)).toMatchObject({
    title: 'Sleep',
    content: 'A dark room.',
    author: { ...author, email: null },
    likes_count: 0,
  });
});

test('questions, answers, rooms and messages', async ({ request }) => {
  covers('3:question', '3:answer', '3:room', '3:message');
  const person = await newPatient(request);
  const me = { id: person.user_id, username: person.username };
  const made = await person.good('POST', '/apis/help-center/create/', { problem: 'Tea or coffee?' });
  await person.good('POST', `/apis/help-center/${made.prob_id}/comments/`, { comment: 'Water.' });
  expect(await person.good('GET', `/apis/help-center/${made.prob_id}/`)).toMatchObject({
    prob_id: number,
    problem: 'Tea or coffee?',
    user: { username: person.username },
    date: text,
    comment_count: 1,
  });
  const [answer] = await person.good('GET', `/apis/help-center/${made.prob_id}/comments/`);
  expect(answer).toMatchObject({ id: number, comment: 'Water.', user: person.user_id, date: text });
  const room = await firstRoom(person);
  expect(room).toMatchObject({ id: number, name: text, member_count: number });
  await person.good('POST', `/apis/messages-create/${room.id}/`, { content: 'Hello.' });
  const messages = await person.good('GET', `/apis/messages/${room.id}/`);
  expect(messages.at(-1)).toMatchObject({ id: number, content: 'Hello.', timestamp: text, user: me });
});

const firstRoom = async (person: Caller) => (await person.good('GET', '/apis/chat-rooms/'))[0] as { id: number };
