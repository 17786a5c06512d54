import type { Urgent } from '@carecommons/contract/search';
import { fold, soundOf, spellingDistance } from '../../platform/search/search.ts';
import { crises, emergencies, joining, otherwise } from './urgent-words.ts';

const wordsOf = (text: string) => fold(text).split(' ').filter(Boolean);
const joins = new Set(wordsOf(joining));
// "Not", in Hindi typed in Latin letters.
const negations = new Set(['nahin', 'nhi', 'nai', 'nahi']);

/** The words of a text without function words. */
const tellingWords = (text: string) =>
  wordsOf(text)
    .filter((word) => !joins.has(word))
    .map((word) => (negations.has(word) ? 'nahi' : word));

const phrasesOf = (text: string) =>
  text
    .split(',')
    .map(tellingWords)
    .filter((phrase) => phrase.length > 0);

const signs = Object.values(emergencies).flatMap(phrasesOf);
const despair = phrasesOf(crises);
const before = new Set(wordsOf(otherwise.before));
const after = new Set(wordsOf(otherwise.after));
const anywhere = new Set(wordsOf(otherwise.anywhere));

/** Whether a search is about an emergency, or by somebody who thinks of ending their life; null for all others. */
export function urgencyOf(q: string): Urgent {
  const words = tellingWords(q);
  if (despair.some((phrase) => placesOf(phrase, words).length > 0)) return 'crisis';
  if (words.some((word) => anywhere.has(word))) return null;
  const isMeant = (phrase: string[]) =>
    placesOf(phrase, words).some(
      (at) => !before.has(words[at - 1] ?? '') && !after.has(words[at + phrase.length] ?? ''),
    );
  return signs.some(isMeant) ? 'emergency' : null;
}

/** The positions at which the words of a phrase stand one after another. */
function placesOf(phrase: string[], words: string[]): number[] {
  return [...words.keys()].filter((at) =>
    phrase.every((word, index) => isMeantBy(words[at + index] ?? '', word, phrase.length === 1)),
  );
}

/**
 * Whether a typed word means another: it is spelt the same or, if it is long enough, almost the same, or sounds the same in a
 * phrase of several words.
 */
function isMeantBy(typed: string, word: string, alone: boolean): boolean {
  if (typed === word) return true;
  if (typed === '' || typed[0] !== word[0]) return false;
  if (word.length >= 6 && spellingDistance(typed, word).whole <= 1) return true;
  return !alone && typed.length >= 4 && soundOf(word) !== '' && soundOf(typed) === soundOf(word);
}
