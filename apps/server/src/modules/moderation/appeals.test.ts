import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { emailsTo, reachable } from '../../../test/fixtures/claims.ts';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';
import { lockWaits } from '../../../test/servers/lock-waits.ts';

let t: TestApp;
let [author, reader, first, second] = [] as unknown as [Person, Person, Person, Person];
beforeAll(async () => {
  t = await testApp();
  author = await signUp(t);
  reader = await signUp(t);
  first = await signUp(t, { grants: ['moderator'] });
  second = await signUp(t, { grants: ['moderator'] });
});
afterAll(() => t.close());

async function ask(by = author) {
  const { body } = await t.call('POST /apis/help-center/create/', { as: by.access, body: { problem: 'Buy my tea?' } });
  return { kind: 'question', id: body.prob_id as number };
}
type Thing = Awaited<ReturnType<typeof ask>>;
const report = (thing: Thing, by = reader) =>
  t.call('POST /apis/reports/create/', { as: by.access, body: { ...thing, reason: 'advertising', note: 'Again.' } });
const hide = (thing: Thing, by = first, reason = 'An advertisement.') =>
  t.call('POST /apis/moderation/hide/', { as: by.access, body: { ...thing, reason } });
const show = (thing: Thing, by = first) => t.call('POST /apis/moderation/show/', { as: by.access, body: thing });
const appeal = (thing: Thing, by: Person | undefined = author, text = 'It was a joke.') =>
  t.call('POST /apis/appeals/create/', { as: by?.access, body: { ...thing, text } });
const decide = (id: number, by: Person | undefined, outcome = 'upheld', more: object = {}) =>
  t.call(`POST /apis/appeals/${id}/decide/`, { as: by?.access, body: { outcome, answer: 'Read again.', ...more } });
const reported = async (by = reader) => (await t.call('GET /apis/decisions/reported/', { as: by.access })).body;
const written = async (thing: Thing, by = author) =>
  (await t.call('GET /apis/decisions/written/?limit=200', { as: by.access })).body.find(
    (row: Thing) => row.kind === thing.kind && row.id === thing.id,
  );
const appeals = async (query = '?limit=200', by = second) =>
  (await t.call(`GET /apis/appeals/${query}`, { as: by.access })).body;
const isSeen = async ({ id }: Thing) =>
  (await t.call('GET /apis/help-center/?limit=200', { as: reader.access })).body.some(
    (row: { prob_id: number }) => row.prob_id === id,
  );
const code = ({ status, body }: { status: number; body: { code?: string } }) =>
  body.code === undefined ? status : [status, body.code];
/** Something hidden and appealed against, with the id of the appeal. */
async function appealed() {
  const thing = await ask();
  await hide(thing);
  expect(code(await appeal(thing))).toBe(201);
  return { thing, id: (await appeals()).at(-1).id as number };
}

test('both sides are told: what was reported, what was decided, and nobody else’s name', async () => {
  const [writer, reporter, other] = [await signUp(t), await signUp(t), await signUp(t)];
  for (const person of [writer, reporter, other]) await reachable(t, person);
  const thing = await ask(writer);
  await report(thing, reporter);
  await report(thing, other);
  expect(await reported(reporter)).toEqual([
    {
      kind: 'question',
      reason: 'advertising',
      note: 'Again.',
      created_at: t.clock.now().toISOString(),
      state: 'waiting',
      decided_at: null,
      address: `/comment/${thing.id}`,
    },
  ]);
  expect(await written(thing, writer)).toBeUndefined();
  await hide(thing);
  expect(await reported(reporter)).toMatchObject([{ state: 'hidden', address: null }]);
  expect(await written(thing, writer)).toEqual({
    ...thing,
    excerpt: 'Buy my tea?',
    address: `/comment/${thing.id}`,
    decision: 'hide',
    reason: 'An advertisement.',
    decided_at: t.clock.now().toISOString(),
    may_appeal: true,
    appeal: null,
  });
  await show(thing, second);
  expect(await reported(reporter)).toMatchObject([{ state: 'shown_again', address: `/comment/${thing.id}` }]);
  expect(await written(thing, writer)).toMatchObject({ decision: 'show', reason: null, may_appeal: false });
  expect(await emailsTo(t, reporter)).toEqual(['Your report is decided', 'Your report is decided']);
  expect(await emailsTo(t, writer)).toEqual([
    'A decision about something you wrote',
    'A decision about something you wrote',
  ]);
  const all = JSON.stringify([await reported(reporter), await written(thing, writer)]);
  for (const person of [other, first, second]) expect(all).not.toContain(person.username);
});

