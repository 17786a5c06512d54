import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../db/db.ts';

/** What a row of the audit says: all its columns but those that are null, so that a column may be added later. */
export type ChainedRow = { id: number; at: number } & Record<string, string | number>;

/** A row's place in the chain. Moments are microseconds since 1970, hashes hexadecimal digits. */
export interface Seal {
  seq: number;
  audit_id: number;
  at: number;
  row_hash: string;
  hash: string;
}

/** Where the chain begins, and so what the first seal follows. */
export const beginning = { seq: 0, hash: '0'.repeat(64) };

const microseconds = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint`;

/** The row of the audit of which `of` names id and moment, as `found.stored`; its month and its index alone are looked at. */
export const rowOf = (of: 'w' | 's') => sql`lateral (
  select jsonb_strip_nulls(to_jsonb(a)) || jsonb_build_object('at', ${microseconds('a.at')}) as stored from audit a
  where a.id = ${sql.ref(`${of}.audit_id`)} and a.at = ${sql.ref(`${of}.audit_at`)} offset 0) found`;

export const sealColumns = sql`
  s.seq, s.audit_id, ${microseconds('s.audit_at')} as at, encode(s.row_hash, 'hex') as row_hash, encode(s.hash, 'hex') as hash`;

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** The same for the same row, in whatever order its columns come. */
export const rowHash = (row: ChainedRow) =>
  hashOf(Object.entries(row).toSorted(([one], [other]) => (one < other ? -1 : 1)));

/** A hash over the seal before and all that this one says. */
export const sealHash = (before: string, { seq, audit_id, at, row_hash }: Omit<Seal, 'hash'>) =>
  hashOf([before, seq, audit_id, at, row_hash]);

// Any number that no other user of the database takes.
const lock = 7_305_202;
const atOnce = 500;

/** Whether this is the one transaction that may add to the chain. Where it is not, another process is at it. */
export async function isSealer(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_xact_lock(${lock}) as held`.execute(tx);
  return rows[0]?.held === true;
}

/** The last seal; the beginning where there is none. */
export async function lastSeal(tx: Tx): Promise<Pick<Seal, 'seq' | 'hash'>> {
  const { rows } = await sql<Pick<Seal, 'seq' | 'hash'>>`
    select seq, encode(hash, 'hex') as hash from audit_seals order by seq desc limit 1`.execute(tx);
  return rows[0] ?? beginning;
}

/** Seals what waits, some hundreds at once, and tells whether there may be more. Only the sealer may call it. */
export async function sealSome(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ stored: ChainedRow }>`
    select found.stored from (select audit_id, audit_at from audit_unsealed order by audit_id limit ${atOnce}) w, ${rowOf('w')}
    order by w.audit_id`.execute(tx);
  if (rows.length === 0) return false;
  let before = await lastSeal(tx);
  const seals: Seal[] = [];
  for (const { stored: row } of rows) {
    const link = { seq: before.seq + 1, audit_id: row.id, at: row.at, row_hash: rowHash(row) };
    const seal = { ...link, hash: sealHash(before.hash, link) };
    seals.push(seal);
    before = seal;
  }
  const column = <K extends keyof Seal>(name: K) => seals.map((seal) => seal[name]);
  await sql`
    insert into audit_seals (seq, audit_id, audit_at, row_hash, hash)
    select s.seq, u.audit_id, u.audit_at, decode(s.row_hash, 'hex'), decode(s.hash, 'hex')
    from unnest(${column('seq')}::bigint[], ${column('audit_id')}::bigint[], ${column('row_hash')}::text[],
      ${column('hash')}::text[]) s (seq, audit_id, row_hash, hash) join audit_unsealed u using (audit_id)`.execute(tx);
  await sql`delete from audit_unsealed where audit_id = any(${column('audit_id')})`.execute(tx);
  return rows.length === atOnce;
}
