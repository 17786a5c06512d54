import { sql } from 'kysely';
import type { RowOf, Tx } from '../../platform/db/db.ts';
import { indexWords, searchTextOf } from '../../platform/search/search.ts';
import { placeNames } from './place-names.ts';
import { searchWords } from './search.ts';

/** Updates the search text of one provider, or of all providers of a speciality, after a change of its parts. */
export async function renewSearchTexts(tx: Tx, of: { provider: number } | { speciality: number }) {
  const which =
    'provider' in of
      ? sql`p.user_id = ${of.provider}`
      : sql`p.user_id in (select provider_id from provider_specialities where speciality_id = ${of.speciality})`;
  const { rows } = await sql<RowOf<'providers', 'user_id' | 'name'> & { place: string; specialities: string }>`
    select p.user_id, p.name, concat_ws(' ', p.address, p.city) as place, string_agg(s.search, ' ') as specialities
    from providers p join provider_specialities o on o.provider_id = p.user_id join specialities s on s.id = o.speciality_id
    where ${which} group by p.user_id order by p.user_id`.execute(tx);
  const texts = rows.map(({ name, place, specialities }) => searchTextOf(name, place, placeNames(place), specialities));
  await indexWords(tx, searchWords, texts);
  await sql`
    update providers p set search = renewed.text
    from unnest(${rows.map((row) => row.user_id)}::integer[], ${texts}::text[]) as renewed (user_id, text)
    where p.user_id = renewed.user_id`.execute(tx);
}
