import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';
import { asOwner } from '../../../test/servers/owner.ts';

// There have been more messages than an integer of the database counts.

const id = 3_000_000_000;
let t: TestApp;
let [author, reader, moderator] = [] as unknown as [Person, Person, Person];
beforeAll(async () => {
  t = await testApp();
  author = await signUp(t);
  reader = await signUp(t);
  moderator = await signUp(t, { grants: ['moderator'] });
  await asOwner(t.db, `alter sequence message_ids restart with ${id}`);
});
afterAll(() => t.close());

const ask = async (line: string, { access: as }: Person, body?: object) => {
  const answer = await t.call(line, { as, ...(body === undefined ? {} : { body }) });
  return { status: answer.status, body: answer.body };
};

test('a message is read, reported, hidden, appealed about, shown and deleted by its number', async () => {
  const said = await ask('POST /apis/messages-create/1/', author, { content: 'Hello' });
  expect(said).toMatchObject({ status: 201, body: { id } });
  expect((await ask('GET /apis/messages/1/', reader)).body).toMatchObject([{ id }]);
  const item = { kind: 'message', id };
  expect((await ask('POST /apis/reports/create/', reader, { ...item, reason: 'unkind' })).status).toBe(201);
  expect((await ask('GET /apis/moderation/', moderator)).body).toMatchObject([item]);
  expect((await ask('POST /apis/moderation/hide/', moderator, { ...item, reason: 'Unkind.' })).status).toBe(200);
  expect((await ask('POST /apis/appeals/create/', author, { ...item, text: 'It is not.' })).status).toBe(201);
  expect((await ask('GET /apis/decisions/written/', author)).body).toMatchObject([item]);
  const { rows } = await sql`select action, item_kind, item_id from audit where item_id = ${id} order by id`.execute(
    t.db,
  );
  expect(rows).toContainEqual({ action: 'hide', item_kind: 'message', item_id: id });
  expect((await ask(`DELETE /apis/messages-del/${id}/`, author)).status).toBe(200);
  expect((await ask('GET /apis/messages/1/', reader)).body).toEqual([]);
});

test.each(['blog', 'question', 'answer'])('no %s has such a number', async (kind) => {
  const item = { kind, id };
  expect((await ask('POST /apis/reports/create/', reader, { ...item, reason: 'unkind' })).status).toBe(404);
  expect((await ask('POST /apis/moderation/hide/', moderator, { ...item, reason: 'Unkind.' })).status).toBe(404);
  expect((await ask('POST /apis/moderation/show/', moderator, item)).status).toBe(404);
  expect((await ask('POST /apis/appeals/create/', author, { ...item, text: 'It is not.' })).status).toBe(404);
});
