import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';
import { listAccesses } from '../records/records.ts';
import { givenTables, type Part, type Person, readRows } from './export-rows.ts';
import { forPerson } from './table-data.ts';

/** Streams data.json: an array for each table. `each` is called with the number of rows written. */
export async function* dataJson(tx: Tx, person: Person, each: (count: number) => void) {
  yield `{\n"exported_at": ${JSON.stringify(person.now)}`;
  for (const { table, parts } of givenTables) {
    yield `,\n"${table}": [`;
    let between = '\n';
    for (const part of parts) {
      for await (const some of readRows(tx, part, person)) {
        yield between + some.join(',\n');
        between = ',\n';
        each(some.length);
      }
    }
    yield ']';
  }
  yield '\n}\n';
}

/** Streams access-log.json: who opened or tried to open the person's reports, as their page shows it. */
export async function* accessJson(db: Db, { id, now }: Person) {
  yield '[';
  let between = '\n';
  for (let after: readonly [number, number] | undefined, more = true; more;) {
    const { rows, next } = await listAccesses(db, { user_id: id }, { limit: 200, after }, now);
    for (const row of rows) {
      yield between + JSON.stringify(row);
      between = ',\n';
    }
    after = next;
    more = next !== undefined && next !== null;
  }
  yield '\n]\n';
}

const draft = 'https://json-schema.org/draft/2020-12/schema';
const simple: Readonly<Record<string, object>> = {
  smallint: { type: 'integer' },
  integer: { type: 'integer' },
  bigint: { type: 'integer' },
  boolean: { type: 'boolean' },
  'timestamp with time zone': { type: 'string', format: 'date-time' },
  date: { type: 'string', format: 'date' },
};

/** The JSON Schema of a column, by its database type. */
function schemaOfType(type: string, nullable: boolean): object {
  const schema = type.endsWith('[]')
    ? { type: 'array', items: simple[type.slice(0, -2)] ?? { type: 'string' } }
    : (simple[type] ?? { type: 'string' });
  return nullable ? { anyOf: [schema, { type: 'null' }] } : schema;
}

/** schema.json: a JSON Schema of data.json, generated from the exported columns and their types. */
export async function schemaJson(db: Db, person: Person): Promise<string> {
  const properties: Record<string, object> = { exported_at: { type: 'string', format: 'date-time' } };
  for (const { table, what, parts } of givenTables) {
    const schemas: object[] = [];
    for (const part of parts) schemas.push(await schemaOfPart(db, part, person));
    const items = schemas.length === 1 ? schemas[0] : { oneOf: schemas };
    properties[table] = { description: what, type: 'array', items };
  }
  const whole = { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
  return `${JSON.stringify({ $schema: draft, title: 'data.json', ...whole }, null, 2)}\n`;
}

async function schemaOfPart(db: Db, { table, as, columns }: Part, { id, now }: Person) {
  const list = columns.map(([name, expression]) => `${expression} as "${name}"`).join(', ');
  const types = columns.map(([name]) => `pg_typeof(x."${name}")::text`).join(', ');
  const found = await forPerson<{ types: string[] }>(
    `select array[${types}] as types from (values (1)) v left join (select ${list} from ${table} t where false) x on true`,
    id,
    now,
  ).execute(db);
  const always = await sql<{ name: string }>`
    select attname as name from pg_attribute where attrelid = ${table}::regclass and attnotnull`.execute(db);
  const set = new Set(always.rows.map(({ name }) => name));
  const isSet = (name: string, expression: string) => expression === `t."${name}"` && set.has(name);
  const properties = Object.fromEntries(
    columns.map(([name, expression], at) => {
      if (name === 'you_are') return [name, { const: as }];
      return [name, schemaOfType(found.rows[0]?.types[at] ?? 'text', !isSet(name, expression))];
    }),
  );
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
