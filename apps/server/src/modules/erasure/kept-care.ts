import { type RawBuilder, sql } from 'kysely';
import type { Db, RowOf, Tx } from '../../platform/db/db.ts';

/**
 * Stores an erased person's care records where the application cannot read them. `rows` selects what to keep: id, file and the
 * row as JSON. Rows that are already there do not change.
 */
export async function keepCare(
  tx: Tx,
  kind: 'person' | 'visit' | 'report',
  patientId: number,
  rows: RawBuilder<unknown>,
) {
  await sql`
    insert into kept_care (kind, id, patient_id, file, row)
    select ${kind}, kept.id, ${patientId}::integer, kept.file, kept.row from (${rows}) as kept (id, file, row)
    on conflict do nothing`.execute(tx);
}

/** Deletes the kept care of a person and returns its files. */
export async function dropKeptCare(tx: Tx, patientId: number): Promise<string[]> {
  const { rows } = await sql<RowOf<'kept_care', 'file'>>`
    delete from kept_care where patient_id = ${patientId} returning file`.execute(tx);
  return rows.flatMap(({ file }) => file ?? []);
}

/** Which of these stored files belong to kept care. */
export async function filesOfKeptCare(db: Db, keys: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ file: string }>`select file from kept_care where file = any(${keys})`.execute(db);
  return new Set(rows.map(({ file }) => file));
}

/** One line about a kept record: what it is, about whom, by whom and when. */
interface KeptLine extends RowOf<'kept_care', 'id'> {
  kind: 'visit' | 'report';
  patient: string;
  provider: string;
  at: Date;
  title: string | null;
}

/**
 * The kept records of people whose name contains a text, with the names of `providers`. Only the owner of the database can read
 * them.
 */
export async function findKeptCare(owner: Db, name: string, providers: RawBuilder<unknown>): Promise<KeptLine[]> {
  const { rows } = await sql<KeptLine>`
    select k.kind, k.id, p.row->>'name' as patient, coalesce(d.name, '') as provider,
      coalesce(k.row->>'starts_at', k.row->>'created_at')::timestamptz as at, coalesce(k.row->>'title', k.row->>'problem') as title
    from kept_care p join kept_care k on k.patient_id = p.patient_id and k.kind <> 'person'
    left join ${providers} d on d.user_id = (k.row->>'provider_id')::integer
    where p.kind = 'person' and position(lower(${name}) in lower(p.row->>'name')) > 0
    order by patient, at, k.kind`.execute(owner);
  return rows;
}

/** The file of a kept report and its person; undefined if there is none. Only the owner of the database can read it. */
export async function findKeptReport(owner: Db | Tx, id: number) {
  const { rows } = await sql<RowOf<'kept_care', 'patient_id'> & { file: string; media_type: string }>`
    select patient_id, file, row->>'media_type' as media_type from kept_care where kind = 'report' and id = ${id}`.execute(
    owner,
  );
  return rows[0];
}

/** Whether any care of a person is kept. */
export const hasKeptCare = (patientId: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from kept_care k where k.patient_id = ${patientId})`;
