import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { manyProviders } from '../../../test/fixtures/many-providers.ts';
import { asOwner } from '../../../test/servers/owner.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
  await manyProviders(t.db, 20_000);
  await asOwner(
    t.db,
    `insert into specialities (name, name_key, search)
     select 'Science ' || n, 'science ' || n, ' science ' || n || ' ' from generate_series(1, 20000) n`,
  );
  await asOwner(t.db, 'vacuum analyze specialities');
}, 60_000);
afterAll(() => t.close());

/** Every page of a list, from its first. */
async function walk(path: string) {
  const rows: { user: number; id: number; name: string }[] = [];
  let next: string | undefined = path;
  while (next !== undefined) {
    const { status, body, headers } = await t.call(`GET ${next}`);
    expect(status).toBe(200);
    rows.push(...body);
    next = /^<(.+)>; rel="next"$/.exec(headers.link ?? '')?.[1];
  }
  return rows;
}

test.each([
  '/providers/?limit=200',
  '/providers/?limit=200&q=anjali',
  '/providers/?limit=200&q=anjli',
  '/speciality/?limit=200',
])('the pages of %s give each row once, in one order', async (path) => {
  const rows = await walk(path);
  const counts: Record<string, number> = { '/providers/?limit=200': 20_000, '/speciality/?limit=200': 20_036 };
  expect(rows).toHaveLength(counts[path] ?? 1000);
  expect(new Set(rows.map(({ user, id }) => user ?? id)).size).toBe(rows.length);
  const names = rows.map(({ name }) => name.toLowerCase().replaceAll(/[.,()]/g, ''));
  expect(names).toEqual(names.toSorted((one, other) => (one < other ? -1 : 1)));
});

test('a page may be of any size, and a full last one has no next', async () => {
  for (const limit of [1, 7, 200]) {
    const { body, headers } = await t.call(`GET /providers/?limit=${limit}`);
    expect(body).toHaveLength(limit);
    expect(headers.link).toMatch(new RegExp(`^</providers/\\?limit=${limit}&cursor=[\\w-]+>; rel="next"$`));
  }
  const { body, headers } = await t.call('GET /providers/');
  expect(body).toHaveLength(50);
  expect(headers.link).toBeDefined();
  const all = await t.call('GET /providers/?q=gupta+anjali+mumbai');
  const exactly = await t.call(`GET /providers/?q=gupta+anjali+mumbai&limit=${all.body.length}`);
  expect([all.headers.link, exactly.headers.link]).toEqual([undefined, undefined]);
});

test('a cursor is good for its own list alone', async () => {
  const cursorOf = async (path: string) =>
    new URL(
      /<(.+)>/.exec((await t.call(`GET ${path}`)).headers.link ?? '')?.[1] ?? '',
      'http://server',
    ).searchParams.get('cursor');
  const cursor = await cursorOf('/providers/');
  expect((await t.call(`GET /providers/?cursor=${cursor}&limit=3`)).body).toHaveLength(3);
  const others = ['/providers/?q=anjali&', '/providers/speciality/3/?', '/speciality/?'];
  const [mark] = JSON.parse(Buffer.from(cursor ?? '', 'base64url').toString());
  const forged = [[0, 'a', 1.5], [0, 'a', 2 ** 31], [0, 'a\0', 1], [0, 1, 1], [0], [0, 'a', 1, 1]].map((place) =>
    Buffer.from(JSON.stringify([mark, ...place])).toString('base64url'),
  );
  const wrong = [
    ...others.map((list) => `${list}cursor=${cursor}`),
    ...forged.map((one) => `/providers/?cursor=${one}`),
  ];
  for (const path of [
    ...wrong,
    '/providers/?cursor=',
    '/providers/?cursor=%00',
    `/providers/?cursor=${'a'.repeat(1001)}`,
  ]) {
    const { status, body } = await t.call(`GET ${path}`);
    expect([path, status, body.errors?.[0]?.field]).toEqual([path, 400, 'cursor']);
  }
});

