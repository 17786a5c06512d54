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

/** What the named specialities add to a provider's search text. Throws 400 when one of them is unknown. */
export async function specialityWords(tx: Tx, ids: number[]): Promise<string> {
  const { rows } = await sql<{ search: string }>`
    select search from specialities where id = any(${ids}::integer[]) order by name_key`.execute(tx);
  if (rows.length < new Set(ids).size) throw invalidField('speciality', 'Please choose from the list of specialities.');
  return rows.map(({ search }) => search).join(' ');
}
