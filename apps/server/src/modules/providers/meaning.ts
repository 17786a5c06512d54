import type { Provider } from '@carecommons/contract/providers';
import { type LookedUpWord, soundOf, wordsOf } from '../../platform/search/search.ts';
import { general, genderOf, isTreating, joining, nearby, speaking } from './common-words.ts';
import { type Dictionary, nearestWords, type Sense } from './dictionary.ts';

export type Gender = NonNullable<Provider['gender']>;

/** The interpretation of a search. */
export interface Meaning {
  /** The specialities that it may mean, the likeliest first, with weights. */
  fields: { id: number; weight: number }[];
  /** All names of the city. */
  place: string[] | undefined;
  language: string | undefined;
  /** The gender that it asks for. */
  gender: Gender | undefined;
  /** It asks for somebody close by, and names no city. */
  near: boolean;
  /** Words that are none of these: names, streets and the like. */
  rest: string[];
  /** A word was corrected. */
  corrected: boolean;
}

// At most this many words of a search are read.
const wordsAtMost = 16;

/** The words of a search, and those among them that are not in the dictionary. */
export function wordsOfSearch(q: string, { words }: Dictionary) {
  const all = wordsOf(q).slice(0, wordsAtMost);
  return { all, unknown: [...new Set(all.filter((word) => !words.has(word)))] };
}

/** Interprets words; each may stand for several that sound alike or are spelt almost alike. */
export function meaningOf(all: string[], dictionary: Dictionary, unknown: Map<string, LookedUpWord>): Meaning {
  let corrected = false;
  const read = all
    .map((typed) => {
      const found = readWord(typed, dictionary, unknown.get(typed));
      corrected ||= found.corrected;
      return { typed, forms: found.forms };
    })
    .filter(({ forms }) => !forms.every((form) => joining.has(form)) || all.length === 1);

  const weights = new Map<number, number>();
  // “Lady doctor” tells of a field only where nothing else does.
  const byGender = new Map<number, number>();
  const meaning: Meaning = {
    fields: [],
    place: undefined,
    language: undefined,
    gender: undefined,
    near: false,
    rest: [],
    corrected,
  };
  for (let at = 0; at < read.length;) {
    const [length, sense] = longestAt(read, at, dictionary);
    if (sense !== undefined) {
      const told = isAboutGender(read.slice(at, at + length)) ? byGender : weights;
      for (const [id, weight] of sense.fields ?? []) told.set(id, (told.get(id) ?? 0) + weight);
      if (sense.fields === undefined) {
        if (sense.place !== undefined) meaning.place ??= sense.place;
        else meaning.language ??= sense.language;
      }
      at += length;
      continue;
    }
    const { typed, forms } = read[at] as Word;
    if (forms.some((form) => nearby.has(form))) meaning.near = true;
    else if (!forms.some((form) => general.has(form) || genderOf.has(form) || speaking.has(form)))
      meaning.rest.push(typed);
    at += 1;
  }
  // Of “heart disease in women” it is the patient's.
  if (weights.size === 0 || read.some(treats)) meaning.gender = genderWished(read);
  meaning.near &&= meaning.place === undefined;
  meaning.fields = [...(weights.size > 0 ? weights : byGender)]
    .map(([id, weight]) => ({ id, weight }))
    .toSorted((one, other) => other.weight - one.weight || one.id - other.id);
  return meaning;
}

interface Word {
  typed: string;
  forms: string[];
}

const treats = ({ forms }: Word) => forms.some(isTreating);
const genderIn = ({ forms }: Word) => forms.map((form) => genderOf.get(form)).find((gender) => gender !== undefined);

/** Whether words name a gender, and otherwise only somebody who treats. */
const isAboutGender = (words: Word[]) =>
  words.some((word) => genderIn(word) !== undefined) &&
  words.every((word) => genderIn(word) !== undefined || treats(word));

/** The gender that a search asks for; in “mahila rog”, a woman's illness, it is the patient's. */
function genderWished(read: Word[]): Gender | undefined {
  return read
    .filter((_, at) => {
      const next = read[at + 1];
      return next === undefined || treats(next) || !next.forms.some((form) => general.has(form));
    })
    .map(genderIn)
    .find((gender) => gender !== undefined);
}

/** The forms of a word: itself, or the words that sound like it, or, if nothing is spelt like it, its corrections. */
function readWord(typed: string, dictionary: Dictionary, unknown: LookedUpWord | undefined) {
  if (unknown === undefined || unknown.known) return { forms: [typed], corrected: false };
  const alike = dictionary.bySound.get(soundOf(typed)) ?? [];
  if (alike.length > 0) return { forms: alike, corrected: false };
  const { distance, words } = nearestWords(dictionary, typed);
  const inTexts = unknown.others[0]?.whole ?? Infinity;
  return words.length > 0 && distance <= inTexts
    ? { forms: words, corrected: true }
    : { forms: [typed], corrected: false };
}

/** The longest phrase that begins at a word, and its meaning. */
function longestAt(read: Word[], at: number, { senses, longest }: Dictionary): [number, Sense | undefined] {
  for (let length = Math.min(longest, read.length - at); length > 0; length -= 1) {
    let phrases = [''];
    for (const { forms } of read.slice(at, at + length))
      phrases = phrases.flatMap((begun) => forms.slice(0, 4).map((form) => (begun === '' ? form : `${begun} ${form}`)));
    const found = phrases.map((phrase) => senses.get(phrase)).find((sense) => sense !== undefined);
    if (found !== undefined) return [length, found];
  }
  return [1, undefined];
}