/** The plans of all that a call reads, planned again with what it was asked for. */
async function plansOf(path: string) {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  await t.call(`GET ${path}`);
  const asked = query.mock.calls.map(([statement]) => statement as unknown as { text: string; values: Value[] });
  query.mockRestore();
  const reading = asked.filter(({ text }) => /\bfrom\b/i.test(text ?? ''));
  expect(reading.length).toBeGreaterThan(0);
  const plans = [];
  for (const { text, values } of reading) {
    const literal = text.replaceAll(/\$(\d+)/g, (_, at) => literalOf(values[Number(at) - 1] ?? null));
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${sql.raw(literal)}`.execute(t.db);
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
  }
  return plans;
}

type Value = string | number | null | Date | Value[];
const literalOf = (value: Value): string =>
  Array.isArray(value)
    ? `array[${value.map(literalOf).join(',')}]`
    : typeof value === 'number' || value === null
      ? String(value)
      : pg.escapeLiteral(value instanceof Date ? value.toISOString() : value);

test.each([
  '/providers/?limit=49',
  '/providers/speciality/3/?limit=49',
  '/providers/?limit=49&q=anjali+gupta',
  '/providers/?limit=49&q=cardiolgy',
  '/providers/?limit=49&q=an',
  '/providers/?limit=49&q=a',
  '/providers/?limit=49&max_fee=100',
  '/providers/?limit=49&language=Tamil',
  '/providers/?limit=49&speciality=3&max_fee=1500',
  '/providers/?limit=49&place=Pune',
  '/providers/?limit=49&q=%E0%A4%B9%E0%A5%83%E0%A4%A6%E0%A4%AF',
  '/providers/speciality/3/?limit=49&q=mumbay',
  '/providers/14000/',
  '/speciality/?limit=49',
  '/speciality/?limit=49&q=sciense+77',
])('%s reads no table from end to end', async (path) => {
  for (const plan of await plansOf(path)) expect(plan).not.toMatch(/Seq Scan on (?!specialities s\b)/);
});

test('a page for which many were looked through in vain is empty and has a next one', async () => {
  // They publish hours of a day that is past.
  await sql`
    with those as (
      insert into schedules (provider_id, visit_minutes, buffer_before, buffer_after, notice_minutes, horizon_days, answer_hours,
        cancel_minutes, move_minutes, offer_minutes, updated_at)
      select user_id, 30, 0, 0, 0, 60, 24, 0, 0, 60, '2026-01-01' from providers order by name_key, user_id limit 520
      returning provider_id)
    insert into dated_hours (provider_id, day, hours) select provider_id, '2026-01-01', '{[540,600)}' from those`.execute(
    t.db,
  );
  const first = await t.call('GET /providers/?limit=10&free_within=7');
  expect([first.status, first.body]).toEqual([200, []]);
  const next = /<(.+)>; rel="next"/.exec(first.headers.link ?? '')?.[1];
  const second = await t.call(`GET ${next}`);
  expect([second.status, second.body, second.headers.link]).toEqual([200, [], undefined]);
});

test('a rare word is looked up among the beginnings of words, and a typing error by its trigrams', async () => {
  expect((await plansOf('/providers/?limit=48&q=gupta+4326')).join('\n')).toContain(
    'Bitmap Index Scan on providers_beginnings',
  );
  expect((await plansOf('/speciality/?limit=48&q=sciense+78')).join('\n')).toContain('search_words_similar');
});

test('a page further on is read from where the one before ended', async () => {
  const { headers } = await t.call('GET /providers/?limit=47');
  const [plan] = await plansOf(/<(.+)>/.exec(headers.link ?? '')?.[1] ?? '');
  expect(plan).toMatch(/Index Cond: \(ROW\(name_key, user_id\) > /);
});

test('every search is planned for its own words', async () => {
  for (let times = 0; times < 8; times++) await t.call(`GET /providers/?limit=${40 + times}&q=anjali`);
  const { rows } = await sql`
    select sum(custom_plans) > 0 as each, sum(generic_plans) as together from pg_prepared_statements
    where statement like '%from providers p%' and statement like '%search like $%'
      and statement not like '%pg_prepared_statements%'`.execute(t.db);
  expect(rows).toEqual([{ each: true, together: '0' }]);
});
