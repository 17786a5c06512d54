import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { logInAgain, type Person, signUp } from '../../../test/fixtures/factories.ts';
import { hide } from './chat.ts';

let t: TestApp;
let [asha, bina, moderator, administrator] = [] as unknown as [Person, Person, Person, Person];
beforeAll(async () => {
  t = await testApp();
  asha = await signUp(t);
  // Also one without a profile may talk.
  bina = await signUp(t, { role: 'unknown' });
  moderator = await signUp(t, { grants: ['moderator'] });
  administrator = await signUp(t, { grants: ['administrator'] });
});
afterAll(() => t.close());

const days = 86_400_000;
let opened = 0;
/** A room of its own for a test. */
async function open() {
  const body = { name: `Room ${++opened}`, description: 'For a test.' };
  const answer = await t.call('POST /apis/chat-rooms/create/', { as: administrator.access, body });
  expect(answer.status).toBe(201);
  return answer.body.id as number;
}
const say = (room: number | string, person: Person | undefined, content: unknown, more: object = {}) =>
  t.call(`POST /apis/messages-create/${room}/`, { as: person?.access, body: { content, ...more } });
const list = (room: number, person = asha, query = '') =>
  t.call(`GET /apis/messages/${room}/${query}`, { as: person.access });
const contents = async (...asked: Parameters<typeof list>) => {
  const { status, body } = await list(...asked);
  expect(status).toBe(200);
  return body.map(({ content }: { content: string }) => content);
};
const roomOf = async (id: number, person = asha) =>
  (await t.call(`GET /apis/chat-rooms/${id}/`, { as: person.access })).body;
const read = (room: number, seq: unknown, person = asha) =>
  t.call(`POST /apis/chat-rooms/${room}/read/`, { as: person.access, body: { seq } });
const nextOf = (link = '') => /<([^>]+)>; rel="next"/.exec(link)?.[1];

describe('rooms', () => {
  test('some are there from the start, newest first, page by page', async () => {
    await open();
    const { status, body, headers } = await t.call('GET /apis/chat-rooms/?limit=4', { as: asha.access });
    expect(status).toBe(200);
    expect(body).toHaveLength(4);
    const rest = await t.call(`GET ${nextOf(headers.link)}`, { as: asha.access });
    const ids = [...body, ...rest.body].map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    expect(rest.body.map(({ name }: { name: string }) => name)).toContain('Mind and mood');
    expect(rest.body.at(-1)).toEqual({
      id: expect.any(Number),
      closed: false,
      name: 'Caring for a relative',
      description: expect.stringMatching(/\.$/),
      member_count: 0,
      seq: 0,
      read_seq: null,
      unread_count: 0,
    });
  });

  test('are opened by administrators, each name once', async () => {
    const body = { name: '  Knees and hips ', description: 'For joints.' };
    const create = (person: Person | undefined, sent: unknown = body) =>
      t.call('POST /apis/chat-rooms/create/', { as: person?.access, body: sent });
    expect((await create(undefined)).status).toBe(401);
    for (const person of [asha, moderator]) expect((await create(person)).body.code).toBe('not_allowed');
    const made = await create(administrator);
    expect([made.status, made.body.name, made.body.seq]).toEqual([201, 'Knees and hips', 0]);
    const twice = await create(administrator, { name: 'knees and HIPS' });
    expect([twice.status, twice.body.errors]).toEqual([
      400,
      [{ field: 'name', message: 'A room with that name already exists.' }],
    ]);
    for (const bad of [{}, { name: ' ' }, { name: 'x'.repeat(81) }, { name: 'A', more: 1 }]) {
      expect((await create(administrator, bad)).status).toBe(400);
    }
  });

  test('that are not there are not found', async () => {
    for (const line of [
      'GET /apis/chat-rooms/99999/',
      'GET /apis/messages/99999/',
      'GET /apis/messages/99999/?after=3',
    ]) {
      expect((await t.call(line, { as: asha.access })).status).toBe(404);
    }
    expect((await say(99_999, asha, 'Hello?')).status).toBe(404);
    expect((await read(99_999, 1)).status).toBe(404);
    expect((await t.call('GET /apis/messages/x/', { as: asha.access })).status).toBe(400);
  });
});

