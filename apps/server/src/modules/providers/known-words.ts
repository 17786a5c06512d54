import { sql } from 'kysely';
import { openResponseCache } from '../../platform/cache/cache.ts';
import type { ColumnOf, Db, RowOf } from '../../platform/db/db.ts';
import { type Dictionary, dictionaryOf } from './dictionary.ts';

/** The dictionary of searches; cleared after the commit of any change to a speciality or a city. */
export const searchDictionary = openResponseCache<Dictionary>({ name: 'search dictionary', max: 1, ttlMs: 60_000 });

// At most this many cities are in the dictionary.
const citiesAtMost = 5000;

/** The current dictionary: the words of the offered specialities, and the cities of providers. */
export async function readDictionary(db: Db): Promise<Dictionary> {
  return await searchDictionary.get('all', async () => {
    const fields = await sql<RowOf<'specialities', 'id' | 'name' | 'words'>>`
      select id, name, words from specialities where retired_at is null and words <> '' order by id`.execute(db);
    // A loose index scan: one step for each city, however many providers it has.
    const cities = await sql<{ city: ColumnOf<'providers', 'city'> }>`
      with recursive next as (
        (select city from providers where listed and city is not null order by city limit 1)
        union all
        select (select p.city from providers p where p.listed and p.city > next.city order by p.city limit 1)
        from next where next.city is not null)
      select city from next where city is not null limit ${citiesAtMost}`.execute(db);
    return dictionaryOf(
      fields.rows,
      cities.rows.map(({ city }) => city ?? ''),
    );
  });
}
