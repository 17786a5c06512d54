import { type RawBuilder, sql } from 'kysely';
import { matchesWords, openVocabulary, type Step } from '../../platform/search/search.ts';

/** The vocabulary of the directory: the words of providers and specialities. */
export const searchWords = openVocabulary({
  table: 'search_words',
  matchedAt: 'beginning',
  usedIn: (pattern) => [
    sql`exists (select from providers p where p.search like ${pattern})`,
    sql`exists (select from specialities s where s.search like ${pattern})`,
  ],
});

/** How far a list by name was read: the step of a search, and in it the name and id of the last row. */
export type Cursor = [step: number, name_key: string, id: number];

/** A step of the directory, with what else must hold of the provider `p`. */
export interface DirectoryStep extends Step {
  speciality?: number | undefined;
  also?: RawBuilder<boolean> | undefined;
  verified?: boolean;
}

/** Whether a provider `p` matches a step. */
export function matchesStep({ words, speciality, also, verified }: DirectoryStep): RawBuilder<boolean> {
  const conditions = [
    words.length === 0 ? undefined : matchesSearch({ words }),
    speciality === undefined ? undefined : practises(speciality),
    also,
    verified === undefined ? undefined : verified ? sql`p.verified` : sql`not p.verified`,
  ].filter((one) => one !== undefined);
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** Whether the search text of a row has the words of a step. */
export const matchesSearch = ({ words }: Step) => matchesWords(sql`search`, words, 'beginning');

const practises = (speciality: number) => sql<boolean>`exists (
  select from provider_specialities o where o.provider_id = p.user_id and o.speciality_id = ${speciality})`;

// `word_beginnings` has this many letters of a word.
const indexedLetters = 12;

/** Whether the index of beginnings contains the words of a step; the search text decides what really matches. */
export function beginningsOf({ words }: Step): RawBuilder<boolean> {
  if (words.length === 0) return sql<boolean>`true`;
  const each = words.map((forms) => {
    // Of a name of several words, the first; a form that ends with a blank is a whole word.
    const first = forms.map((form) => /^[^ ]+ ?/.exec(form)?.[0] ?? '');
    const beginnings = first.map((form) => [...form].slice(0, indexedLetters).join(''));
    return sql`word_beginnings(search) && ${beginnings}::text[]`;
  });
  return sql<boolean>`${sql.join(each, sql` and `)}`;
}
