/** How a person wants to see the site. It lives in cookies that the server reads to render; they never authenticate. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export const languages = { en: { name: 'English', direction: 'ltr' } } as const;
export type Language = keyof typeof languages;

export interface Preferences {
  theme: Theme;
  language: Language;
}

/** Reads both from a `Cookie` header or `document.cookie`; what is unknown falls back to the system and English. */
export function readPreferences(cookies: string): Preferences {
  const theme = themes.find((known) => known === cookie(cookies, 'theme')) ?? 'system';
  const asked = cookie(cookies, 'language') ?? '';
  return { theme, language: Object.hasOwn(languages, asked) ? (asked as Language) : 'en' };
}

function cookie(cookies: string, name: string) {
  return new RegExp(`(?:^|;\\s*)${name}=([\\w-]+)`).exec(cookies)?.[1];
}

/** Remembers a choice for a year, and shows it at once. */
export function keepTheme(theme: Theme) {
  document.cookie = `theme=${theme}; path=/; max-age=31536000; samesite=lax`;
  document.documentElement.dataset.theme = theme;
}
