import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';
import { type TestApp, testApp } from '../../../test/servers/app.ts';

let t: TestApp;
let [administrator, moderator, verifier, patient] = [] as unknown as [Person, Person, Person, Person];
beforeAll(async () => {
  t = await testApp();
  administrator = await signUp(t, { grants: ['administrator'] });
  moderator = await signUp(t, { grants: ['moderator'] });
  verifier = await signUp(t, { grants: ['verifier'] });
  patient = await signUp(t);
});
afterAll(() => t.close());

test('each reads what waits for them, by the grants that they hold', async () => {
  const waits = async ({ access }: Person) => (await t.call('GET /api/what-waits/', { as: access })).body;
  const { prob_id: id } = (
    await t.call('POST /apis/help-center/create/', { as: administrator.access, body: { problem: 'Is tea good?' } })
  ).body;
  await t.call('POST /apis/reports/create/', { as: patient.access, body: { kind: 'question', id, reason: 'other' } });
  const nothing = { unread_messages: 0, reports: null, claims: null, failed_emails: null };
  expect(await waits(patient)).toEqual(nothing);
  expect(await waits(moderator)).toEqual({ ...nothing, reports: 1 });
  expect(await waits(verifier)).toEqual({ ...nothing, claims: 0 });
  expect(await waits(administrator)).toEqual({ ...nothing, failed_emails: 0 });
  const [{ id: room }] = (await t.call('GET /apis/chat-rooms/', { as: patient.access })).body;
  const say = async (content: string) =>
    (await t.call(`POST /apis/messages-create/${room}/`, { as: moderator.access, body: { content } })).body.seq;
  const first = await say('Hello');
  expect(await waits(patient)).toEqual(nothing);
  await t.call(`POST /apis/chat-rooms/${room}/read/`, { as: patient.access, body: { seq: first } });
  await say('How are you?');
  await say('It rains.');
  expect(await waits(patient)).toEqual({ ...nothing, unread_messages: 2 });
  expect(await waits(moderator)).toMatchObject({ unread_messages: 0 });
});
