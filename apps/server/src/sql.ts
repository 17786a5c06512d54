import { createInterface } from 'node:readline/promises';
import type pg from 'pg';
import { openForOperator, runCommand } from './platform/commands/commands.ts';
import { readConfig } from './platform/config/config.ts';
import { openClient } from './platform/db/db.ts';
import { openLog } from './platform/log/log.ts';

const tables = `select c.relname as "table", obj_description(c.oid) as about, c.reltuples::bigint as rows
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`;
const columns = `select a.attname as "column", format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as "not null",
    pg_get_expr(d.adbin, d.adrelid) as "default", col_description(a.attrelid, a.attnum) as about
  from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = to_regclass($1) and a.attnum > 0 and not a.attisdropped order by a.attnum`;
const help = `\\d          the tables\n\\d a_table  its columns\n\\q          the end\nSQL ends with ; and may take several lines.`;

/**
 * `npm run db`: a SQL prompt on the database of this installation, as its owner, also while the server runs;
 * `npm run db -- "select …"` runs one statement. What is changed by hand is in no audit: it is for development.
 */
async function main([statement]: readonly string[]) {
  const database = await openForOperator(readConfig(undefined, { command: true }), openLog('warn'));
  const client = await openClient(database.owner);
  try {
    if (statement !== undefined) show(await client.query({ text: statement }));
    else await prompt(client);
    return '';
  } finally {
    await client.end();
    await database.stop();
  }
}

async function prompt(client: pg.Client) {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  console.log(help);
  let begun = '';
  let open = true;
  lines.once('close', () => (open = false));
  lines.setPrompt('carecommons=# ');
  lines.prompt();
  for await (const line of lines) {
    begun += `${line}\n`;
    const text = begun.trim();
    if (text === '\\q') return;
    const [, table] = /^\\d(?:\s+(\S+))?$/.exec(text) ?? [];
    const whole = text === '' || text.startsWith('\\') || text.endsWith(';');
    if (whole) {
      begun = '';
      if (table !== undefined) await run(client, columns, [table]);
      else if (text === '\\d') await run(client, tables);
      else if (text.startsWith('\\')) console.log(help);
      else if (text !== '') await run(client, text);
    }
    lines.setPrompt(whole ? 'carecommons=# ' : 'carecommons-# ');
    // What was piped in may have ended.
    if (open) lines.prompt();
  }
}

async function run(client: pg.Client, text: string, values: unknown[] = []) {
  try {
    show(await client.query(text, values));
  } catch (error) {
    console.log((error as Error).message);
  }
}

/** Several statements give several results. */
function show(result: pg.QueryResult | pg.QueryResult[]) {
  for (const { rows, command, rowCount } of [result].flat()) {
    if (rows.length > 0) console.table(rows);
    console.log(`${command} ${rowCount ?? 0}`);
  }
}

await runCommand(() => main(process.argv.slice(2)));
