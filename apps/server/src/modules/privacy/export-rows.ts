import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { dataMap } from './data-map.ts';
import { forPerson, type Rows, type TableData } from './table-data.ts';

// The rows of data.json and their description are made from the same list of columns.

const atOnce = 200;

/** The rows of a table that relate to a person in one way, as exported: each column with its SQL. */
export interface Part {
  table: string;
  /** The person's part, if the table has rows of several kinds. */
  as: string | undefined;
  columns: readonly (readonly [name: string, expression: string])[];
  condition: string;
}

export interface Person {
  id: number;
  now: Date;
}

/** The exported parts of one table; a row that fulfils several conditions is exported with the first. */
export function partsOf(table: string, { rows, given, written = {}, added = {} }: TableData): Part[] {
  const isGiven = ({ kind, elsewhere }: Rows) => kind !== 'others' && elsewhere === undefined && given.length > 0;
  const several = rows.filter(isGiven).length > 1;
  return rows.flatMap((some, at) => {
    if (!isGiven(some)) return [];
    const { as, where, given: narrower = 'true', without = [] } = some;
    const before = rows.slice(0, at).map((earlier) => `(${earlier.where}) is not true`);
    const own = given.filter((name) => !without.includes(name));
    const columns = [
      ...(several ? ([['you_are', `'${as}'::text`]] as const) : []),
      ...own.map((name) => [name, written[name] ?? `t."${name}"`] as const),
      ...Object.entries(added),
    ];
    const condition = [`(${where})`, `(${narrower})`, ...before].join(' and ');
    return [{ table, as: several ? as : undefined, columns, condition }];
  });
}

/** The tables of data.json with their parts, by name. */
export const givenTables = Object.entries(dataMap)
  .map(([table, data]) => ({ table, what: data.what, parts: partsOf(table, data) }))
  .filter(({ parts }) => parts.length > 0)
  .toSorted((a, b) => (a.table < b.table ? -1 : 1));

/** The number of rows to export. */
export async function countRows(tx: Tx, { id, now }: Person): Promise<number> {
  let all = 0;
  // One by one: together they could exceed the statement timeout.
  for (const { table, condition } of givenTables.flatMap(({ parts }) => parts)) {
    const text = `select count(*) as count from ${table} t where ${condition}`;
    const { rows } = await forPerson<{ count: number }>(text, id, now).execute(tx);
    all += rows[0]?.count ?? 0;
  }
  return all;
}

/** Streams the rows of one part as JSON, in batches. */
export async function* readRows(tx: Tx, { table, columns, condition }: Part, { id, now }: Person) {
  const list = columns.map(([name, expression]) => `${expression} as "${name}"`).join(', ');
  const order = columns.find(([name]) => name !== 'you_are')?.[1] ?? '1';
  const text = `declare given no scroll cursor for
    select to_json(x)::text as row from (select ${list} from ${table} t where ${condition} order by ${order}) x`;
  await forPerson(text, id, now).execute(tx);
  for (;;) {
    const { rows } = await fetched.execute(tx);
    if (rows.length > 0) yield rows.map(({ row }) => row);
    if (rows.length < atOnce) break;
  }
  await sql`close given`.execute(tx);
}

const fetched: RawBuilder<{ row: string }> = sql.raw(`fetch ${atOnce} from given`);
