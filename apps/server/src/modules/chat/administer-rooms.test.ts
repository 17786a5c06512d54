import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';
import { openLiveClient } from '../../../test/servers/live-client.ts';

let t: TestApp;
let other: Awaited<ReturnType<TestApp['otherProcess']>>;
let [administrator, member] = [] as unknown as [Person, Person];
beforeAll(async () => {
  t = await testApp();
  other = await t.otherProcess();
  administrator = await signUp(t, { grants: ['administrator'] });
  member = await signUp(t);
});
afterAll(async () => {
  await other.close();
  await t.close();
});

let made = 0;
const open = async () => {
  const body = { name: `Room ${++made}` };
  return (await t.call('POST /apis/chat-rooms/create/', { as: administrator.access, body })).body as { id: number };
};
const call = (line: string, body?: object, by: Person | undefined = administrator) =>
  t.call(line, { as: by.access, ...(body === undefined ? {} : { body }) });
const say = (room: number, content: string, process: { call: TestApp['call'] } = t, more: object = {}) =>
  process.call(`POST /apis/messages-create/${room}/`, { as: member.access, body: { content, ...more } });
const read = async (room: number) => (await call(`GET /apis/chat-rooms/${room}/`, undefined, member)).body;

test('nothing more is said in a closed room, and what was said is read; opened again, it goes on', async () => {
  const { id } = await open();
  const client_id = crypto.randomUUID();
  const first = (await say(id, 'First.', t, { client_id })).body;
  expect((await call(`POST /api/admin/rooms/${id}/close/`)).body).toEqual({});
  expect(await read(id)).toMatchObject({ closed: true });
  for (const process of [t, other]) {
    expect((await say(id, 'Late.', process)).body).toMatchObject({
      status: 409,
      code: 'wrong_state',
      message: 'This room is closed.',
    });
    // What came before, sent again because its answer was lost.
    expect((await say(id, 'First.', process, { client_id })).body).toEqual(first);
  }
  const list = await call(`GET /apis/messages/${id}/`, undefined, member);
  expect(list.body.map(({ content }: { content: string }) => content)).toEqual(['First.']);
  expect((await call(`POST /api/admin/rooms/${id}/close/`)).body.code).toBe('wrong_state');
  expect((await call(`POST /api/admin/rooms/${id}/reopen/`)).status).toBe(200);
  expect((await say(id, 'On.')).body.seq).toBe(2);
  expect((await call(`POST /api/admin/rooms/${id}/reopen/`)).body.code).toBe('wrong_state');
  const { rows } = await sql<{ action: string }>`
    select action from audit where item_kind = 'room' and item_id = ${id} order by id`.execute(t.db);
  expect(rows.map(({ action }) => action)).toEqual(['add', 'close', 'reopen']);
});

test('no message is numbered behind the closing, however many are said meanwhile', async () => {
  const { id } = await open();
  const answers = await Promise.all([
    ...Array.from({ length: 10 }, (_, n) => say(id, `${n}`, n % 2 ? t : other)),
    call(`POST /api/admin/rooms/${id}/close/`),
    ...Array.from({ length: 10 }, (_, n) => say(id, `${n}`, n % 2 ? t : other)),
  ]);
  const said = answers.filter(({ status }) => status === 201).length;
  expect((await read(id)).seq).toBe(said);
  expect(answers.filter(({ body }) => body.code === 'wrong_state')).toHaveLength(20 - said);
});

test('who has it open is told within a second, on another process too', async () => {
  const { id } = await open();
  const sockets = [];
  for (const { app } of [t, other]) {
    const socket = await openLiveClient(await app.listen({ port: 0 }), member.access);
    for (const topic of [`room:${id}`, 'rooms']) {
      socket.say({ type: 'watch', topic });
      await socket.hear('watching', (message) => message.topic === topic);
    }
    sockets.push(socket);
  }
  const began = Date.now();
  const body = { name: `New name ${made}`, description: 'About it.' };
  expect((await call(`PATCH /api/admin/rooms/${id}/`, body)).body).toEqual({});
  for (const socket of sockets) {
    for (const topic of [`room:${id}`, 'rooms']) {
      const told = await socket.hear('event', (message) => message.topic === topic);
      expect(told.event).toEqual({ kind: 'changed' });
    }
    socket.close();
  }
  expect(Date.now() - began).toBeLessThan(1000);
  expect(await read(id)).toMatchObject(body);
});

test('what cannot be is refused', async () => {
  const { id } = await open();
  const taken = (await read(1)).name.toUpperCase();
  for (const [line, body, status, field] of [
    [`PATCH /api/admin/rooms/${id}/`, { name: taken }, 400, 'name'],
    [`PATCH /api/admin/rooms/${id}/`, { name: '' }, 400, 'name'],
    [`PATCH /api/admin/rooms/${id}/`, { name: 'A', closed: true }, 400, 'closed'],
    ['PATCH /api/admin/rooms/2000000000/', { name: 'None' }, 404, undefined],
    ['POST /api/admin/rooms/2000000000/close/', undefined, 404, undefined],
    ['POST /api/admin/rooms/2000000000/reopen/', undefined, 404, undefined],
  ] as const) {
    const answer = await call(line, body);
    expect([line, answer.status, answer.body.errors[0]?.field]).toEqual([line, status, field]);
    expect((await call(line, body, member)).status).toBe(403);
    expect((await t.call(line, { body })).status).toBe(401);
  }
});
