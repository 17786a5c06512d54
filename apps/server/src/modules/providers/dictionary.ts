import { fold, soundOf, spellingDistance } from '../../platform/search/search.ts';
import { general, genderOf, joining, languageOf, nearby, speaking } from './common-words.ts';
import { cityLines } from './place-names.ts';

/** What a word or a phrase of a search may stand for: fields by how much it tells of each, a place, or a language. */
export interface Sense {
  fields?: Map<number, number>;
  /** A city by all of its names. */
  place?: string[];
  language?: string;
}

/** The words that searches are understood by. */
export interface Dictionary {
  senses: Map<string, Sense>;
  /** How many words the longest phrase has. */
  longest: number;
  /** Every word that stands in it, those that sound alike, and those that begin alike. */
  words: Set<string>;
  bySound: Map<string, string[]>;
  byLetter: Map<string, string[]>;
}

/** A field's phrases with how much each tells of it, as an administrator writes them: parted by commas, 1 to 3 after a phrase. */
function phrasesOf(words: string): [phrase: string, weight: number][] {
  return words
    .split(/[,\n]/)
    .map((text) => /^(.*?)(?:\s+([123]))?\s*$/s.exec(text.trim()))
    .map((parts): [string, number] => [bare(fold(parts?.[1] ?? '')), Number(parts?.[2] ?? 3)])
    .filter(([phrase]) => phrase !== '');
}

/** A phrase without what joins its words, as searches lose it too. */
const bare = (phrase: string) => {
  const all = phrase.split(' ');
  const kept = all.filter((word) => !joining.has(word));
  return (all.length === 1 ? all : kept).join(' ');
};

/** Makes the dictionary of the fields and of the cities that providers name. */
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

/** A city by all of its names, itself first. */
function namesOfCity(city: string): string[] {
  const others = cityLines.find((names) => names.includes(city)) ?? [];
  return [...new Set([city, ...others])];
}

/**
 * Words of the dictionary that a mistyped one may have been, the nearest; `distance` is how many letters they differ by. The first
 * letter is hardly ever mistyped.
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
