import { type LookedUpWord, soundOf, wordsOf } from '../../platform/search/search.ts';
import { general, genders, joining, nearby, speaking } from './common-words.ts';
import { type Dictionary, nearestWords, type Sense } from './dictionary.ts';

/** What a search says. */
export interface Meaning {
  /** The fields that it means, the likeliest first, and how much it tells of each. */
  fields: { id: number; weight: number }[];
  /** The city, by all of its names. */
  place: string[] | undefined;
  language: string | undefined;
  /** It asks for what is close by, and names no place. */
  near: boolean;
  /** The words of none of these: of names, streets and the like. */
  rest: string[];
  /** A word was taken for another one that is spelt nearly so. */
  corrected: boolean;
}

// Of a search so many words are read.
const wordsAtMost = 16;

/** The words of a search, and those that the dictionary has not. */
export function wordsOfSearch(q: string, { words }: Dictionary) {
  const all = wordsOf(q).slice(0, wordsAtMost);
  return { all, unknown: [...new Set(all.filter((word) => !words.has(word)))] };
}

/** What words mean; each may stand for several that sound alike, or are spelt nearly so. */
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
  const meaning: Meaning = { fields: [], place: undefined, language: undefined, near: false, rest: [], corrected };
  for (let at = 0; at < read.length;) {
    const [length, sense] = longestAt(read, at, dictionary);
    if (sense !== undefined) {
      for (const [id, weight] of sense.fields ?? []) weights.set(id, (weights.get(id) ?? 0) + weight);
      if (sense.fields === undefined) {
        if (sense.place !== undefined) meaning.place ??= sense.place;
        else meaning.language ??= sense.language;
      }
      at += length;
      continue;
    }
    const { typed, forms } = read[at] as Word;
    if (forms.some((form) => nearby.has(form))) meaning.near = true;
    else if (!forms.some((form) => general.has(form) || genders.has(form) || speaking.has(form)))
      meaning.rest.push(typed);
    at += 1;
  }
  meaning.near &&= meaning.place === undefined;
  meaning.fields = [...weights]
    .map(([id, weight]) => ({ id, weight }))
    .toSorted((one, other) => other.weight - one.weight || one.id - other.id);
  return meaning;
}

interface Word {
  typed: string;
  forms: string[];
}

/** What a word may be: itself, what sounds like it, or what is spelt nearly so where nothing is spelt as it is. */
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

/** The longest phrase that begins at a word, and what it stands for. */
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
