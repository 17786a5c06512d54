import * as z from 'zod/mini';
import { text } from './fields.ts';

// Names that people are known by. What cannot be seen, or looks like a mark of the site (✔), is no part of one.

// Scripts whose words need joiners to be written right: conjuncts and chillus of India's, and Persian and Urdu compounds.
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
// Controls, format characters, what nobody has assigned, what shows nothing, separators of lines, and symbols with emoji among
// them; but for the two accents that stand for an apostrophe on many keyboards.
const unseen = /(?![`´])[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\p{S}]/u;
// What stands over every script is stacked twice in no name; a syllable of India's has up to four signs of its own script.
const stacked = /\p{Script=Inherited}{3}|\p{M}{5}/u;

/** Whether a name is made of what can be seen and read: letters of any script, digits, spaces and punctuation. */
export function isReadableName(name: string): boolean {
  return /\p{L}/u.test(name) && !unseen.test(name.replaceAll(joiner, '')) && !stacked.test(name.normalize('NFC'));
}

/** The name of a person or a practice. */
export const personName = text(120).check(
  z.refine(isReadableName, 'Please use letters, spaces and punctuation only, without symbols or invisible characters.'),
);

// The scripts that people write names in today (UAX 31), and those that are written with each other.
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
 * Whether a username is in one script (or scripts that are written together), shows all that it holds, and writes each letter in
 * the plain way: `аdmin` with a Cyrillic а and `𝐚𝐝𝐦𝐢𝐧` are none.
 */
export function isPlainUsername(name: string): boolean {
  // Two vowels of Thai and Lao have no other way to be written.
  const plain = name.replaceAll(/[\u0E33\u0EB3]/g, '');
  return (
    plain.normalize('NFKC') === plain &&
    !/\p{Default_Ignorable_Code_Point}|^\p{M}/u.test(name) &&
    !stacked.test(name) &&
    ofOneScript.some((script) => script.test(name))
  );
}
