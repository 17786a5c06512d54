import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';
import { type LiveClient, openLiveClient } from '../../../test/servers/live-client.ts';
import { buildBareApp } from '../../app.ts';
import { announce } from '../broadcast/broadcast.ts';
import { registerLive, type Services, type Topics } from '../routing/routing.ts';

// Odd rooms are there for everybody.
const topics: Topics = {
  room: {
    async enter(_services, _actor, id) {
      if (id === 99) throw new Error('the database is away');
      return id % 2 === 1 ? { seq: 7 } : undefined;
    },
    hint: ({ username }) => ({ typing: username }),
  },
};

let t: TestApp;
let one: Server;
let other: Server;
let person: Person;
let clients: LiveClient[] = [];
interface Server {
  services: Services;
  address: string;
  close(): Promise<void>;
}

async function serve(services: Services): Promise<Server> {
  const app = buildBareApp(services);
  await registerLive(app, services, topics);
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return { services, address, close: () => app.close() };
}

beforeAll(async () => {
  t = await testApp();
  one = await serve(t.services);
  other = await serve((await t.otherProcess()).services);
  person = await signUp(t);
});
afterEach(() => {
  for (const client of clients) client.close();
  clients = [];
});
afterAll(async () => {
  await one.close();
  await other.close();
  await t.close();
});

async function open(token?: string, at = one) {
  const client = await openLiveClient(at.address, token);
  clients.push(client);
  return client;
}
async function watching(topic: string, at = one, token = person.access) {
  const client = await open(token, at);
  client.say({ type: 'watch', topic });
  await client.hear('watching');
  return client;
}
const eventsOf = ({ heard }: LiveClient) =>
  heard.flatMap((message) => (message.type === 'event' ? [message.event] : []));

/** The status line that an upgrade with these headers gets. */
async function upgrade(path: string, headers: Record<string, string>) {
  const { port, hostname } = new URL(one.address);
  const socket = connectTcp(Number(port), hostname);
  const lines = {
    host: `${hostname}:${port}`,
    connection: 'upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    ...headers,
  };
  socket.write(
    `GET ${path} HTTP/1.1\r\n${Object.entries(lines)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`,
  );
  const [data] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return data.toString().split('\r\n')[0];
}

describe('the upgrade', () => {
  test('is for the own origin, or a program that names none', async () => {
    const { host } = new URL(one.address);
    expect(await upgrade('/live/', { origin: `http://${host}` })).toBe('HTTP/1.1 101 Switching Protocols');
    expect(await upgrade('/live/', {})).toBe('HTTP/1.1 101 Switching Protocols');
    for (const origin of ['https://evil.example', 'null', `http://${host}.evil.example`, 'http://127.0.0.1']) {
      expect(await upgrade('/live/', { origin }), origin).toBe('HTTP/1.1 403 Forbidden');
    }
  });

  test('is at no other address and of no other kind, and without one there is nothing', async () => {
    for (const path of ['/', '/live', '/live/?a=1', '/providers/']) {
      expect(await upgrade(path, {}), path).toBe('HTTP/1.1 404 Not Found');
    }
    expect(await upgrade('/live/', { upgrade: 'h2c' })).toBe('HTTP/1.1 404 Not Found');
    const answer = await fetch(`${one.address}/live/`);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([404, 'not_found']);
  });
});

describe('the first message', () => {
  test('carries the access token, which is good for five minutes', async () => {
    const client = await open(person.access);
    expect((await client.hear('ready')).expires_in).toBeGreaterThan(290);
  });

  test.each(['', 'x', 'a.b.c'])('with the token %j closes', async (token) => {
    const client = await open();
    client.say({ type: 'hello', token });
    expect(await client.closed).toBe(4401);
  });

  test.each([{ type: 'watch', topic: 'room:1' } as const, { type: 'hint', topic: 'room:1' } as const])(
    'is never %j',
    async (message) => {
      const client = await open();
      client.say(message);
      expect(await client.closed).toBe(4401);
    },
  );

  test('must come within ten seconds', async () => {
    const client = await open();
    t.clock.move(9000);
    await sleep(800);
    client.say({ type: 'ping' });
    await client.hear('pong');
    t.clock.move(1100);
    expect(await client.closed).toBe(4401);
    t.clock.move(-10_100);
  });

  test.each(['', '{}', '[]', 'null', '{"type":"watch","topic":"room:1","more":1}', '{"type":"watch","topic":"Room"}'])(
    'that is not understood closes: %s',
    async (text) => {
      const client = await open(person.access);
      client.say(text);
      expect(await client.closed).toBe(1008);
    },
  );

  test('of more than 4096 bytes closes, and so do too many', async () => {
    const long = await open(person.access);
    long.say('x'.repeat(5000));
    expect(await long.closed).toBe(1009);
    const many = await open(person.access);
    for (let n = 0; n < 70; n++) many.say({ type: 'ping' });
    expect(await many.closed).toBe(1008);
  });
});

