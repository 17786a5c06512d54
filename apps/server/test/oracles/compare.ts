import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { FileStore } from '../../src/platform/files/files.ts';
import { bytesOf } from '../fixtures/stored-files.ts';

/** What every table of a database comes to, whatever order its rows lie in, and the values of its sequences, as a connection sees them. */
export async function sumsOf(client: pg.ClientBase): Promise<Record<string, string>> {
  await client.query(`set timezone = 'UTC'`);
  const { rows } = await client.query<{ name: string; kind: string }>(
    `select relname as name, relkind as kind from pg_class c
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  );
  const sums: Record<string, string> = {};
  for (const { name } of rows) {
    const { rows: found } = await client.query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(line, '' order by line collate "C")), '') as sum
       from (select md5(t::text) as line from "${name}" t) lines`,
    );
    sums[name] = found[0]?.sum ?? '';
  }
  return sums;
}

/** Everything that a schema says: columns, constraints, indexes, triggers, functions, rights. Order says nothing. */
export async function schemaOf(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`
    with mine as (select c.oid, c.relname, c.relacl, c.relkind, c.relpersistence from pg_class c
      where c.relnamespace = 'public'::regnamespace
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e'))
    select concat_ws(' ', 'column', relname, attname, format_type(atttypid, atttypmod), attnotnull, attidentity,
      pg_get_expr(adbin, adrelid), attacl) as line
    from mine join pg_attribute on attrelid = oid and attnum > 0 and not attisdropped
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
    union all select concat_ws(' ', relkind, relpersistence, relname, relacl) from mine
    union all select concat_ws(' ', 'constraint', relname, conname, convalidated, pg_get_constraintdef(k.oid))
      from pg_constraint k join mine on conrelid = mine.oid where contype <> 'n'
    union all select pg_get_indexdef(indexrelid) from pg_index join mine on indrelid = mine.oid
    union all select concat_ws(' ', tgenabled, pg_get_triggerdef(t.oid)) from pg_trigger t join mine on tgrelid = mine.oid
      where not tgisinternal
    union all select concat_ws(' ', pg_get_functiondef(p.oid), proacl) from pg_proc p
      where pronamespace = 'public'::regnamespace and prokind = 'f'
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by 1`);
  return rows.map(({ line }) => line);
}

/** The stored files, each with the sum of its bytes. */
export async function filesOf(store: FileStore): Promise<Record<string, string>> {
  const sums: Record<string, string> = {};
  for await (const { name } of store.list()) {
    sums[name] = createHash('sha256')
      .update(await bytesOf(store, name))
      .digest('hex');
  }
  return sums;
}
