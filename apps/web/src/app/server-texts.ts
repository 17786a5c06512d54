import { setupI18n } from '@lingui/core';
import catalogues from 'virtual:server-texts';
import { directionOf, languageFor, languageOf, languages } from '../lib/texts/languages.ts';
import { readPreferences, sourceLanguage } from '../lib/preferences.ts';

/** The languages of a request: the one in which the reader gets pages, the one that the reader chose, and the browser's. */
export function languagesAsked(cookies: string, accepted: string) {
  const { language: wanted } = readPreferences(cookies);
  return {
    language: languageOf(wanted, accepted),
    chosen: languages.find((offered) => offered === wanted),
    accepted: languageFor(accepted),
  };
}

/** The texts of emails, pushes, files for calendars and the server's own pages in a language; in English where it is not there. */
export async function serverTexts(wanted: string) {
  const language = Object.hasOwn(catalogues, wanted) ? wanted : sourceLanguage;
  const { messages } = await (catalogues[language] as (typeof catalogues)[string])();
  const i18n = setupI18n({ locale: language, messages: { [language]: messages } });
  return {
    language,
    direction: directionOf(language),
    /** An English text in this language; undefined where it is not in the catalogue. */
    find: (english: string, values: Record<string, string | number>) =>
      Object.hasOwn(messages, english) ? i18n._(english, values) : undefined,
  };
}
