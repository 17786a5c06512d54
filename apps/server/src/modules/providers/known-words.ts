import { sql } from 'kysely';
import { openResponseCache } from '../../platform/cache/cache.ts';
import type { ColumnOf, Db, RowOf } from '../../platform/db/db.ts';
import { type Dictionary, dictionaryOf } from './dictionary.ts';

/** The dictionary of searches; whoever changes a speciality or a city clears it after the commit. */
export const searchDictionary = openResponseCache<Dictionary>({ name: 'search dictionary', max: 1, ttlMs: 60_000 });

// So many cities are told from other words.
const citiesAtMost = 5000;

/** The words by which searches are understood now: those of the specialities that are offered, and the cities of providers. */
export async function readDictionary(db: Db): Promise<Dictionary> {
  return await searchDictionary.get('all', async () => {
    const fields = await sql<RowOf<'specialities', 'id' | 'name' | 'words'>>`
      select id, name, words from specialities where retired_at is null and words <> '' order by id`.execute(db);
    // From one city on to the next: as many steps as there are cities, however many providers each has.
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
