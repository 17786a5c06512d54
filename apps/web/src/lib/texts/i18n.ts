import { deletedUser } from '@carecommons/contract/erasure-rules';
import { type I18n, setupI18n } from '@lingui/core';
import shells from 'virtual:texts';
import { type Language, sourceLanguage } from '../preferences.ts';

// One for each language, since the server renders for many people at once.
const opened = new Map<Language, { i18n: I18n; parts: Set<string> }>();

/** Adds the texts of a part, the `shell` or a page, to those of a language. */
export async function loadTexts(language: Language, part: string): Promise<I18n> {
  const shell = await (shells[language] as (typeof shells)[string])();
  const { messages } = part === 'shell' ? shell : await shell.parts[part]!();
  const { i18n, parts } = opened.get(language) ?? {
    i18n: setupI18n({
      locale: language,
      // While a text is being written it is shown as the code has it.
      ...(import.meta.env.DEV ? {} : { missing }),
    }),
    parts: new Set(),
  };
  opened.set(language, { i18n, parts });
  if (parts.size === 0) i18n.load(language, messages);
  // The page has its texts already: `load` would render all of it again.
  else if (!parts.has(part)) Object.assign(i18n.messages, messages);
  parts.add(part);
  return i18n;
}

/** Says so where a page has not got one of its texts; no journey passes then. */
function missing(_language: string, id: string) {
  console.error(`There is no text ${id}.`);
  return id;
}

/** An English text of the product that came as data, such as the name of a speciality, in a language that has it. */
export function known(i18n: I18n, text: string): string {
  return i18n.locale !== sourceLanguage && Object.hasOwn(i18n.messages, text) ? i18n._(text) : text;
}

/** The name of a person, or the words that replace the name of an erased account. */
export function personIn(i18n: I18n, name: string): string {
  return name === deletedUser ? known(i18n, name) : name;
}
