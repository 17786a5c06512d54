/** Search by the beginnings of words: folding, spelling, and the table of words. */
export { fold } from './fold-text.ts';
export { soundOf } from './sound.ts';
export { likelyMeant, spellingDistance } from './spelling.ts';
export {
  indexWords,
  part,
  planForWords,
  readFound,
  searchedWords,
  searchTextOf,
  standsIn,
  wordsMeant,
  wordsOf,
} from './word-index.ts';