describe('POST /apis/messages-create/{roomId}/', () => {
  test('says something, to be read by all', async () => {
    const room = await open();
    const said = await say(String(room), bina, '  Good morning \n everybody  ');
    expect(said.status).toBe(201);
    expect(said.body).toEqual({
      id: expect.any(Number),
      room,
      seq: 1,
      content: 'Good morning \n everybody',
      timestamp: t.clock.now().toISOString(),
      user: { id: bina.user_id, username: bina.username },
      client_id: expect.stringMatching(/^[\da-f-]{36}$/),
      hidden_reason: null,
    });
    expect((await say(room, asha, 'Good morning')).body.seq).toBe(2);
    expect((await list(room, moderator)).body[0]).toEqual(said.body);
    expect(await contents(room)).toEqual(['Good morning \n everybody', 'Good morning']);
  });

  test.each([
    [{}, 'content'],
    [{ content: '' }, 'content'],
    [{ content: ' \n\t ' }, 'content'],
    [{ content: 7 }, 'content'],
    [{ content: 'x'.repeat(4001) }, 'content'],
    [{ content: 'a\0b' }, 'content'],
    [{ content: 'Hello', client_id: 'x' }, 'client_id'],
    [{ content: 'Hello', room: 1 }, 'room'],
  ])('refuses %j', async (body, field) => {
    const { status, body: problem } = await t.call('POST /apis/messages-create/1/', { as: asha.access, body });
    expect([status, problem.errors[0].field]).toEqual([400, field]);
  });

  test('takes 4000 characters of any script', async () => {
    const room = await open();
    expect((await say(room, asha, 'न'.repeat(4000))).status).toBe(201);
  });

  test('the same message sent again is the same one, for each sender', async () => {
    const room = await open();
    const client_id = randomUUID();
    const first = await say(room, asha, 'Once', { client_id });
    const again = await say(room, asha, 'Once', { client_id });
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect((await say(room, bina, 'Mine', { client_id })).body.seq).toBe(2);
    expect(await contents(room)).toEqual(['Once', 'Mine']);
  });

  test('sent thirty times at once on two processes, it is there once, and no number is left out', async ({
    onTestFinished,
  }) => {
    const other = await t.otherProcess();
    onTestFinished(() => other.close());
    const room = await open();
    for (const headers of [{}, { 'idempotency-key': randomUUID() }] as Record<string, string>[]) {
      const client_id = randomUUID();
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, n) =>
          (n % 2 ? t.call : other.call)(`POST /apis/messages-create/${room}/`, {
            as: asha.access,
            body: { content: 'Once', client_id },
            headers,
          }),
        ),
      );
      const done = answers.filter(({ status }) => status === 201);
      expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
      expect(new Set(done.map(({ body }) => body.id)).size).toBe(1);
    }
    expect((await list(room)).body.map(({ seq }: { seq: number }) => seq)).toEqual([1, 2]);
    expect((await roomOf(room)).seq).toBe(2);
  });

  test('numbers are given in the order of the commits, without a gap', async ({ onTestFinished }) => {
    const other = await t.otherProcess();
    onTestFinished(() => other.close());
    const room = await open();
    let seen = 0;
    const written = new AbortController();
    // Whoever looks while others write never sees a number before those below it.
    const look = (async () => {
      while (!written.signal.aborted) {
        const { body } = await list(room, asha, '?limit=200');
        expect(body.map(({ seq }: { seq: number }) => seq)).toEqual(body.map((_: unknown, n: number) => n + 1));
        seen = Math.max(seen, body.length);
      }
    })();
    await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        (n % 2 ? t.call : other.call)(`POST /apis/messages-create/${room}/`, {
          as: (n % 3 ? asha : bina).access,
          body: { content: `${n}` },
        }),
      ),
    );
    written.abort();
    await look;
    expect((await roomOf(room)).seq).toBe(100);
    expect(seen).toBeGreaterThan(0);
  });

  test('an Idempotency-Key answers again as for every write', async () => {
    const room = await open();
    const send = (content: string) =>
      t.call(`POST /apis/messages-create/${room}/`, {
        as: asha.access,
        body: { content },
        headers: { 'idempotency-key': 'one-and-only' },
      });
    const first = await send('Keyed');
    const again = await send('Keyed');
    expect([again.status, again.body, again.headers['idempotency-replayed']]).toEqual([201, first.body, 'true']);
    expect((await send('Other')).body.code).toBe('key_reused');
    expect(await contents(room)).toEqual(['Keyed']);
  });
});

