import { type I18n, setupI18n } from '@lingui/core';
import texts from 'virtual:texts';
import { languages, type Language } from './preferences.ts';

type Loaders = (typeof texts)[string];

// One for each language, since the server renders for many people at once.
const opened = new Map<Language, { i18n: I18n; parts: Set<string> }>();

/** Adds the texts of a part, the `shell` or a page, to those of a language. */
export async function loadTexts(language: Language, part: string): Promise<I18n> {
  const { messages } = await (texts[language] as Loaders)[part]!();
  const { i18n, parts } = opened.get(language) ?? { i18n: setupI18n({ locale: language, missing }), parts: new Set() };
  opened.set(language, { i18n, parts });
  if (!parts.has(part)) i18n.load(language, messages);
  parts.add(part);
  return i18n;
}

/** Says so where a page has not got one of its texts; no journey passes then. */
function missing(_language: string, id: string) {
  console.error(`There is no text ${id}.`);
  return id;
}

export function directionOf(language: Language) {
  return languages[language].direction;
}
