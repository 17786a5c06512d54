import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { logInAgain, type Person, signUp } from '../../../test/fixtures/factories.ts';
import { blogTexts, hide } from './blogs.ts';

let t: TestApp;
let author: Person;
let stranger: Person;
let moderator: Person;
beforeAll(async () => {
  t = await testApp();
  author = await signUp(t, { role: 'healthcare_provider', name: 'Dr. Ila Sen' });
  stranger = await signUp(t);
  moderator = await signUp(t, { grants: ['moderator'] });
});
afterAll(() => t.close());

const day = 86_400_000;
async function later(days: number) {
  t.clock.move(days * day);
  [author, stranger, moderator] = (await Promise.all(
    [author, stranger, moderator].map((one) => logInAgain(t, one)),
  )) as [Person, Person, Person];
}

async function write(person = author, title = 'Sleep well', content = '# Rest\n\nGo to bed **early**.') {
  const { status, body } = await t.call('POST /apis/blogs/create/', { as: person.access, body: { title, content } });
  expect(status).toBe(201);
  return body;
}
const rowOf = async (id: number) =>
  (await sql`select title, content, body, excerpt, likes_count, deleted_at from blogs where id = ${id}`.execute(t.db))
    .rows[0];
const idsOf = async (line: string, person?: Person) => {
  const { status, body } = await t.call(line, { as: person?.access });
  expect(status).toBe(200);
  return body.map(({ id }: { id: number }) => id);
};
const missing = async () => (await t.call('GET /apis/full/2000000000/', { as: stranger.access })).text;

describe('POST /apis/blogs/create/', () => {
  test('publishes an article, rendered and sanitised', async () => {
    const made = await write(author, ' Sleep well ', '# Rest\n\nGo **early**. <script>alert(1)</script>');
    expect(made).toEqual({
      id: made.id,
      title: 'Sleep well',
      body: '<h2>Rest</h2>\n<p>Go <strong>early</strong>. alert(1)</p>',
      author: {
        id: author.user_id,
        username: author.username,
        email: expect.stringContaining('@'),
        provider: { name: 'Dr. Ila Sen', education: 'MBBS, MD', verified: false },
      },
      likes_count: 0,
      liked: false,
      created_at: t.clock.now().toISOString(),
      updated_at: t.clock.now().toISOString(),
      hidden_reason: null,
    });
    expect(await rowOf(made.id)).toMatchObject({ title: 'Sleep well', excerpt: 'Rest Go early. alert(1)' });
    const { body } = await t.call('GET /apis/blogs/?limit=1');
    const [{ author: shown, ...listed }] = body;
    expect(listed).toEqual({
      id: made.id,
      title: 'Sleep well',
      content: 'Rest Go early. alert(1)',
      likes_count: 0,
      created_at: made.created_at,
    });
    expect(shown).toEqual({ ...made.author, email: null });
  });

  test.each([
    ['a blank title', { title: '  ', content: 'x' }, 'title'],
    ['a long title', { title: 'x'.repeat(121), content: 'x' }, 'title'],
    ['no content', { title: 'x' }, 'content'],
    ['blank content', { title: 'x', content: ' \n ' }, 'content'],
    ['long content', { title: 'x', content: 'x'.repeat(30_001) }, 'content'],
    ['another field', { title: 'x', content: 'x', author: 1 }, 'author'],
  ])('refuses %s', async (_, body, field) => {
    const answer = await t.call('POST /apis/blogs/create/', { as: author.access, body });
    expect([answer.status, answer.body.errors[0].field]).toEqual([400, field]);
  });

  test('does the same once with an Idempotency-Key, takes 120 characters, and asks for a session', async () => {
    const body = { title: 'x'.repeat(120), content: 'Once.' };
    const options = { as: author.access, body, headers: { 'idempotency-key': 'once' } };
    const [first, second] = [
      await t.call('POST /apis/blogs/create/', options),
      await t.call('POST /apis/blogs/create/', options),
    ];
    expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id]);
    expect((await t.call('POST /apis/blogs/create/', { body })).status).toBe(401);
  });
});

test('the preview shows what would be published, and keeps nothing', async () => {
  const before = await idsOf('GET /apis/blogs/');
  const body = { content: '*a* <img src=x onerror=alert(1)>' };
  const answer = await t.call('POST /apis/blogs/preview/', { as: stranger.access, body });
  expect([answer.status, answer.body]).toEqual([200, { body: '<p><em>a</em> </p>' }]);
  expect((await t.call('POST /apis/blogs/preview/', { as: stranger.access, body: { content: '' } })).status).toBe(200);
  expect(await idsOf('GET /apis/blogs/')).toEqual(before);
});

