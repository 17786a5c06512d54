import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { emailsTo, reachable } from '../../../test/fixtures/claims.ts';
import { asOwner } from '../../../test/servers/owner.ts';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';

let t: TestApp;
let [author, reader, other, moderator] = [] as unknown as [Person, Person, Person, Person];
beforeAll(async () => {
  t = await testApp();
  author = await signUp(t);
  reader = await signUp(t, { role: 'unknown' });
  other = await signUp(t, { role: 'healthcare_provider' });
  moderator = await signUp(t, { grants: ['moderator'] });
});
afterAll(() => t.close());

interface Made {
  kind: string;
  id: number;
  address: string;
  /** Whether somebody finds it in the list in which it stands; for the author, the reason it was hidden for. */
  seenBy(person: Person | undefined): Promise<{ hidden_reason: string | null } | undefined>;
}

const missing = 2_000_000_000;

async function good(line: string, person: Person | undefined, body?: object) {
  const answer = await t.call(line, { as: person?.access, ...(body === undefined ? {} : { body }) });
  if (answer.status >= 300) throw new Error(`${line} answered ${answer.status}: ${answer.text}`);
  return answer.body;
}

/** One of each kind, by the author. */
const make = {
  async blog(): Promise<Made> {
    const { id } = await good('POST /apis/blogs/create/', author, { title: 'My tea', content: 'Buy *it*.' });
    return {
      kind: 'blog',
      id,
      address: `/blog/${id}`,
      seenBy: async (person) => {
        const own = person === author ? `personal/${author.user_id}` : 'blogs';
        const list = await good(`GET /apis/${own}/?limit=200`, person);
        const row = list.find((one: { id: number }) => one.id === id);
        return row && { hidden_reason: null, ...row };
      },
    };
  },
  async question(): Promise<Made> {
    const { prob_id: id } = await good('POST /apis/help-center/create/', author, { problem: 'Where to buy tea?' });
    return {
      kind: 'question',
      id,
      address: `/comment/${id}`,
      seenBy: async (person) => {
        const own = person === author ? 'own/' : '';
        const list = await good(`GET /apis/help-center/${own}?limit=200`, person);
        return list.find((row: { prob_id: number }) => row.prob_id === id);
      },
    };
  },
  async answer(): Promise<Made> {
    const { prob_id } = await good('POST /apis/help-center/create/', other, { problem: 'Is tea good for me?' });
    const { id } = await good(`POST /apis/help-center/${prob_id}/comments/`, author, { comment: 'Buy mine.' });
    return {
      kind: 'answer',
      id,
      address: `/comment/${prob_id}`,
      seenBy: async (person = reader) => {
        const list = await good(`GET /apis/help-center/${prob_id}/comments/`, person);
        return list.find((row: { id: number }) => row.id === id);
      },
    };
  },
  async message(): Promise<Made> {
    const [room] = await good('GET /apis/chat-rooms/?limit=1', author);
    const { id } = await good(`POST /apis/messages-create/${room.id}/`, author, { content: 'Buy my tea.' });
    return {
      kind: 'message',
      id,
      address: `/room/${room.id}`,
      seenBy: async (person = reader) => {
        const list = await good(`GET /apis/messages/${room.id}/`, person);
        return list.find((row: { id: number }) => row.id === id);
      },
    };
  },
};
const kinds = Object.keys(make) as (keyof typeof make)[];

const report = (which: object, person: Person | undefined = reader, more: object = {}) => {
  const { kind, id } = which as Made;
  return t.call('POST /apis/reports/create/', {
    as: person?.access,
    body: { kind, id, reason: 'advertising', ...more },
  });
};
const decide = (verb: 'hide' | 'show', { kind, id }: Pick<Made, 'kind' | 'id'>, person?: Person, more: object = {}) => {
  const body = { kind, id, ...(verb === 'hide' ? { reason: 'An advertisement.' } : {}), ...more };
  return t.call(`POST /apis/moderation/${verb}/`, { as: (person ?? moderator).access, body });
};
const queue = async (query = '') => await good(`GET /apis/moderation/${query}`, moderator);
const inQueue = async ({ kind, id }: Made, query = '?limit=200') =>
  (await queue(query)).find((row: Made) => row.kind === kind && row.id === id);

