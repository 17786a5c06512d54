import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from './db.ts';

/**
 * Keeps care of a person who is gone where the application cannot read it. `rows` selects what to keep: id, file and the
 * row as JSON. What is there already stays as it is.
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

/** Takes away what was kept of a person's care, and returns the files of it. */
export async function dropKeptCare(tx: Tx, patientId: number): Promise<string[]> {
  const { rows } = await sql<{ file: string | null }>`
    delete from kept_care where patient_id = ${patientId} returning file`.execute(tx);
  return rows.flatMap(({ file }) => file ?? []);
}

/** Which of these stored files belong to kept care. */
export async function filesOfKeptCare(db: Db, keys: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ file: string }>`select file from kept_care where file = any(${keys})`.execute(db);
  return new Set(rows.map(({ file }) => file));
}
