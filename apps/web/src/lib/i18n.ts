import { setupI18n, type I18n, type Messages } from '@lingui/core';
import { languages, type Language } from './preferences.ts';

const catalogues: Record<Language, () => Promise<{ messages: Messages }>> = {
  en: () => import('../locales/en.po'),
};

/** The texts of one language, as an instance of its own: the server renders for many people at once. */
export async function loadTexts(language: Language): Promise<I18n> {
  const { messages } = await catalogues[language]();
  return setupI18n({ locale: language, messages: { [language]: messages } });
}

export function directionOf(language: Language) {
  return languages[language].direction;
}
