import pg from 'pg';

interface Column {
  table: string;
  column: string;
  type: string;
  nullable: boolean;
  /** It has a default, or the database makes it. */
  given: boolean;
  always: boolean;
}

/** Types of PostgreSQL as node-postgres gives them; platform/db/pool.ts reads `int8` as a number. */
const types: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  float4: 'number',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  inet: 'string',
  interval: 'string',
  jsonb: 'unknown',
  json: 'unknown',
  numeric: 'string',
  text: 'string',
  time: 'string',
  timestamptz: 'Date',
  tstzrange: 'string',
  uuid: 'string',
  varchar: 'string',
  bpchar: 'string',
  name: 'string',
  int4multirange: 'string',
  int4range: 'string',
  tstzmultirange: 'string',
  cidr: 'string',
  tsvector: 'string',
};

/** The types of all tables as the migrations leave them, as the text of platform/db/schema.ts. */
export async function schemaText(connection: pg.ClientConfig): Promise<string> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rows: columns } = await client.query<Column>(`
      select c.relname as "table", a.attname as "column", t.typname as type, not a.attnotnull as nullable,
        a.atthasdef or a.attidentity <> '' as given, a.attidentity = 'a' or a.attgenerated <> '' as always
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        join pg_type t on t.oid = a.atttypid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition
      order by c.relname, a.attname`);
    // A column that holds one of a few words says so in its constraint.
    const { rows: checks } = await client.query<{ table: string; column: string; rule: string }>(`
      select c.relname as "table", a.attname as "column", pg_get_constraintdef(k.oid) as rule
      from pg_constraint k join pg_class c on c.oid = k.conrelid
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
      where k.contype = 'c' and cardinality(k.conkey) = 1 and k.connamespace = 'public'::regnamespace
      order by k.conname`);
    const wordsOf = new Map(
      checks.flatMap(({ table, column, rule }) => {
        const [, list] = new RegExp(`^CHECK \\(\\(${column} = ANY \\(ARRAY\\[(.*)\\]\\)\\)\\)$`).exec(rule) ?? [];
        const words = list?.split(', ').map((word) => word.replace(/::text$/, ''));
        return words === undefined ? [] : [[`${table}.${column}`, words.join(' | ')] as const];
      }),
    );
    return textOf(columns, wordsOf);
  } finally {
    await client.end();
  }
}

function textOf(columns: Column[], wordsOf: ReadonlyMap<string, string>) {
  const tables = Map.groupBy(columns, ({ table }) => table);
  const interfaces = [...tables].map(([table, its]) => {
    const lines = its.map((column) => `  ${column.column}: ${typeOf(column, wordsOf)};`);
    return `export interface ${nameOf(table)} {\n${lines.join('\n')}\n}\n`;
  });
  const all = [...tables.keys()].map((table) => `  ${table}: ${nameOf(table)};`);
  return `// Made from the migrations by \`npm run schema\`; a test fails where it is not what they make. Not edited by hand.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

type Json = ColumnType<unknown, string, string>;

${interfaces.join('\n')}
/** All tables, for Kysely. */
export interface Database {
${all.join('\n')}
}
`;
}

function typeOf({ table, column, type, nullable, given, always }: Column, wordsOf: ReadonlyMap<string, string>) {
  const array = type.startsWith('_');
  const plain = types[array ? type.slice(1) : type];
  if (plain === undefined) throw new Error(`${table}.${column}: there is no type for ${type} yet.`);
  const one = wordsOf.get(`${table}.${column}`) ?? (plain === 'unknown' ? 'Json' : plain);
  const whole = (array ? `${one}[]` : one) + (nullable ? ' | null' : '');
  return always ? `GeneratedAlways<${whole}>` : given ? `Generated<${whole}>` : whole;
}

/** `help_answers` as `HelpAnswersTable`. */
function nameOf(table: string) {
  const words = table.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Table`;
}