describe('reading', () => {
  test('everybody signed in reads an article; its source is for its author', async () => {
    const { id } = await write();
    const read = await t.call(`GET /apis/full/${id}/`, { as: stranger.access });
    expect([read.status, read.body.author.email, read.body.liked]).toEqual([200, null, false]);
    expect((await t.call(`GET /apis/full/${id}/`)).status).toBe(401);
    const source = await t.call(`GET /apis/blogs/${id}/`, { as: author.access });
    const text = { id, title: 'Sleep well', content: '# Rest\n\nGo to bed **early**.' };
    expect(source.body).toEqual({ ...text, version: expect.any(String) });
    expect((await t.call(`GET /apis/blogs/${id}/`, { as: stranger.access })).body.code).toBe('not_allowed');
    expect((await t.call('GET /apis/full/x/', { as: stranger.access })).status).toBe(400);
  });

  test('the lists come newest first, in pages that fit together', async () => {
    for (let n = 0; n < 4; n++) {
      t.clock.move(1000);
      await write();
    }
    for (const [line, person] of [
      ['GET /apis/blogs/', undefined],
      [`GET /apis/personal/${author.user_id}/`, author],
    ] as const) {
      const whole = await idsOf(line, person);
      expect(whole).toEqual(whole.toSorted((a: number, b: number) => b - a));
      const seen: number[] = [];
      let address: string | undefined = `${line}?limit=2`;
      while (address !== undefined) {
        const { body, headers } = await t.call(address, { as: person?.access });
        seen.push(...body.map(({ id }: { id: number }) => id));
        const next = /<(.+)>; rel="next"/.exec(headers.link ?? '')?.[1];
        address = next && `GET ${next}`;
      }
      expect(seen).toEqual(whole);
      expect((await t.call(`${line}?cursor=bm9uc2Vuc2U`, { as: person?.access })).status).toBe(400);
    }
  });

  test("the personal list is its person's alone", async () => {
    const line = `GET /apis/personal/${author.user_id}/`;
    const { status, text } = await t.call(line, { as: stranger.access });
    expect([status, text]).toEqual([404, await missing()]);
    expect(await idsOf(`GET /apis/personal/${stranger.user_id}/`, stranger)).toEqual([]);
    expect((await t.call(line)).status).toBe(401);
  });
});

describe('PATCH /apis/blogs/{id}/', () => {
  test('changes what is sent, for the author', async () => {
    const { id } = await write();
    const line = `PATCH /apis/blogs/${id}/`;
    const content = 'New *words*';
    expect((await t.call(line, { body: { content } })).status).toBe(401);
    expect((await t.call(line, { as: stranger.access, body: { content } })).body.code).toBe('not_allowed');
    expect((await t.call(line, { as: author.access, body: { title: ' ' } })).status).toBe(400);
    expect((await rowOf(id)) as object).toMatchObject({ title: 'Sleep well', excerpt: 'Rest Go to bed early.' });

    expect((await t.call(line, { as: author.access, body: { content } })).body).toEqual({
      id,
      title: 'Sleep well',
      content,
      version: expect.any(String),
    });
    await t.call(line, { as: author.access, body: { title: 'Anew' } });
    const row = { title: 'Anew', content, body: '<p>New <em>words</em></p>', excerpt: 'New words' };
    expect(await rowOf(id)).toMatchObject(row);
    expect((await t.call('GET /apis/blogs/')).body.find((one: { id: number }) => one.id === id)).toMatchObject({
      title: 'Anew',
      content: 'New words',
    });
  });

  test('of two that began with the same version, the later is refused and overwrites nothing', async () => {
    const { id } = await write();
    const line = `PATCH /apis/blogs/${id}/`;
    const as = author.access;
    const { version } = (await t.call(`GET /apis/blogs/${id}/`, { as })).body;
    const first = await t.call(line, { as, body: { title: 'One tab', content: 'One text', version } });
    expect(first.status).toBe(200);
    const second = await t.call(line, { as, body: { title: 'Other tab', content: 'Other text', version } });
    expect([second.status, second.body.code]).toEqual([409, 'changed_meanwhile']);
    expect(await rowOf(id)).toMatchObject({ title: 'One tab', content: 'One text' });
    // Who has read it since, and who does not say a version, may go on.
    const next = await t.call(line, { as, body: { title: 'Both', version: first.body.version } });
    expect([next.status, next.body.title]).toEqual([200, 'Both']);
    expect((await t.call(line, { as, body: { title: 'Last', content: 'Text' } })).status).toBe(200);
  });
});

