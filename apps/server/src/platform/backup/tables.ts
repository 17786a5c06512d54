import pg from 'pg';
import { StartError } from '../errors/errors.ts';

/** A table with the columns that hold something of their own, in their order; its partitions are rows of it. */
export interface Table {
  name: string;
  columns: string[];
  /** About how many rows it has. */
  estimate: number;
}

export const nameOf = (name: string) => pg.escapeIdentifier(name);
export const columnsOf = ({ columns }: Pick<Table, 'columns'>) => columns.map(nameOf).join(', ');

/** What makes rows read alike wherever they are written and read, and takes the time that it takes. */
export const alike = `
  set local client_encoding = 'UTF8'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local timezone = 'UTC'; set local bytea_output = 'hex'; set local extra_float_digits = 1;
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`;

/** All tables, each after those that it refers to, so that rows can be put back in this order. Throws where there is none. */
export async function tablesOf(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table & { refers_to: string[] }>(`
    select c.relname as name,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      array(select distinct t.relname::text from pg_constraint k join pg_class t on t.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid and not t.relispartition) as refers_to,
      (select coalesce(sum(greatest(p.reltuples, 0)), 0)::float8 from pg_partition_tree(c.oid) t
        join pg_class p on p.oid = t.relid where t.isleaf or c.relkind = 'r') + greatest(c.reltuples, 0)::float8 as estimate
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by c.relname`);
  const ordered: Table[] = [];
  const placed = new Set<string>();
  while (ordered.length < rows.length) {
    const ready = rows.filter(({ name, refers_to }) => !placed.has(name) && refers_to.every((one) => placed.has(one)));
    if (ready.length === 0) throw new StartError('Tables refer to each other in a circle: no order puts them back.');
    for (const { name, columns, estimate } of ready) {
      ordered.push({ name, columns, estimate });
      placed.add(name);
    }
  }
  return ordered;
}

/** Where every counter stands. Counters obey no snapshot: to be asked once rows are read from one, so that none is behind. */
export async function sequencesOf(client: pg.ClientBase) {
  const { rows } = await client.query<{ name: string }>(`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'S'
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') order by c.relname`);
  const sequences = [];
  for (const { name } of rows) {
    const at = await client.query<{ last_value: string; is_called: boolean }>(
      `select last_value::text, is_called from ${nameOf(name)}`,
    );
    const [state] = at.rows;
    if (state !== undefined) sequences.push({ name, ...state });
  }
  return sequences;
}

/** The query for the names of all stored files: a column in which such a name stands is called `file`. */
export function filesNamedIn(tables: readonly Table[]) {
  const naming = tables.filter(({ columns }) => columns.includes('file')).map(({ name }) => nameOf(name));
  const all = naming.map((name) => `select file from ${name} where file is not null`).join(' union ');
  return `select file from (${all}) named order by file collate "C"`;
}
