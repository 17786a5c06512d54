import { sql } from 'kysely';
import type { RowOf, Tx } from '../../platform/db/db.ts';
import { fold } from '../../platform/search/search.ts';
import { placeNames } from './place-names.ts';

/** The text by which something is found: folded, between blanks. */
export function searchTextOf(...parts: string[]): string {
  return ` ${fold(parts.join(' '))} `;
}

/** Adds the words of search texts to the known words, which correct typing errors. */
export async function addSearchWords(tx: Tx, texts: string[]) {
  const words = new Set(texts.flatMap((text) => text.split(' ')).filter((word) => word.length > 2));
  // Always in the same order, so that two who add the same words wait for each other and never in a circle.
  const sorted = [...words].toSorted();
  await sql`insert into search_words select unnest(${sorted}::text[]) on conflict do nothing`.execute(tx);
}

/** Renews the search text of one provider, or of all of a speciality, after what it is made of has changed. */
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
  await addSearchWords(tx, texts);
  await sql`
    update providers p set search = renewed.text
    from unnest(${rows.map((row) => row.user_id)}::integer[], ${texts}::text[]) as renewed (user_id, text)
    where p.user_id = renewed.user_id`.execute(tx);
}