test('what stands, and what was deleted meanwhile, is told too', async () => {
  const reporter = await signUp(t);
  const stands = await ask();
  await report(stands, reporter);
  await show(stands);
  expect(await reported(reporter)).toMatchObject([{ state: 'stands' }]);
  t.clock.move(1000);
  const gone = await ask();
  await report(gone, reporter);
  await t.call(`DELETE /apis/help-center/${gone.id}/`, { as: author.access });
  expect((await hide(gone)).status).toBe(404);
  expect(await reported(reporter)).toMatchObject([{ state: 'gone', address: null }, { state: 'stands' }]);
});

describe('an appeal', () => {
  test('is made once for a hiding, by the author alone, while it is hidden', async () => {
    const thing = await ask();
    expect(code(await appeal(thing))).toEqual([404, 'not_found']);
    await report(thing);
    expect(code(await appeal(thing))).toEqual([409, 'wrong_state']);
    await hide(thing);
    expect((await t.call('POST /apis/appeals/create/', { body: { ...thing, text: 'x' } })).status).toBe(401);
    expect(code(await appeal(thing, reader))).toEqual([404, 'not_found']);
    for (const text of ['', ' ', 'x'.repeat(2001)]) expect((await appeal(thing, author, text)).status).toBe(400);
    expect(code(await appeal(thing))).toBe(201);
    expect(code(await appeal(thing))).toEqual([409, 'wrong_state']);
  });

  test('made twice at once counts once, and another reason does not allow another one', async () => {
    const thing = await ask();
    await hide(thing);
    const { waiting } = await t.db.transaction().execute(async (tx) => {
      await sql`select from moderated where kind = ${thing.kind} and item_id = ${thing.id} for update`.execute(tx);
      const answers = [appeal(thing), appeal(thing)];
      await expect.poll(() => lockWaits(t), { timeout: 5000 }).toBe(2);
      return { waiting: answers };
    });
    const both = await Promise.all(waiting);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([201, 409]));
    expect(code(await hide(thing, second, 'Unkind.'))).toEqual([409, 'wrong_state']);
    const { id } = (await appeals()).at(-1);
    await decide(id, second);
    expect(code(await hide(thing, second, 'Unkind.'))).toBe(200);
    expect(await written(thing)).toMatchObject({ reason: 'Unkind.', may_appeal: false });
    expect(code(await appeal(thing))).toEqual([409, 'wrong_state']);
    // Seen and hidden again, it is another hiding.
    await show(thing);
    await hide(thing);
    expect(code(await appeal(thing))).toBe(201);
  });

  test('is decided by another moderator, for good', async () => {
    const { thing, id } = await appealed();
    const row = (by: Person) => appeals('?limit=200', by).then((rows) => rows.find((one: Thing) => one.id === id));
    expect(await row(second)).toMatchObject({
      author: { id: author.user_id },
      hidden_by: { id: first.user_id },
      hidden_reason: 'An advertisement.',
      text: 'It was a joke.',
      own: false,
      alone: false,
    });
    expect(await row(first)).toMatchObject({ own: true, alone: false });
    expect(code(await decide(id, undefined))).toEqual([401, 'not_signed_in']);
    for (const person of [author, reader, first]) expect(code(await decide(id, person))).toEqual([403, 'not_allowed']);
    expect(code(await decide(2_000_000_000, second))).toEqual([404, 'not_found']);
    expect((await decide(id, second, 'gone')).status).toBe(400);
    expect((await decide(id, second, 'upheld', { answer: ' ' })).status).toBe(400);
    expect(code(await decide(id, second))).toBe(200);
    expect(await written(thing)).toMatchObject({
      decision: 'hide',
      appeal: { outcome: 'upheld', answer: 'Read again.' },
    });
    expect(await isSeen(thing)).toBe(false);
    for (const outcome of ['upheld', 'lifted']) {
      expect(code(await decide(id, second, outcome))).toEqual([409, 'wrong_state']);
    }
    expect(await isSeen(thing)).toBe(false);
    expect((await appeals('?state=decided'))[0]).toMatchObject({ id, outcome: 'upheld' });
    const { rows } = await sql<{ action: string }>`
      select action from audit where item_kind = 'question' and item_id = ${thing.id} order by id`.execute(t.db);
    expect(rows.map(({ action }) => action)).toEqual(['hide', 'appeal', 'uphold']);
  });

  test('that is granted shows the thing again, and tells the author and who reported it', async () => {
    const [writer, reporter] = [await signUp(t), await signUp(t)];
    for (const person of [writer, reporter]) await reachable(t, person);
    const thing = await ask(writer);
    await report(thing, reporter);
    await hide(thing);
    await appeal(thing, writer);
    const { id } = (await appeals()).at(-1);
    expect(code(await decide(id, second, 'lifted'))).toBe(200);
    expect(await isSeen(thing)).toBe(true);
    expect(await reported(reporter)).toMatchObject([{ state: 'shown_again' }]);
    expect(await written(thing, writer)).toMatchObject({ decision: 'show', appeal: { outcome: 'lifted' } });
    expect(await emailsTo(t, writer)).toEqual(['A decision about something you wrote', 'Your appeal is decided']);
    expect(await emailsTo(t, reporter)).toEqual(['Your report is decided', 'Your report is decided']);
  });

  test('decided in two ways at once on two processes is decided in one', async () => {
    const other = await t.otherProcess();
    const third = await signUp(t, { grants: ['moderator'] });
    for (let round = 0; round < 5; round++) {
      const { thing, id } = await appealed();
      const body = { outcome: 'lifted', answer: 'Right.' };
      const both = await Promise.all([
        decide(id, second),
        other.call(`POST /apis/appeals/${id}/decide/`, { as: third.access, body }),
      ]);
      expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
      const lifted = both[1].status === 200;
      expect(await isSeen(thing)).toBe(lifted);
      const { appeal: own } = await written(thing);
      expect(own.outcome).toBe(lifted ? 'lifted' : 'upheld');
    }
    await other.close();
    await sql`delete from grants where user_id = ${third.user_id}`.execute(t.db);
  });

  test('of what a moderator lets be seen again is granted by that; of what is deleted there is none', async () => {
    const { thing } = await appealed();
    expect(code(await show(thing, first))).toEqual([403, 'not_allowed']);
    expect(code(await show(thing, second))).toBe(200);
    expect(await written(thing)).toMatchObject({ appeal: { outcome: 'lifted', answer: null } });
    const gone = await appealed();
    await t.call(`DELETE /apis/help-center/${gone.thing.id}/`, { as: author.access });
    expect(code(await decide(gone.id, second, 'lifted'))).toEqual([404, 'not_found']);
    expect((await appeals()).some((row: { id: number }) => row.id === gone.id)).toBe(false);
  });

  test('is decided by whoever hid it where there is no other moderator, who says that they know', async () => {
    const { thing, id } = await appealed();
    await sql`update users set disabled_at = now() where id = ${second.user_id}`.execute(t.db);
    expect((await appeals('?limit=200', first)).find((row: Thing) => row.id === id)).toMatchObject({
      own: true,
      alone: true,
    });
    const asked = await decide(id, first);
    expect([asked.status, asked.body.errors[0].field]).toEqual([400, 'own_decision']);
    expect(code(await decide(id, first, 'upheld', { own_decision: true }))).toBe(200);
    expect(await written(thing)).toMatchObject({ appeal: { outcome: 'upheld' } });
    await sql`update users set disabled_at = null where id = ${second.user_id}`.execute(t.db);
  });
});

