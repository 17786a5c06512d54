import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { fold, searchTextOf } from '../../platform/search/search.ts';
import { listProviders } from './providers.ts';

// Words that begin alike, also for more letters than the index has of a word, and one title for all.
const words =
  'a an ana anan anand ananda b ba bab babu dr dra k ka kar radhakrishna radhakrishnan radhakrishnamurthy r ra rad अ अनु अनुराधा अनुराग';
const known = words.split(' ');
const asked = [...known, 'anandas', 'bar', 'd', 'radhakrishnam', 'x', 'अनुरा', 'अन'];
const count = 700;
const specialities = [1, 2, 3];

let t: TestApp;
let providers: { user_id: number; name_key: string; search: string; fees: number; speciality: number }[];

/** Numbers by chance, the same ones each time (mulberry32). */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

beforeAll(async () => {
  t = await testApp();
  const chance = numbers(36);
  const pick = () => known[chance(known.length)] as string;
  const made = Array.from({ length: count }, (_, index) => {
    const name = `Dr ${pick()} ${pick()}`;
    const search = searchTextOf(name, ...(index % 2 === 0 ? [pick()] : []));
    const speciality = specialities[chance(specialities.length)] as number;
    return { username: `exactly-${index}`, name, name_key: fold(name), search, fees: chance(3), speciality };
  });
  const given = sql`from json_to_recordset(${JSON.stringify(made)})
    as g (username text, name text, name_key text, search text, fees int, speciality int)`;
  await sql`
    insert into users (username, email, password_hash, role, created_at, password_changed_at)
    select username, 'someone@example.org', '', 'healthcare_provider', '2026-01-01', '2026-01-01' ${given}`.execute(
    t.db,
  );
  await sql`
    insert into providers (user_id, name, address, phone, experience, fees, education, about, time_zone, listed, name_key, search,
      created_at, updated_at)
    select u.id, g.name, '', '', 1, g.fees, '', '', 'Asia/Kolkata', true, g.name_key, g.search, '2026-01-01', '2026-01-01'
    ${given} join users u using (username)`.execute(t.db);
  await sql`
    insert into provider_specialities (provider_id, speciality_id, name_key, listed)
    select u.id, g.speciality, g.name_key, true ${given} join users u using (username)`.execute(t.db);
  const { rows } = await sql<(typeof providers)[number]>`
    select p.user_id, p.name_key, p.search, p.fees, l.speciality_id as speciality
    from providers p join provider_specialities l on l.provider_id = p.user_id`.execute(t.db);
  providers = rows;
}, 60_000);
afterAll(() => t.close());

type Narrowed = { speciality?: number; max_fee?: number };

/** Whom a search finds that was spelt right: by whole words first, then by beginnings, each by name. */
function expected(q: string, { speciality, max_fee }: Narrowed) {
  const sought = fold(q).split(' ');
  const all = (ending: string) => (search: string) => sought.every((word) => search.includes(` ${word}${ending}`));
  const [whole, begun] = [all(' '), all('')];
  const among = providers
    .filter((one) => (speciality ?? one.speciality) === one.speciality && one.fees <= (max_fee ?? one.fees))
    .toSorted(
      (one, other) =>
        Buffer.compare(Buffer.from(one.name_key), Buffer.from(other.name_key)) || one.user_id - other.user_id,
    );
  return [
    ...among.filter(({ search }) => whole(search)),
    ...among.filter(({ search }) => begun(search) && !whole(search)),
  ].map(({ user_id }) => user_id);
}

/** Whom the search finds, page after page. */
async function found(q: string, narrowed: Narrowed, limit: number) {
  const ids: number[] = [];
  for (let after: Parameters<typeof listProviders>[1]['after']; ;) {
    const { rows, next } = await listProviders(t.db, { q, ...narrowed, limit, after });
    ids.push(...rows.map(({ id }) => id));
    if (next === undefined) return ids;
    after = next;
  }
}

test('a search finds exactly those whose words begin so, in their order', async () => {
  const chance = numbers(9);
  const pick = () => asked[chance(asked.length)] as string;
  const several = Array.from({ length: 150 }, () => Array.from({ length: 2 + chance(2) }, pick).join(' '));
  let hits = 0;
  for (const q of [...asked, ...several, ...asked.map((word) => `dr ${word}`)]) {
    const narrowed: Narrowed = [{}, {}, { speciality: 2 }, { max_fee: 1 }][chance(4)] as Narrowed;
    const meant = expected(q, narrowed);
    if (meant.length === 0) continue;
    hits++;
    expect([q, narrowed, await found(q, narrowed, 20 + chance(180))]).toEqual([q, narrowed, meant]);
  }
  expect(hits).toBeGreaterThan(100);
}, 60_000);
