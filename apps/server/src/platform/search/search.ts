/** The search engine: folding, spelling, vocabularies, and the steps by which words are matched. Modules supply their tables. */
export { fold } from './fold-text.ts';
export { readFound } from './read-found.ts';
export { soundOf } from './sound.ts';
export { likelyMeant, spellingDistance } from './spelling.ts';
export {
  everything,
  exactSteps,
  type Group,
  groupsOf,
  inSearch,
  looseSteps,
  type Match,
  searchPage,
  type Step,
  withOthers,
} from './steps.ts';
export { forgetWords, indexWords, type LookedUpWord, lookUpWords, openVocabulary } from './vocabulary.ts';
export { containsWords, matchesWords, searchedWords, searchTextOf, wholeWord, wordsOf } from './words.ts';