describe('deleting and restoring', () => {
  test('an article is gone for everybody, until its author restores it', async () => {
    const { id } = await write();
    expect((await t.call(`DELETE /apis/blogs/${id}/`)).status).toBe(401);
    expect((await t.call(`DELETE /apis/blogs/${id}/`, { as: stranger.access })).status).toBe(403);
    expect((await t.call(`POST /apis/blogs/${id}/restore/`, { as: author.access })).body.code).toBe('wrong_state');
    const gone = await t.call(`DELETE /apis/blogs/${id}/`, { as: author.access });
    expect([gone.status, gone.body]).toEqual([200, {}]);
    const nothing = await missing();
    for (const [line, body] of [
      [`GET /apis/full/${id}/`],
      [`GET /apis/blogs/${id}/`],
      [`PATCH /apis/blogs/${id}/`, { title: 'x' }],
      [`DELETE /apis/blogs/${id}/`],
      [`POST /apis/like/${id}/`],
    ] as const)
      for (const person of [author, stranger, moderator]) {
        const { status, text } = await t.call(line, { as: person.access, body });
        expect([status, text], line).toEqual([404, nothing]);
      }
    expect(await idsOf('GET /apis/blogs/')).not.toContain(id);
    const own = `GET /apis/personal/${author.user_id}/`;
    expect(await idsOf(own, author)).not.toContain(id);
    expect(await idsOf(`${own}?deleted=true`, author)).toEqual([id]);

    for (const person of [stranger, moderator])
      expect((await t.call(`POST /apis/blogs/${id}/restore/`, { as: person.access })).status).toBe(404);
    expect((await t.call(`POST /apis/blogs/${id}/restore/`)).status).toBe(401);
    const back = await t.call(`POST /apis/blogs/${id}/restore/`, { as: author.access });
    expect([back.status, back.body.id]).toEqual([200, id]);
    expect(await idsOf('GET /apis/blogs/')).toContain(id);
    expect(await idsOf(`${own}?deleted=true`, author)).toEqual([]);
  });

  test('is for 30 days', async () => {
    const [kept, lost] = [await write(), await write()];
    await t.call(`DELETE /apis/blogs/${lost.id}/`, { as: author.access });
    await later(1);
    await t.call(`DELETE /apis/blogs/${kept.id}/`, { as: author.access });
    await later(29);
    expect(await idsOf(`GET /apis/personal/${author.user_id}/?deleted=true`, author)).toEqual([kept.id]);
    expect((await t.call(`POST /apis/blogs/${lost.id}/restore/`, { as: author.access })).status).toBe(404);
    expect((await t.call(`POST /apis/blogs/${kept.id}/restore/`, { as: author.access })).status).toBe(200);
  });
});

test('a like counts once for each person, however often and at once it is given', async () => {
  const { id } = await write();
  const like = (person?: Person) => t.call(`POST /apis/like/${id}/`, { as: person?.access });
  expect((await like()).status).toBe(401);
  const answers = await Promise.all(Array.from({ length: 8 }, () => like(stranger)));
  for (const { status, body } of answers) expect([status, body]).toEqual([200, { likes_count: 1, liked: true }]);
  expect((await like(author)).body).toEqual({ likes_count: 2, liked: true });
  expect(await rowOf(id)).toMatchObject({ likes_count: 2 });
  const read = async (person: Person) => (await t.call(`GET /apis/full/${id}/`, { as: person.access })).body;
  expect(await read(stranger)).toMatchObject({ liked: true, likes_count: 2 });
  expect(await read(moderator)).toMatchObject({ liked: false, likes_count: 2 });
  expect((await t.call(`POST /apis/like/${id}/`, { as: stranger.access, body: { no: 1 } })).status).toBe(400);
});

test('a hidden article is there for its author, who reads why, and for moderators', async () => {
  const { id } = await write();
  const nobody = await t.db.transaction().execute((tx) => hide(tx, 2_000_000_000, 'x', t.clock.now()));
  expect(nobody).toBeUndefined();
  const hidden = await t.db.transaction().execute((tx) => hide(tx, id, 'It sells something.', t.clock.now()));
  blogTexts.clear();
  expect(hidden).toEqual({ author: author.user_id, excerpt: 'Rest Go to bed early.' });
  expect(await idsOf('GET /apis/blogs/')).not.toContain(id);
  for (const line of [`GET /apis/full/${id}/`, `GET /apis/blogs/${id}/`, `POST /apis/like/${id}/`])
    expect((await t.call(line, { as: stranger.access })).text).toBe(await missing());
  for (const person of [author, moderator]) {
    const { body } = await t.call(`GET /apis/full/${id}/`, { as: person.access });
    expect(body.hidden_reason).toBe('It sells something.');
  }
  const own = await t.call(`GET /apis/personal/${author.user_id}/`, { as: author.access });
  expect(own.body[0]).toMatchObject({ id, hidden_reason: 'It sells something.' });
  await t.db.transaction().execute((tx) => hide(tx, id, undefined, t.clock.now()));
  blogTexts.clear();
  expect(await idsOf('GET /apis/blogs/')).toContain(id);
});
