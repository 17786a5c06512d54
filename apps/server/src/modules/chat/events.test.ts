import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';
import { type LiveClient, openLiveClient } from '../../../test/servers/live-client.ts';
import { hide } from './chat.ts';

let t: TestApp;
let addresses: string[] = [];
let other: Awaited<ReturnType<TestApp['otherProcess']>>;
let [asha, bina] = [] as unknown as [Person, Person];
let clients: LiveClient[] = [];
beforeAll(async () => {
  t = await testApp();
  other = await t.otherProcess();
  addresses = [
    await t.app.listen({ host: '127.0.0.1', port: 0 }),
    await other.app.listen({ host: '127.0.0.1', port: 0 }),
  ];
  [asha, bina] = [await signUp(t), await signUp(t)];
});
afterEach(() => {
  for (const client of clients) client.close();
  clients = [];
});
afterAll(async () => {
  await other.close();
  await t.close();
});

async function watching(topic: string, { access }: Person, process: 0 | 1) {
  const client = await openLiveClient(addresses[process] as string, access);
  clients.push(client);
  client.say({ type: 'watch', topic });
  const { state } = await client.hear('watching');
  return { ...client, state };
}
const eventsOf = ({ heard }: LiveClient) =>
  heard.flatMap((message) => (message.type === 'event' ? [message.event as { kind: string }] : []));
const call = async (line: string, person: Person, body?: object) => {
  const { status, body: answer } = await t.call(line, { as: person.access, body });
  expect(status).toBeLessThan(300);
  return answer;
};

test('what is said, deleted and hidden is told to those who watch the room, on every process', async () => {
  const before = await call('POST /apis/messages-create/1/', asha, { content: 'Before' });
  const watchers = [await watching('room:1', asha, 0), await watching('room:1', bina, 1)];
  expect(watchers.map(({ state }) => state)).toEqual([
    { seq: before.seq, changes: 0 },
    { seq: before.seq, changes: 0 },
  ]);
  const said = await call('POST /apis/messages-create/1/', asha, { content: 'Hello' });
  await call('POST /apis/messages-create/1/', asha, { content: 'Hello', client_id: said.client_id });
  await call('POST /apis/messages-create/2/', asha, { content: 'Elsewhere' });
  await call(`DELETE /apis/messages-del/${said.id}/`, asha);
  for (const watcher of watchers)
    await watcher.hear('event', ({ event }) => (event as { kind: string }).kind === 'deleted');
  await t.db.transaction().execute((tx) => hide(tx, before.id, 'No.', t.clock.now()));
  for (const watcher of watchers) {
    await expect
      .poll(() => eventsOf(watcher))
      .toEqual([
        { kind: 'message', message: said },
        { kind: 'deleted', seq: said.seq, last: said.seq, changes: 1 },
        { kind: 'moderated', seq: before.seq, hidden: true, author: asha.user_id, last: said.seq, changes: 2 },
      ]);
  }
  const late = await watching('room:1', bina, 0);
  expect(late.state).toEqual({ seq: said.seq, changes: 2 });
});

test('that something was said anywhere is told to those who watch the rooms', async () => {
  const watcher = await watching('rooms', bina, 1);
  const said = await call('POST /apis/messages-create/3/', asha, { content: 'Hello' });
  await expect.poll(() => eventsOf(watcher)).toEqual([{ kind: 'said', room: 3, seq: said.seq, author: asha.user_id }]);
});

test('how far one has read, and whom one has blocked, is told to the other devices, and to nobody else', async () => {
  const settled = await watching('room:4', asha, 1);
  const { seq } = await call('POST /apis/messages-create/4/', asha, { content: 'Hello' });
  await settled.hear('event');
  const [mine, theirs] = [await watching('rooms', bina, 1), await watching('rooms', asha, 1)];
  await call('POST /apis/chat-rooms/4/read/', bina, { seq });
  await call('POST /apis/chat-rooms/4/read/', bina, { seq });
  await call(`PUT /apis/blocks/${asha.user_id}/`, bina);
  await call(`DELETE /apis/blocks/${asha.user_id}/`, bina);
  await expect
    .poll(() => eventsOf(mine))
    .toEqual([{ kind: 'read', room: 4, read_seq: seq, unread_count: 0 }, { kind: 'blocks' }, { kind: 'blocks' }]);
  expect(eventsOf(theirs)).toEqual([]);
});

test('that somebody types is told to the room', async () => {
  const [watcher, typist] = [await watching('room:5', bina, 1), await watching('room:5', asha, 0)];
  typist.say({ type: 'hint', topic: 'room:5' });
  await expect
    .poll(() => eventsOf(watcher))
    .toEqual([{ kind: 'typing', user: { id: asha.user_id, username: asha.username } }]);
});

test('a room that is not there cannot be watched', async () => {
  const client = await openLiveClient(addresses[0] as string, asha.access);
  clients.push(client);
  client.say({ type: 'watch', topic: 'room:99999' });
  expect(await client.hear('refused')).toEqual({ type: 'refused', topic: 'room:99999' });
});
