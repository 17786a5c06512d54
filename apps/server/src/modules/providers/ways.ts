import { citiesNear, cities } from '@carecommons/contract/cities';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import {
  exactSteps,
  fold,
  type Group,
  type LookedUpWord,
  lookUpWords,
  looseSteps,
  searchedWords,
  wholeWord,
  withOthers,
} from '../../platform/search/search.ts';
import { languageNames } from './language-names.ts';
import type { Dictionary } from './dictionary.ts';
import { type Meaning, meaningOf, wordsOfSearch } from './meaning.ts';
import { type DirectoryStep, searchWords } from './search.ts';

// Cities within this distance are near each other.
const nearKilometres = 150;
// At most this many specialities of a search are looked up.
const fieldsAtMost = 4;

/** The parts of a search that a way uses. */
interface MatchedParts {
  field: boolean;
  place: boolean;
  language: boolean;
  gender: boolean;
  rest: boolean;
}

/** Interprets a search, and looks up the words that the dictionary does not have. */
async function understand(tx: Tx, dictionary: Dictionary, q: string) {
  const { all, unknown: words } = wordsOfSearch(q, dictionary);
  const unknown = await lookUpWords(tx, searchWords, words);
  return { meaning: meaningOf(all, dictionary, unknown), unknown };
}

/** The ways to match a search; each requires the place if one is given. */
export async function waysOf(
  tx: Tx,
  dictionary: Dictionary,
  { q = '', place = '' }: { q?: string | undefined; place?: string | undefined },
): Promise<Group<DirectoryStep>[]> {
  const demanded = searchedWords(place);
  if (place !== '' && demanded.length === 0) return [];
  const known = await lookUpWords(tx, searchWords, demanded);
  const required = demanded.map((word) => {
    const meant = known.get(word);
    return withOthers(word, meant?.known === false ? meant.others : []);
  });
  if (q === '') return [() => [{ words: required }]];
  if (searchedWords(q).length === 0) return [];
  const { meaning, unknown } = await understand(tx, dictionary, q);
  return waysToMatch(tx, q, meaning, unknown, required);
}

/**
 * The ways to match a search, the best first: all of it, as written or as interpreted; all of it with corrections; then less
 * and less of it, so that somebody is found whenever anybody may be meant.
 */
function waysToMatch(
  tx: Tx,
  q: string,
  meaning: Meaning,
  unknown: Map<string, LookedUpWord>,
  required: string[][],
): Group<DirectoryStep>[] {
  const { fields, language, gender, rest } = meaning;
  const words = searchedWords(q);
  const place = meaning.place?.map(wholeWord);
  const near = namesNear(meaning.place);
  const speaks = language === undefined ? undefined : sql<boolean>`p.languages && ${languageNames(language)}::text[]`;
  const isGender = gender === undefined ? undefined : sql<boolean>`p.gender = ${gender}`;
  const all: MatchedParts = { field: true, place: true, language: true, gender: true, rest: true };
  // Wishes about the provider are dropped one by one: first the gender, then the language.
  const less = { language: false, gender: false };
  const oneLess = [
    { language: true, gender: false },
    { language: false, gender: true },
  ];
  const fewer = speaks === undefined || isGender === undefined ? [less] : [...oneLess, less];

  /** The steps that use some parts of the search, one for each speciality; none if the search has none of these parts. */
  function steps({ field, place: at, language: spoken, gender: wishes, rest: others }: MatchedParts, where = place) {
    const inText = [...(at && where ? [where] : []), ...(others ? rest.map((word) => [word]) : [])];
    const also = bothOf(spoken ? speaks : undefined, wishes ? isGender : undefined);
    const step = { words: inText, also };
    if (field && fields.length > 0)
      return fields.slice(0, fieldsAtMost).map(({ id }): DirectoryStep => ({ ...step, speciality: id }));
    return inText.length > 0 || also !== undefined ? [step] : [];
  }
  const wished = speaks !== undefined || isGender !== undefined;
  const understood = fields.length > 0 || place !== undefined || wished;
  const corrected = meaning.corrected ? looseSteps(words, unknown) : [];
  const reduced = searchedWords(rest.join(' '));
  const groups: Group<DirectoryStep>[] = [
    () => [...(understood ? steps(all) : []), ...exactSteps(words), ...corrected],
    () => (understood || reduced.length === 0 ? [] : exactSteps(reduced)),
    async () => looseSteps(words, new Map([...unknown, ...(await lookUpWords(tx, searchWords, words))])),
  ];
  const add = (...some: MatchedParts[]) => groups.push(...some.map((parts) => () => steps(parts)));
  if (rest.length > 0 && fields.length > 0) {
    for (const wishes of fewer) add({ ...all, ...wishes }, { ...all, place: false, ...wishes });
  }
  if (rest.length > 0 && (place !== undefined || fields.length > 0)) add({ ...all, field: false, ...less });
  for (const wishes of [{}, ...fewer]) add({ ...all, rest: false, ...wishes });
  if (fields.length > 0) {
    for (const wishes of [{}, ...fewer]) {
      const parts: MatchedParts = { ...all, place: false, rest: false, ...wishes };
      groups.push(() => [...steps({ ...parts, place: near.length > 0 }, near), ...steps(parts)]);
    }
  }
  const nothing: MatchedParts = { field: false, place: false, ...less, rest: false };
  if (rest.length > 0 && understood) add({ ...nothing, rest: true });
  for (const wishes of [{ language: true, gender: true }, ...fewer]) add({ ...nothing, place: true, ...wishes });
  if (reduced.length > 1) groups.push(...reduced.map((word) => () => exactSteps([word])));
  // “Male doctor” matches everybody if no profile says that its provider is a man.
  if (isGender !== undefined) groups.push(() => [{ words: [] }]);

  // The filter holds in every step. Among equal matches, verified providers come first.
  return groups.map(
    (group) => async () =>
      (await group()).flatMap((step) =>
        [true, false].map((verified) => ({ ...step, words: [...step.words, ...required], verified })),
      ),
  );
}

function bothOf(one: RawBuilder<boolean> | undefined, other: RawBuilder<boolean> | undefined) {
  return one !== undefined && other !== undefined ? sql<boolean>`${one} and ${other}` : (one ?? other);
}

/** The names of the cities near one, as search texts have them. */
function namesNear(place: string[] | undefined): string[] {
  const here = cities.find(({ name }) => place?.includes(fold(name)));
  if (here === undefined) return [];
  return citiesNear(here, nearKilometres)
    .filter((city) => city !== here)
    .map(({ name }) => wholeWord(fold(name)));
}
