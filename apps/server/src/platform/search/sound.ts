// How letters of Hindi sound in Latin ones: pairs of lines. A vowel sign takes the place of the "a" that a consonant has by itself.
const letters = `
क ख ग घ ङ च छ ज झ ञ ट ठ ड ढ ण त थ द ध न प फ ब भ म य र ल व श ष स ह
k k g g n c c j j n t t d d n t t d d n p f b b m y r l v s s s h
अ आ इ ई उ ऊ ऋ ए ऐ ओ औ
a a i i u u ri e e o o
ा ि ी ु ू ृ े ै ो ौ ॉ ॅ ं
a i i u u ri e e o o o e n`
  .trim()
  .split('\n')
  .map((line) => line.split(' '));
const latinOf = new Map(
  [0, 2, 4].flatMap((at) =>
    (letters[at] ?? []).map((letter, index) => [letter, letters[at + 1]?.[index] ?? ''] as const),
  ),
);
// What ends a consonant without a vowel, and a breath at the end.
for (const silent of ['्', 'ः']) latinOf.set(silent, '');

// One sound, however it is typed: the longer spelling first.
const spellings: [RegExp, string][] = [
  [/ksh|x/g, 'ks'],
  [/chh|ch/g, 'c'],
  [/ck|q/g, 'k'],
  [/ph/g, 'f'],
  [/sh/g, 's'],
  [/w/g, 'v'],
  [/z/g, 'j'],
  [/ee|y/g, 'i'],
  [/oo/g, 'u'],
  [/ai|ay/g, 'e'],
  [/au|ou/g, 'o'],
  [/([^aeiou])h/g, '$1'],
  [/m(?=[bpf])/g, 'n'],
  [/(?<!^)a/g, ''],
  [/(.)\1+/g, '$1'],
  [/(?<=...)s$/g, ''],
  [/(?<=...)on$|(?<=..)[eiou]$/g, ''],
];

/**
 * How a folded word sounds, so that ghutne, ghutno and घुटना are alike, and khujli and खुजली; empty where too little is left to
 * tell it by.
 */
export function soundOf(word: string): string {
  const latin = Array.from(word, (letter) => latinOf.get(letter) ?? letter).join('');
  const sound = spellings.reduce((text, [from, to]) => text.replaceAll(from, to), latin);
  return sound.length < 3 ? '' : sound;
}