describe.each(kinds)('of the kind %s', (kind) => {
  test('what is reported waits for a moderator, who hides it with a reason and shows it again', async () => {
    const made = await make[kind]();
    expect(await report(made, reader, { note: ' He sells tea. ' })).toMatchObject({ status: 201, body: {} });
    t.clock.move(1000);
    expect((await report(made, other, { reason: 'other' })).status).toBe(201);
    expect((await queue())[0]).toEqual({
      kind,
      id: made.id,
      author: { id: author.user_id, username: author.username },
      excerpt: expect.stringMatching(/tea|mine/),
      address: made.address,
      report_count: 2,
      reasons: [
        { reason: 'advertising', count: 1 },
        { reason: 'other', count: 1 },
      ],
      notes: ['He sells tea.'],
      reported_at: t.clock.now().toISOString(),
      hidden_at: null,
      hidden_reason: null,
    });
    // Reporting alone hides nothing.
    expect(await made.seenBy(reader)).toMatchObject({ hidden_reason: null });

    expect(await decide('hide', made)).toMatchObject({ status: 200, body: {} });
    expect(await made.seenBy(reader)).toBeUndefined();
    expect(await made.seenBy(author)).toMatchObject({ hidden_reason: 'An advertisement.' });
    expect(await inQueue(made)).toBeUndefined();
    expect(await inQueue(made, '?state=hidden')).toMatchObject({
      report_count: 0,
      reported_at: null,
      hidden_reason: 'An advertisement.',
    });

    expect((await decide('show', made)).status).toBe(200);
    expect(await made.seenBy(reader)).toMatchObject({ hidden_reason: null });
    expect(await inQueue(made, '?state=hidden')).toBeUndefined();
    const { rows } = await sql`
      select actor_id, action, outcome, session_id is not null as in_session from audit
      where item_kind = ${kind} and item_id = ${made.id} order by id`.execute(t.db);
    expect(rows).toEqual(
      ['hide', 'show'].map((action) => ({
        actor_id: moderator.user_id,
        action,
        outcome: 'done',
        in_session: true,
      })),
    );
    const decisions = await sql`
      select d.moderator_id, d.decision, d.reason from moderation_decisions d join moderated m on m.id = d.moderated_id
      where m.kind = ${kind} and m.item_id = ${made.id} order by d.id`.execute(t.db);
    expect(decisions.rows).toEqual([
      { moderator_id: moderator.user_id, decision: 'hide', reason: 'An advertisement.' },
      { moderator_id: moderator.user_id, decision: 'show', reason: null },
    ]);
  });

  test('what is hidden stands in no list, feed or sitemap any more at once, and again when it is shown', async () => {
    const made = await make[kind]();
    const published = async () =>
      (await Promise.all(['/feed.xml', '/sitemap.xml'].map((path) => t.call(`GET ${path}`)))).map(({ text }) =>
        text.includes(`${made.address}<`),
      );
    const inFeed = kind === 'blog';
    expect(await published()).toEqual([inFeed, false]);
    await decide('hide', made);
    expect([await made.seenBy(reader), await published()]).toEqual([undefined, [false, false]]);
    await decide('show', made);
    expect([await made.seenBy(reader), await published()]).toEqual([expect.anything(), [inFeed, false]]);
  });

  test('a hidden one cannot be reported, as if it were not there', async () => {
    const made = await make[kind]();
    await decide('hide', made);
    const never = await report({ kind, id: missing });
    expect([never.status, never.body.code]).toEqual([404, 'not_found']);
    const hidden = await report(made);
    expect([hidden.status, hidden.text]).toEqual([404, never.text]);
  });

  test("one's own cannot be reported", async () => {
    const { status, body } = await report(await make[kind](), author);
    expect([status, body.code]).toEqual([403, 'not_allowed']);
  });

  test('what is not there cannot be decided', async () => {
    for (const verb of ['hide', 'show'] as const) {
      expect(await decide(verb, { kind, id: missing })).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
  });
});

test('one person reports a thing once, until it is decided; a thing that may stand waits no more', async () => {
  const made = await make.question();
  for (let n = 0; n < 3; n++) expect((await report(made, reader, { reason: 'unkind' })).status).toBe(201);
  expect(await inQueue(made)).toMatchObject({ report_count: 1, reasons: [{ reason: 'unkind', count: 1 }] });
  expect((await decide('show', made)).status).toBe(200);
  expect(await inQueue(made)).toBeUndefined();
  const again = await decide('show', made);
  expect([again.status, again.body.code]).toEqual([409, 'wrong_state']);
  expect((await report(made)).status).toBe(201);
  expect(await inQueue(made)).toMatchObject({ report_count: 1, reasons: [{ reason: 'advertising', count: 1 }] });
});

test('many at once count once each', async () => {
  const made = await make.question();
  const people = [reader, reader, reader, other, other];
  const answers = await Promise.all(people.map((person) => report(made, person)));
  expect(answers.map(({ status }) => status)).toEqual(people.map(() => 201));
  expect(await inQueue(made)).toMatchObject({ report_count: 2 });
});

test('what its author has deleted meanwhile waits no more once a moderator looks at it', async () => {
  const made = await make.question();
  await report(made);
  await good(`DELETE /apis/help-center/${made.id}/`, author, {});
  expect(await inQueue(made)).toMatchObject({ excerpt: 'Where to buy tea?' });
  expect((await decide('hide', made)).status).toBe(404);
  expect(await inQueue(made)).toBeUndefined();
});

test('another reason may be given to what is hidden, of which its author is told and who reported it is not', async () => {
  const reporter = await signUp(t);
  for (const person of [author, reporter]) await reachable(t, person);
  const made = await make.answer();
  await report(made, reporter);
  await decide('hide', made);
  const before = await emailsTo(t, author);
  await decide('hide', made, moderator, { reason: 'An advertisement, and wrong.' });
  expect(await made.seenBy(author)).toMatchObject({ hidden_reason: 'An advertisement, and wrong.' });
  expect(await emailsTo(t, reporter)).toEqual(['Your report is decided']);
  expect(await emailsTo(t, author)).toEqual([...before, 'A decision about something you wrote']);
});

test('an answer to a hidden question cannot be reported', async () => {
  const made = await make.answer();
  const question = Number(made.address.split('/').at(-1));
  await decide('hide', { kind: 'question', id: question });
  expect((await report(made)).status).toBe(404);
});

test.each([
  ['without a kind', { kind: undefined }, 'kind'],
  ['of an unknown kind', { kind: 'room' }, 'kind'],
  ['without an id', { id: undefined }, 'id'],
  ['with an id that is none', { id: 'first' }, 'id'],
  ['for no reason', { reason: undefined }, 'reason'],
  ['for a reason of their own', { reason: 'because' }, 'reason'],
  ['with a note that is too long', { note: 'x'.repeat(501) }, 'note'],
  ['with something else', { author: 1 }, 'author'],
])('a report %s is refused', async (_how, more, field) => {
  const body = { kind: 'question', id: 1, reason: 'unkind', ...more };
  const answer = await t.call('POST /apis/reports/create/', { as: reader.access, body });
  expect([answer.status, answer.body.errors[0].field]).toEqual([400, field]);
});

test('decisions are made by moderators, and hiding takes a reason', async () => {
  const made = await make.question();
  expect((await t.call('POST /apis/reports/create/', { body: {} })).status).toBe(401);
  await report(made);
  for (const person of [reader, author, other]) {
    expect((await decide('hide', made, person)).body.code).toBe('not_allowed');
    expect((await decide('show', made, person)).body.code).toBe('not_allowed');
    expect((await t.call('GET /apis/moderation/', { as: person.access })).body.code).toBe('not_allowed');
  }
  for (const reason of [undefined, ' ', 'x'.repeat(501)]) {
    const { status, body } = await decide('hide', made, moderator, { reason });
    expect([status, body.errors[0].field]).toEqual([400, 'reason']);
  }
  expect(await made.seenBy(reader)).toMatchObject({ hidden_reason: null });
  expect(await inQueue(made)).toMatchObject({ report_count: 1 });
});

test('the queue goes on page by page, last reported first', async () => {
  const made = [await make.question(), await make.answer(), await make.message()];
  for (const one of made) {
    t.clock.move(1000);
    await report(one);
  }
  const ids: number[] = [];
  let line = 'GET /apis/moderation/?limit=2';
  for (let page = 0; page < 2; page++) {
    const { body, headers } = await t.call(line, { as: moderator.access });
    ids.push(...body.map(({ id }: Made) => id));
    line = `GET ${/<(.+)>; rel="next"/.exec(headers.link ?? '')?.[1]}`;
  }
  expect(ids.slice(0, 3)).toEqual(made.map(({ id }) => id).toReversed());
  const elsewhere = await t.call(line.replace('/?', '/?state=hidden&'), { as: moderator.access });
  expect(elsewhere.status).toBe(400);
});

test('where a decision cannot be written down, it is not made', async () => {
  const made = await make.question();
  await report(made);
  const { rows } = await sql<{ name: string }>`select current_user as name`.execute(t.db);
  await asOwner(t.db, `revoke insert on audit from "${rows[0]?.name}"`);
  expect((await decide('hide', made)).status).toBe(503);
  await asOwner(t.db, `grant insert on audit to "${rows[0]?.name}"`);
  expect(await made.seenBy(reader)).toMatchObject({ hidden_reason: null });
  expect(await inQueue(made)).toMatchObject({ report_count: 1 });
});

test('thirty reports in an hour are enough for one person', async () => {
  const on = await testApp({ RATE_LIMIT: '1' });
  const person = await signUp(on);
  const body = { kind: 'question', id: missing, reason: 'unkind' };
  const send = () => on.call('POST /apis/reports/create/', { as: person.access, body });
  for (let n = 0; n < 30; n++) expect((await send()).status).toBe(404);
  const refused = await send();
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
  await on.close();
});