describe('GET /apis/messages/{roomId}/', () => {
  test('gives the newest fifty, oldest first, and leads back in time and forward after a number', async () => {
    const room = await open();
    await sql`
      insert into messages (room_id, seq, author_id, client_id, content, created_at)
      select ${room}::int, n, ${asha.user_id}::int, gen_random_uuid(), 'm' || n, ${t.clock.now()}::timestamptz
      from generate_series(1, 120) n`.execute(t.db);
    await sql`update room_sequences set seq = 120 where room_id = ${room}`.execute(t.db);
    const names = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => `m${from + n}`);
    const newest = await list(room);
    expect(newest.body.map(({ content }: { content: string }) => content)).toEqual(names(71, 120));
    const before = await t.call(`GET ${nextOf(newest.headers.link)}`, { as: bina.access });
    expect(before.body.map(({ content }: { content: string }) => content)).toEqual(names(21, 70));
    const first = await t.call(`GET ${nextOf(before.headers.link)}`, { as: bina.access });
    expect(first.body.map(({ content }: { content: string }) => content)).toEqual(names(1, 20));
    expect(first.headers.link).toBeUndefined();

    const after = await list(room, asha, '?after=30&limit=60');
    expect(after.body.map(({ content }: { content: string }) => content)).toEqual(names(31, 90));
    const on = await t.call(`GET ${nextOf(after.headers.link)}`, { as: asha.access });
    expect(on.body.map(({ content }: { content: string }) => content)).toEqual(names(91, 120));
    expect(on.headers.link).toBeUndefined();
    expect((await list(room, asha, '?after=120')).body).toEqual([]);

    const foreign = await list(await open(), asha, `?${nextOf(newest.headers.link)?.split('?')[1]}`);
    expect(foreign.body.errors[0].field).toBe('cursor');
    for (const query of ['?after=-1', '?after=x', '?limit=201', '?before=3']) {
      expect((await list(room, asha, query)).status, query).toBe(400);
    }
  });
});

describe('DELETE /apis/messages-del/{messageId}/', () => {
  const remove = (id: number | string, person: Person | undefined) =>
    t.call(`DELETE /apis/messages-del/${id}/`, { as: person?.access });

  test('is for its author, once', async () => {
    const room = await open();
    const { body: said } = await say(room, asha, 'Never mind');
    await say(room, bina, 'What?');
    expect((await remove(said.id, undefined)).status).toBe(401);
    for (const person of [bina, moderator, administrator]) expect((await remove(said.id, person)).status).toBe(403);
    const { status, text } = await remove(said.id, asha);
    expect([status, text]).toEqual([200, '{}']);
    expect(await contents(room)).toEqual(['What?']);
    expect((await remove(said.id, asha)).status).toBe(404);
    expect((await remove(2_000_000_000, asha)).status).toBe(404);
    expect((await remove('x', asha)).status).toBe(400);
    expect((await sql`select from messages where id = ${said.id}`.execute(t.db)).rows).toHaveLength(0);
  });
});

describe('unread counts', () => {
  test('count what others said since, are the same everywhere, and go down alone', async () => {
    const room = await open();
    for (const content of ['one', 'two', 'three']) await say(room, bina, content);
    expect(await roomOf(room)).toMatchObject({ read_seq: null, unread_count: 0 });
    expect((await read(room, 1)).body).toEqual({ read_seq: 1, unread_count: 2 });
    await say(room, asha, 'mine');
    expect(await roomOf(room)).toMatchObject({ read_seq: 1, unread_count: 2, seq: 4 });
    expect((await read(room, '3')).body).toEqual({ read_seq: 3, unread_count: 0 });
    expect((await read(room, 2)).body).toEqual({ read_seq: 3, unread_count: 0 });
    expect((await read(room, 1000)).body).toEqual({ read_seq: 4, unread_count: 0 });
    const listed = await t.call('GET /apis/chat-rooms/', { as: asha.access });
    expect(listed.body.find(({ id }: { id: number }) => id === room)).toEqual(await roomOf(room));
    for (const bad of [-1, 'x', null]) expect((await read(room, bad)).status).toBe(400);
  });

  test('stop at a hundred', async () => {
    const room = await open();
    await read(room, 0);
    await sql`
      insert into messages (room_id, seq, author_id, client_id, content, created_at)
      select ${room}::int, n, ${bina.user_id}::int, gen_random_uuid(), 'm', now() from generate_series(1, 120) n`.execute(
      t.db,
    );
    expect((await roomOf(room)).unread_count).toBe(100);
  });
});

