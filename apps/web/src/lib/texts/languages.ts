import shells, { names } from 'virtual:texts';
import { type Language, sourceLanguage } from '../preferences.ts';

/** The languages that one can choose: the made-up one, which is there for tests, is offered to nobody and has no name. */
export const languages: Language[] = Object.keys(names);

/** The language that a reader gets: the chosen one if it is there, else what the browser asks for by `Accept-Language`. */
export function languageOf(selected: string | undefined, accepted: string): Language {
  return selected !== undefined && Object.hasOwn(shells, selected) ? selected : languageFor(accepted);
}

/** The first of our languages that an `Accept-Language` header wants, by its weights: `hi-IN,en;q=0.8` is Hindi; else English. */
export function languageFor(accepted: string): Language {
  const wanted = accepted
    .slice(0, 200)
    .split(',')
    .map((range) => {
      const [tag = '', weight] = range.toLowerCase().split(/;\s*q=/);
      return { tag: tag.trim(), weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight);
  for (const { tag } of wanted) {
    const language = [tag, tag.split('-')[0]].flatMap((asked) =>
      languages.filter((one) => one.toLowerCase() === asked),
    )[0];
    if (language !== undefined) return language;
  }
  return sourceLanguage;
}

const rightToLeft = new Set(['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm', 'Rohg']);

/** The direction in which a language is written. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return rightToLeft.has(new Intl.Locale(language).maximize().script ?? '') ? 'rtl' : 'ltr';
}

/** What a language is called in itself: हिन्दी. */
export function nameOf(language: Language): string {
  return names[language] ?? language;
}
