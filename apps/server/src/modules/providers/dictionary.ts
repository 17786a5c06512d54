import { fold, soundOf, spellingDistance } from '../../platform/search/search.ts';
import { general, genderOf, joining, languageOf, nearby, speaking } from './common-words.ts';
import { cityLines } from './place-names.ts';

/** What a word or phrase of a search may mean: specialities, each with a weight, or a city, or a language. */
export interface Sense {
  fields?: Map<number, number>;
  /** All names of the city. */
  place?: string[];
  language?: string;
}

/** The words by which searches are interpreted. */
export interface Dictionary {
  senses: Map<string, Sense>;
  /** The number of words of the longest phrase. */
  longest: number;
  /** All words, also grouped by sound and by first letter. */
  words: Set<string>;
  bySound: Map<string, string[]>;
  byLetter: Map<string, string[]>;
}

/**
 * The phrases of a speciality with their weights, as an administrator writes them: separated by commas, optionally followed by
 * a weight from 1 to 3.
 */
function phrasesOf(words: string): [phrase: string, weight: number][] {
  return words
    .split(/[,\n]/)
    .map((text) => /^(.*?)(?:\s+([123]))?\s*$/s.exec(text.trim()))
    .map((parts): [string, number] => [bare(fold(parts?.[1] ?? '')), Number(parts?.[2] ?? 3)])
    .filter(([phrase]) => phrase !== '');
}

/** A phrase without function words, which are removed from searches too. */
const bare = (phrase: string) => {
  const all = phrase.split(' ');
  const telling = all.filter((word) => !joining.has(word));
  return (all.length === 1 ? all : telling).join(' ');
};

/** Builds the dictionary from the specialities and from the cities in profiles. */
export function dictionaryOf(
  fields: { id: number; name: string; words: string }[],
  cities: readonly string[],
): Dictionary {
  const senses = new Map<string, Sense>();
  const sense = (phrase: string) => {
    const known = senses.get(phrase) ?? {};
    senses.set(phrase, known);
    return known;
  };
  for (const { id, name, words } of fields) {
    for (const [phrase, weight] of [...phrasesOf(words), [bare(fold(name)), 3] as const]) {
      const known = sense(phrase);
      known.fields ??= new Map();
      known.fields.set(id, Math.max(weight, known.fields.get(id) ?? 0));
    }
  }
  for (const [word, language] of languageOf) sense(word).language = language;
  for (const names of [...cities.map((city) => namesOfCity(fold(city))), ...cityLines])
    for (const name of names) if (name !== '') sense(name).place = names;

  const words = new Set([...joining, ...general, ...nearby, ...genderOf.keys(), ...speaking]);
  for (const phrase of senses.keys()) for (const word of phrase.split(' ')) words.add(word);
  const bySound = Map.groupBy(words, soundOf);
  bySound.delete('');
  const byLetter = Map.groupBy(words, (word) => word.slice(0, 1));
  const longest = Math.max(...[...senses.keys()].map((phrase) => phrase.split(' ').length), 1);
  return { senses, longest, words, bySound, byLetter };
}

/** All names of a city, the given one first. */
function namesOfCity(city: string): string[] {
  const others = cityLines.find((names) => names.includes(city)) ?? [];
  return [...new Set([city, ...others])];
}

/**
 * The words of the dictionary nearest to a mistyped one; `distance` is the number of different letters. The first letter must
 * match: it is hardly ever mistyped.
 */
export function nearestWords({ byLetter }: Dictionary, typed: string): { distance: number; words: string[] } {
  const letters = typed.length;
  const forgiven = letters < 5 ? 0 : letters < 9 ? 1 : 2;
  let nearest = { distance: forgiven, words: [] as string[] };
  for (const word of byLetter.get(typed.slice(0, 1)) ?? []) {
    if (word.length < 4 || Math.abs(word.length - letters) > nearest.distance) continue;
    const { whole } = spellingDistance(typed, word);
    if (whole > nearest.distance) continue;
    nearest = { distance: whole, words: whole < nearest.distance ? [word] : [...nearest.words, word] };
  }
  return nearest;
}
