import { sql } from 'kysely';
import type { Speciality } from '@carecommons/contract/providers';
import type { Db, RowOf, Tx } from '../../platform/db/db.ts';
import { invalidField } from '../../platform/errors/errors.ts';
import { openResponseCache } from '../../platform/cache/cache.ts';
import { everything, groupsOf, inSearch, type Match, searchPage } from '../../platform/search/search.ts';
import { type Cursor, matchesSearch, searchWords } from './search.ts';

/** Cached responses of the list of specialities; cleared after the commit of any change. */
export const specialityTexts = openResponseCache({ name: 'specialities' });

interface ListQuery {
  q?: string | undefined;
  id?: number | undefined;
  limit: number;
  after?: Cursor | undefined;
}

/** The current id of a speciality: its own, or the id of the one into which it was merged. */
export async function presentId(db: Db, id: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select coalesce(merged_into, id) as id from specialities where id = ${id}`.execute(db);
  return rows[0]?.id ?? id;
}

/** A page of the specialities by name, or of those that match `q`; with `id` only that one, even if it is retired. */
export async function listSpecialities(db: Db, { q, id, limit, after }: ListQuery) {
  const which = id === undefined ? sql<boolean>`retired_at is null` : sql<boolean>`id = ${await presentId(db, id)}`;
  const read = async (tx: Db, { found }: Match, from: [string, number] | undefined, most: number) => {
    const { rows } = await sql<Speciality & RowOf<'specialities', 'name_key'>>`
      select id, name, "desc", name_key from specialities
      where ${which} and ${found} and ${from === undefined ? sql`true` : sql`(name_key, id) > (${from[0]}, ${from[1]})`}
      order by name_key, id limit ${most}`.execute(tx);
    return rows;
  };
  const keyOf = (row: RowOf<'specialities', 'id' | 'name_key'>): [string, number] => [row.name_key, row.id];
  const list = { limit, after, matches: matchesSearch, read, keyOf };
  if (!q) return await searchPage(db, [everything], list);
  return await inSearch(db, async (tx) => await searchPage(tx, groupsOf(tx, searchWords, q), list));
}

/**
 * The current ids of the specialities that a provider chose, locked until the transaction ends. Throws 400 for an unknown
 * speciality, or for a retired one that the provider did not have before.
 */
export async function requireSpecialities(tx: Tx, ids: number[], providerId: number): Promise<number[]> {
  // The lock serialises this with merges, so that no provider keeps a speciality that was merged.
  const { rows } = await sql<RowOf<'specialities', 'id' | 'merged_into'> & { retired: boolean }>`
    select s.id, s.merged_into, s.retired_at is not null and not exists (
      select from provider_specialities o where o.provider_id = ${providerId} and o.speciality_id = s.id) as retired
    from specialities s where s.id = any(${ids}::integer[]) order by s.id for share of s`.execute(tx);
  const refused = rows.some(({ merged_into, retired }) => merged_into === null && retired);
  if (rows.length < ids.length || refused) {
    throw invalidField('speciality', 'Please choose from the list of specialities.');
  }
  return [...new Set(rows.map(({ id, merged_into }) => merged_into ?? id))];
}

/** The first specialities by name and id, without retired ones. */
export async function presentSpecialities(db: Db, most: number) {
  return await db
    .selectFrom('specialities')
    .select(['id', 'name'])
    .where('retired_at', 'is', null)
    .orderBy('id')
    .limit(most)
    .execute();
}
