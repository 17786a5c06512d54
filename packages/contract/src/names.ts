import * as z from 'zod/mini';
import { text } from './fields.ts';

// Names of people. Invisible characters, and symbols that look like a mark of the site (✔), are not allowed.

// Scripts that need joiners for correct spelling: conjuncts and chillus of Indian scripts, and compounds in Persian and
// Urdu.
const joining = [
  'Arab',
  'Beng',
  'Deva',
  'Gujr',
  'Guru',
  'Khmr',
  'Knda',
  'Mlym',
  'Mong',
  'Orya',
  'Sinh',
  'Taml',
  'Telu',
];
const joiner = new RegExp(`(?<=[${joining.map((script) => `\\p{Script=${script}}`).join('')}])[\\u200C\\u200D]`, 'gu');
// Control and format characters, unassigned and invisible ones, line separators, and symbols including emoji, except
// the two accents that stand for an apostrophe on many keyboards.
const unseen = /(?![`´])[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\p{S}]/u;
// Refuses three stacked accents that are common to all scripts, and five marks of any kind: a syllable of an Indian
// script has up to four signs of its own.
const stacked = /\p{Script=Inherited}{3}|\p{M}{5}/u;

/** Whether a name consists of visible, readable characters: letters of any script, digits, spaces and punctuation. */
export function isReadableName(name: string): boolean {
  return /\p{L}/u.test(name) && !unseen.test(name.replaceAll(joiner, '')) && !stacked.test(name.normalize('NFC'));
}

/** The name of a person or a practice. */
export const personName = text(120).check(
  z.refine(isReadableName, 'Please use letters, spaces and punctuation only, without symbols or invisible characters.'),
);

// The scripts in which people write names today (UAX 31), and those that are mixed with each other.
const scripts =
  'Arab Armn Beng Cyrl Deva Ethi Geor Grek Gujr Guru Hebr Khmr Knda Laoo Latn Mlym Mymr Orya Sinh Taml Telu Thaa Thai Tibt'
    .split(' ')
    .map((script) => [script]);
const together = [
  ['Latn', 'Hani', 'Hira', 'Kana'],
  ['Latn', 'Hani', 'Bopo'],
  ['Latn', 'Hani', 'Hang'],
];
const ofOneScript = [...scripts, ...together].map((names) => {
  return new RegExp(`^[${[...names, 'Zyyy', 'Zinh'].map((name) => `\\p{Script_Extensions=${name}}`).join('')}]+$`, 'u');
});

/**
 * Whether a username uses one script (or scripts that are written together), has only visible characters, and is in
 * normalised form: `аdmin` with a Cyrillic а and `𝐚𝐝𝐦𝐢𝐧` are refused.
 */
export function isPlainUsername(name: string): boolean {
  // Two vowels of Thai and Lao have no other spelling.
  const plain = name.replaceAll(/[\u0E33\u0EB3]/g, '');
  return (
    plain.normalize('NFKC') === plain &&
    !/\p{Default_Ignorable_Code_Point}|^\p{M}/u.test(name) &&
    !stacked.test(name) &&
    ofOneScript.some((script) => script.test(name))
  );
}
