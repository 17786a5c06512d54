import { sql } from 'kysely';
import type { Speciality } from '@carecommons/contract/providers';
import type { Db, Tx } from '../../core/db.ts';
import { invalidField } from '../../core/problem.ts';
import { type Place, searchPage } from './search.ts';

interface Asked {
  q?: string | undefined;
  limit: number;
  after?: Place | undefined;
}

/** A page of the specialities by name, or of those that match `q`. */
export async function listSpecialities(db: Db, { q, limit, after }: Asked) {
  return await searchPage(db, q, { limit, after }, async (tx, match, from, most) => {
    const { rows } = await sql<Speciality & { name_key: string }>`
      select id, name, "desc", name_key from specialities
      where ${match} and ${from === undefined ? sql`true` : sql`(name_key, id) > (${from[0]}, ${from[1]})`}
      order by name_key, id limit ${most}`.execute(tx);
    return rows;
  });
}

/** Throws 400 when one of the ids is no speciality's. */
export async function requireSpecialities(tx: Tx, ids: number[]) {
  const { rows } = await sql`select from specialities where id = any(${ids}::integer[])`.execute(tx);
  if (rows.length < ids.length) throw invalidField('speciality', 'Please choose from the list of specialities.');
}
