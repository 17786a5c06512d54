import { randomUUID } from 'node:crypto';
import { expect, test } from '../support/journey.ts';
import { enter, newPatient, password } from './api.ts';
import { constant, covers } from './covers.ts';

// Every call of the specification, with the payload that it names.

const json = { accept: 'application/json' };
const soon = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('accounts', async ({ request }) => {
  covers('7:POST /register/user/', '7:POST /token/', '7:POST /logout/', '7:GET /check/', '7:GET /current-user/');
  covers('7:POST /register/user/basic/', '7:bearer', '7:success');
  const username = `e2e.${randomUUID().slice(0, 8)}`;
  const register = (name: string) =>
    request.post('/register/user/', { data: { username: name, email: 'a@example.org', password } });
  expect((await register(username)).status()).toBe(201);
  expect(await (await register(username)).json()).toMatchObject({ message: expect.stringMatching(/\.$/) });
  const person = await enter(request, { username, password });
  expect(await person.good('GET', '/check/')).toMatchObject({ role: 'unknown' });
  expect(await person.good('GET', '/current-user/')).toMatchObject({ user_id: expect.any(Number) });
  await person.good('POST', '/register/user/basic/', { name: 'Asha', about: 'Runs.', phone: '+91 98765 43210' });
  expect(await person.good('GET', '/check/')).toMatchObject({ role: 'patient' });
  await person.good('POST', '/logout/', { refresh_token: person.tokens.refresh });
  await expect.poll(async () => (await person.call('GET', '/check/')).status).toBe(401);
});

test('providers and specialities', async ({ request, product }) => {
  covers('7:POST /register/provider/', '7:GET /providers/', '7:GET /providers/{providerId}/', '7:GET /speciality/');
  covers('7:GET /providers/speciality/{specialityId}/');
  const list = async (path: string) => (await (await request.get(path, { headers: json })).json()) as any[];
  const [speciality] = await list('/speciality/');
  const provider = await enter(request, product.logins.provider);
  const [before] = await list(`/providers/${provider.user_id}/`);
  const ofOne = await list(`/providers/speciality/${speciality.id}/?limit=200`);
  expect(ofOne.every((one) => one.speciality.includes(speciality.name))).toBe(true);
  expect((await list('/providers/?limit=200')).map(({ user }) => user)).toContain(provider.user_id);
  const person = await enter(request);
  const { name, experience, education, phone, address, about } = before;
  const form = {
    name: `${name} junior`,
    experience,
    education,
    phone,
    address,
    about,
    fees: constant('9:default-fee'),
  };
  const saved = await person.good('POST', '/register/provider/', { ...form, speciality: [speciality.id] });
  expect(saved).toMatchObject({ fees: 1200, speciality: [speciality.name], role: 'healthcare_provider' });
});

test('appointments and reports', async ({ request, product }) => {
  covers('7:POST /api/appointments/create/', '7:GET /api/upcoming/', '7:GET /api/aappointments/');
  covers('7:GET /api/upcoming-provider/', '7:GET /api/appointments/provider/', '7:PUT /api/approve-appointment/{id}/');
  covers('7:POST /api/records/create/{appointmentId}/', '7:GET /api/records/', '7:GET /api/records-provider/');
  const provider = await enter(request, product.logins.provider);
  const patient = await newPatient(request);
  const slots = await patient.good('GET', `/api/slots/${provider.user_id}/?from=${soon(20)}&to=${soon(50)}`);
  const asked = await patient.good('POST', '/api/appointments/create/', {
    user: String(patient.user_id),
    appointment_datetime: slots[Math.floor(Math.random() * slots.length)].start,
    problem: 'A cough',
    healthcare_provider: String(provider.user_id),
  });
  expect(asked).toMatchObject({ is_approved: false });
  const ids = async (person: typeof patient, path: string) =>
    (await person.good('GET', path)).map(({ id }: { id: number }) => id);
  expect(await ids(patient, '/api/upcoming/')).toEqual([asked.id]);
  expect(await ids(patient, '/api/aappointments/')).toEqual([]);
  expect(await ids(provider, '/api/upcoming-provider/?limit=200')).toContain(asked.id);
  await provider.good('PUT', `/api/approve-appointment/${asked.id}/`);
  expect(await patient.good('GET', '/api/upcoming/')).toMatchObject([{ is_approved: true }]);

  const all = await provider.good('GET', '/api/appointments/provider/?limit=200');
  const past = all.find((one: { appointment_datetime: string }) => new Date(one.appointment_datetime) < new Date());
  const report = { name: 'r.png', mimeType: 'image/png', buffer: onePixel };
  const uploaded = await request.post(`/api/records/create/${past.id}/`, {
    headers: { ...json, authorization: `Bearer ${provider.tokens.access}` },
    multipart: { report },
  });
  expect(uploaded.status()).toBe(201);
  const { id } = (await uploaded.json()) as { id: number };
  expect(await ids(provider, '/api/records-provider/')).toContain(id);
  const own = await enter(request, product.logins.patient);
  expect(await own.good('GET', '/api/records/')).toBeInstanceOf(Array);
  expect(await patient.good('GET', '/api/records/')).toEqual([]);
});