test('the lists go on page by page, and are for those whom they concern', async () => {
  const reporter = await signUp(t);
  for (let n = 0; n < 3; n++) {
    t.clock.move(1000);
    const thing = await ask();
    await report(thing, reporter);
    await hide(thing);
    await appeal(thing);
  }
  for (const [list, person] of [
    ['/apis/decisions/reported/', reporter],
    ['/apis/decisions/written/', author],
    ['/apis/appeals/', second],
  ] as const) {
    const all = (await t.call(`GET ${list}?limit=200`, { as: person.access })).body;
    const rows: unknown[] = [];
    let line: string | undefined = `GET ${list}?limit=2`;
    while (line !== undefined) {
      const { body, headers } = await t.call(line, { as: person.access });
      // A place in one's own list is none in that of somebody else.
      if (list.startsWith('/apis/decisions/') && rows.length > 0)
        expect((await t.call(line, { as: second.access })).status).toBe(400);
      rows.push(...body);
      const next = /<(.+)>; rel="next"/.exec(headers.link ?? '')?.[1];
      line = next === undefined ? undefined : `GET ${next}`;
    }
    expect(rows).toEqual(all);
    expect((await t.call(`GET ${list}`)).status).toBe(401);
  }
  expect((await t.call('GET /apis/appeals/', { as: author.access })).body.code).toBe('not_allowed');
  expect(await reported(author)).toEqual([]);
});
