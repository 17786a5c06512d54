import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../test/servers/app.ts';
import { dataMap } from './data-map.ts';
import { forPerson } from './table-data.ts';

let t: TestApp;
beforeAll(async () => (t = await testApp()));
afterAll(() => t.close());

/** The columns of all tables, as the database has them, but for partitions. */
async function columnsOfDatabase() {
  const { rows } = await sql<{ name: string; columns: string[]; bytes: string[]; people: string[] }>`
    select c.relname as name, array_agg(a.attname::text order by a.attname) as columns,
      coalesce(array_agg(a.attname::text) filter (where a.atttypid = 'bytea'::regtype), '{}') as bytes,
      coalesce(array_agg(a.attname::text) filter (where exists (
        select from pg_constraint f where f.conrelid = c.oid and f.contype = 'f' and f.conkey[1] = a.attnum
          and f.confrelid = any('{users,providers,schedules}'::regclass[]))), '{}') as people
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    group by c.relname`.execute(t.db);
  return rows;
}

test('every table and every column of the database is given or named as held back', async () => {
  const found = await columnsOfDatabase();
  expect(Object.keys(dataMap).toSorted()).toEqual(found.map(({ name }) => name).toSorted());
  for (const { name, columns } of found) {
    const { given = [], held = {} } = dataMap[name] ?? {};
    expect([...given, ...Object.keys(held)].toSorted(), name).toEqual(columns.toSorted());
  }
});

test('of every table it is told what it holds, as what a person stands in its rows, and why columns are held back', () => {
  for (const [name, { what, rows, held }] of Object.entries(dataMap)) {
    expect(what, name).toMatch(/^\p{Lu}.+\.$/u);
    const ways = rows.map(({ as }) => as);
    expect([...new Set(ways)], name).toEqual(ways);
    for (const as of ways) expect(as, name).toMatch(/^[a-z ]+$/);
    for (const reason of Object.values(held)) expect(['secret', 'of_others', 'derived'], name).toContain(reason);
  }
});

test('no bytes are given, and each column that leads to a person is one by which rows are found', async () => {
  for (const { name, bytes, people } of await columnsOfDatabase()) {
    const { given = [], rows = [] } = dataMap[name] ?? {};
    expect(
      given.filter((column) => bytes.includes(column)),
      name,
    ).toEqual([]);
    const conditions = rows.map(({ where }) => where).join('\n');
    expect(
      people.filter((column) => !conditions.includes(`t.${column} = :person`)),
      name,
    ).toEqual([]);
  }
});

test('the database understands each piece of SQL in the map, and columns that are named are there', async () => {
  let pieces = 0;
  for (const [name, { rows, given, written = {}, added = {} }] of Object.entries(dataMap)) {
    expect(
      Object.keys(written).filter((column) => !given.includes(column)),
      name,
    ).toEqual([]);
    for (const { where, given: some = 'true', without = [] } of rows) {
      expect(
        without.filter((column) => !given.includes(column)),
        name,
      ).toEqual([]);
      const values = [...Object.values(written), ...Object.values(added), 'true'].join(', ');
      const text = `select ${values} from ${name} t where (${where}) and (${some})`;
      await forPerson(text, 1, t.clock.now()).execute(t.db);
      pieces += 1;
    }
  }
  expect(pieces).toBeGreaterThan(50);
});