describe('a topic', () => {
  test('tells where it stands, then every event once and in order, on every process', async () => {
    const here = await watching('room:1');
    const there = await watching('room:1', other);
    const elsewhere = await watching('room:3');
    expect(here.heard.find(({ type }) => type === 'watching')).toEqual({
      type: 'watching',
      topic: 'room:1',
      state: { seq: 7 },
    });
    const sent = Array.from({ length: 300 }, (_, n) => ({ n, text: 'x'.repeat(n) }));
    for (const event of sent) one.services.live.publish('room:1', event);
    await expect.poll(() => eventsOf(there).length).toBe(300);
    expect(eventsOf(here)).toEqual(sent);
    expect(eventsOf(there)).toEqual(sent);
    expect(eventsOf(elsewhere)).toEqual([]);
  });

  test('is left, and refused where it is none for this person', async () => {
    const client = await watching('room:1');
    client.say({ type: 'watch', topic: 'room:2' });
    client.say({ type: 'watch', topic: 'other:1' });
    client.say({ type: 'watch', topic: 'constructor' });
    client.say({ type: 'watch', topic: `person:${person.user_id}` });
    client.say({ type: 'leave', topic: 'room:1' });
    client.say({ type: 'ping' });
    await client.hear('pong');
    for (const topic of ['room:1', 'room:2', 'other:1']) one.services.live.publish(topic, { topic });
    client.say({ type: 'watch', topic: 'room:5' });
    await client.hear('watching', ({ topic }) => topic === 'room:5');
    expect(client.heard.filter(({ type }) => type === 'refused')).toHaveLength(4);
    expect(eventsOf(client)).toEqual([]);
  });

  test('that cannot be looked at just now closes, so that the browser tries again later', async () => {
    const client = await open(person.access);
    client.say({ type: 'watch', topic: 'room:99' });
    expect(await client.closed).toBe(1013);
  });

  test('tells an event that is announced in a transaction when that commits, and else never', async () => {
    const here = await watching('room:7');
    const there = await watching('room:7', other);
    await t.db.transaction().execute(async (tx) => {
      await announce(tx, 'room:7', { announced: 1 });
      expect(eventsOf(here)).toEqual([]);
    });
    const undone = t.db.transaction().execute(async (tx) => {
      await announce(tx, 'room:7', { announced: 2 });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await announce(t.db, 'room:7', { announced: 3 });
    for (const client of [here, there]) {
      await expect.poll(() => eventsOf(client)).toEqual([{ announced: 1 }, { announced: 3 }]);
    }
  });

  test('says only that something came where it is too large for the way between processes', async () => {
    const here = await watching('room:1');
    const there = await watching('room:1', other);
    one.services.live.publish('room:1', { text: 'न'.repeat(4000) });
    await there.hear('stale');
    expect(eventsOf(here)).toHaveLength(1);
  });

  test('passes a hint on to the others, every two seconds at most', async () => {
    const client = await watching('room:1');
    const there = await watching('room:1', other);
    for (let n = 0; n < 5; n++) client.say({ type: 'hint', topic: 'room:1' });
    client.say({ type: 'hint', topic: 'room:3' });
    await there.hear('event');
    client.say({ type: 'ping' });
    await client.hear('pong');
    expect(eventsOf(there)).toEqual([{ typing: person.username }]);
  });

  test('tells all to fetch after the way between processes was broken', async () => {
    const there = await watching('room:1', other);
    const here = await watching('room:1');
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'carecommons live' and datname = current_database()`.execute(t.db);
    await Promise.all([here.hear('stale'), there.hear('stale')]);
    one.services.live.publish('room:1', { after: 'the break' });
    expect((await there.hear('event')).event).toEqual({ after: 'the break' });
  });
});

describe('a person', () => {
  test('is told in every browser, and nobody else is', async () => {
    const stranger = await signUp(t);
    const [here, there, theirs] = [
      await open(person.access),
      await open(person.access, other),
      await open(stranger.access),
    ];
    one.services.live.publishToPerson(person.user_id, { read: 1 });
    await Promise.all([here.hear('event'), there.hear('event')]);
    expect(eventsOf(theirs)).toEqual([]);
  });

  test('has at most twenty connections: the oldest goes', async () => {
    const { access } = await signUp(t);
    const first = await open(access);
    for (let n = 0; n < 20; n++) await open(access);
    expect(await first.closed).toBe(1008);
  });
});

describe('the end of a session', () => {
  test('closes its connections within a second, on whatever process it ended', async () => {
    const { access, refresh } = await signUp(t);
    const [here, there] = [await open(access), await open(access, other)];
    const stays = await open(person.access);
    const ended = performance.now();
    await t.call('POST /logout/', { body: { refresh_token: refresh } });
    expect(await Promise.all([here.closed, there.closed])).toEqual([4401, 4401]);
    // A second, and what a busy machine adds.
    expect(performance.now() - ended).toBeLessThan(1500);
    stays.say({ type: 'ping' });
    await stays.hear('pong');
  });

  test('comes with a disabled account too', async () => {
    const { access, user_id: id } = await signUp(t);
    const client = await open(access);
    await sql`update users set disabled_at = ${t.clock.now()} where id = ${id}`.execute(t.db);
    expect(await client.closed).toBe(4401);
  });

  test.each([
    ['a grant that was withdrawn', { grants: ['moderator' as const] }, 'delete from grants where user_id ='],
    ['a grant that was given', {}, 'insert into grants (name, granted_at, user_id) select $$verifier$$, now(),'],
    ['a new role', { role: 'unknown' as const }, 'update users set role = $$patient$$ where id ='],
  ])('does not come with %s, but who is connected comes again with it', async (_name, wanted, change) => {
    const somebody = await signUp(t, wanted);
    const [here, there] = [
      await watching('room:1', one, somebody.access),
      await watching('room:1', other, somebody.access),
    ];
    const untouched = await watching('room:1');
    await sql.raw(`${change} ${somebody.user_id}`).execute(t.db);
    const began = performance.now();
    expect(await Promise.all([here.closed, there.closed])).toEqual([1012, 1012]);
    // A second, and what a busy machine adds.
    expect(performance.now() - began).toBeLessThan(1500);
    await watching('room:1', one, somebody.access);
    untouched.say({ type: 'ping' });
    await untouched.hear('pong');
  });

  test('comes with the access token, unless a new one came before', async () => {
    const [stays, goes] = [await signUp(t), await signUp(t)];
    const [client, silent] = [await open(stays.access), await open(goes.access)];
    t.clock.move(250_000);
    const { body } = await t.call('POST /token/refresh/', { body: { refresh: stays.refresh } });
    client.say({ type: 'hello', token: body.access });
    await client.hear('ready', ({ expires_in }) => expires_in > 290 && client.heard.length > 1);
    t.clock.move(51_000);
    expect(await silent.closed).toBe(4401);
    client.say({ type: 'ping' });
    await client.hear('pong');
    t.clock.move(-301_000);
  });

  test('a token of somebody else does not take a connection over', async () => {
    const stranger = await signUp(t);
    const client = await open(person.access);
    client.say({ type: 'hello', token: stranger.access });
    expect(await client.closed).toBe(4401);
  });
});

test('a server that stops says so to its browsers, and does not wait for them', async () => {
  const third = await serve((await t.otherProcess()).services);
  const client = await open(person.access, third);
  const began = performance.now();
  await third.close();
  expect(await client.closed).toBe(1012);
  expect(performance.now() - began).toBeLessThan(2500);
});