test('members are those who wrote or read in the last thirty days, each counted once', async ({ onTestFinished }) => {
  const start = t.clock.now().getTime();
  onTestFinished(async () => {
    t.clock.move(start - t.clock.now().getTime());
    [asha, bina] = [await logInAgain(t, asha), await logInAgain(t, bina)];
    [moderator, administrator] = [await logInAgain(t, moderator), await logInAgain(t, administrator)];
  });
  const room = await open();
  const later = async (count: number) => {
    t.clock.move(count * days);
    [asha, bina] = [await logInAgain(t, asha), await logInAgain(t, bina)];
  };
  await say(room, asha, 'Hello');
  await say(room, asha, 'Anybody?');
  expect((await roomOf(room)).member_count).toBe(1);
  await read(room, 2, bina);
  expect((await roomOf(room)).member_count).toBe(2);
  await later(20);
  await say(room, asha, 'Still here');
  expect((await roomOf(room)).member_count).toBe(2);
  await later(10);
  expect((await roomOf(room)).member_count).toBe(1);
  await later(20);
  expect((await roomOf(room)).member_count).toBe(0);
  await Promise.all([read(room, 3, bina), say(room, bina, 'Back'), read(room, 3, asha)]);
  expect((await roomOf(room)).member_count).toBe(2);
});

describe('a blocked person', () => {
  test('is neither read nor counted, until unblocked', async () => {
    const room = await open();
    const [me, loud] = [await signUp(t), await signUp(t)];
    const put = (id: number | string, as = me.access) => t.call(`PUT /apis/blocks/${id}/`, { as, body: {} });
    const blocked = async () => (await t.call('GET /apis/blocks/', { as: me.access })).body;
    await read(room, 0, me);
    await say(room, loud, 'BUY NOW');
    await say(room, asha, 'Quiet please');
    expect((await roomOf(room, me)).unread_count).toBe(2);
    expect([(await put(loud.user_id)).status, (await put(String(loud.user_id))).status]).toEqual([200, 200]);
    expect(await blocked()).toEqual([{ id: loud.user_id, username: loud.username }]);
    expect(await contents(room, me)).toEqual(['Quiet please']);
    expect((await roomOf(room, me)).unread_count).toBe(1);
    expect(await contents(room, asha)).toEqual(['BUY NOW', 'Quiet please']);
    expect(await contents(room, loud)).toEqual(['BUY NOW', 'Quiet please']);
    expect((await t.call(`DELETE /apis/blocks/${loud.user_id}/`, { as: me.access })).status).toBe(200);
    expect(await blocked()).toEqual([]);
    expect(await contents(room, me)).toEqual(['BUY NOW', 'Quiet please']);
    expect([(await put(me.user_id)).status, (await put(2_000_000_000)).status, (await put('x')).status]).toEqual([
      400, 404, 400,
    ]);
  });
});

test('the people one has blocked come page by page, last blocked first', async () => {
  const me = await signUp(t);
  const others = [await signUp(t), await signUp(t), await signUp(t)];
  for (const { user_id } of others) await t.call(`PUT /apis/blocks/${user_id}/`, { as: me.access });
  const first = await t.call('GET /apis/blocks/?limit=2', { as: me.access });
  const second = await t.call(`GET ${nextOf(first.headers.link)}`, { as: me.access });
  const ids = [...first.body, ...second.body].map(({ id }) => id);
  expect(ids).toEqual(others.map(({ user_id }) => user_id).toReversed());
});

describe('a hidden message', () => {
  const hideIt = (id: number, reason: string | undefined) =>
    t.db.transaction().execute((tx) => hide(tx, id, reason, t.clock.now()));

  test('is for its author, who is told why, and for moderators; shown again it is for all', async () => {
    const room = await open();
    await read(room, 0, moderator);
    await read(room, 0, bina);
    const { body: said } = await say(room, asha, `Take ${'x'.repeat(200)}`);
    expect(await hideIt(said.id, 'It names a dose.')).toEqual({
      author: asha.user_id,
      excerpt: `Take ${'x'.repeat(145)}`,
    });
    const reasons = async (person: Person) =>
      (await list(room, person)).body.map((row: { hidden_reason: string }) => row.hidden_reason);
    expect(await reasons(asha)).toEqual(['It names a dose.']);
    expect(await reasons(moderator)).toEqual(['It names a dose.']);
    expect(await reasons(bina)).toEqual([]);
    expect((await roomOf(room, bina)).unread_count).toBe(0);
    const remove = await t.call(`DELETE /apis/messages-del/${said.id}/`, { as: bina.access });
    expect(remove.status).toBe(404);
    await hideIt(said.id, undefined);
    expect(await reasons(bina)).toEqual([null]);
    await hideIt(said.id, 'Once more.');
    expect((await t.call(`DELETE /apis/messages-del/${said.id}/`, { as: asha.access })).status).toBe(200);
    expect(await hideIt(said.id, 'Gone')).toBeUndefined();
  });
});