test('articles', async ({ request }) => {
  covers('7:GET /apis/blogs/', '7:POST /apis/blogs/create/', '7:GET /apis/full/{blogId}/');
  covers('7:GET /apis/blogs/{blogId}/', '7:PATCH /apis/blogs/{blogId}/', '7:DELETE /apis/blogs/{blogId}/');
  covers('7:GET /apis/personal/{userId}/', '7:POST /apis/like/{blogId}/');
  const person = await newPatient(request);
  const { id } = await person.good('POST', '/apis/blogs/create/', { title: 'Sleep', content: '*Long*.' });
  expect(await person.good('GET', `/apis/blogs/${id}/`)).toMatchObject({ title: 'Sleep', content: '*Long*.' });
  await person.good('PATCH', `/apis/blogs/${id}/`, { title: 'Rest', content: '**Long**.' });
  await person.good('POST', `/apis/like/${id}/`);
  expect(await person.good('GET', `/apis/full/${id}/`)).toMatchObject({ title: 'Rest', likes_count: 1 });
  expect(await person.good('GET', `/apis/personal/${person.user_id}/`)).toMatchObject([{ id, title: 'Rest' }]);
  const list = await (await request.get('/apis/blogs/', { headers: json })).json();
  expect(list).toContainEqual(expect.objectContaining({ id, content: 'Long.' }));
  await person.good('DELETE', `/apis/blogs/${id}/`);
  expect(await person.good('GET', `/apis/personal/${person.user_id}/`)).toEqual([]);
});

test('the help centre', async ({ request }) => {
  covers('7:GET /apis/help-center/', '7:POST /apis/help-center/create/', '7:GET /apis/help-center/{id}/');
  covers('7:GET /apis/help-center/{id}/comments/', '7:POST /apis/help-center/{id}/comments/');
  covers('7:DELETE /apis/help-center/comments/{commentId}/');
  const person = await newPatient(request);
  const asked = await person.good('POST', '/apis/help-center/create/', { problem: 'Does it help to walk?' });
  const list = await (await request.get('/apis/help-center/', { headers: json })).json();
  expect(list).toContainEqual(expect.objectContaining({ prob_id: asked.prob_id }));
  const at = `/apis/help-center/${asked.prob_id}/`;
  const { id } = await person.good('POST', `${at}comments/`, { comment: 'It does.' });
  expect(await person.good('GET', at)).toMatchObject({ problem: 'Does it help to walk?', comment_count: 1 });
  expect(await person.good('GET', `${at}comments/`)).toMatchObject([{ id, comment: 'It does.' }]);
  await person.good('DELETE', `/apis/help-center/comments/${id}/`);
  expect(await person.good('GET', `${at}comments/`)).toEqual([]);
});

test('chat', async ({ request }) => {
  covers('7:GET /apis/chat-rooms/', '7:GET /apis/messages/{roomId}/', '7:POST /apis/messages-create/{roomId}/');
  covers('7:DELETE /apis/messages-del/{messageId}/');
  const person = await newPatient(request);
  const [room] = await person.good('GET', '/apis/chat-rooms/');
  const { id } = await person.good('POST', `/apis/messages-create/${room.id}/`, { content: 'Hello.' });
  const messages = `/apis/messages/${room.id}/?limit=200`;
  expect(await person.good('GET', messages)).toContainEqual(expect.objectContaining({ id, content: 'Hello.' }));
  await person.good('DELETE', `/apis/messages-del/${id}/`);
  expect(await person.good('GET', messages)).not.toContainEqual(expect.objectContaining({ id }));
});

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
