/** What the server reads to render a page as the browser will show it: choices, and whether somebody is signed in. It lives in cookies, which never authenticate. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** A language by its tag (BCP 47); each that there is has a file in `src/locales`. */
export type Language = string;

/** The language in which the product is written. */
export const sourceLanguage: Language = 'en';

export interface Preferences {
  theme: Theme;
  /** As it was chosen; `languages.ts` says which one the reader gets. */
  language: Language | undefined;
  signedIn: boolean;
}

/** Reads all of it from a `Cookie` header or `document.cookie`; what is unknown falls back to the system and nobody. */
export function readPreferences(cookies: string): Preferences {
  const theme = themes.find((known) => known === cookie(cookies, 'theme')) ?? 'system';
  return { theme, language: cookie(cookies, 'language'), signedIn: cookie(cookies, 'signed_in') === 'yes' };
}

/** With this prefix browsers take a cookie from this host alone, over https alone. */
const hostPrefix = '__Host-';

function cookie(cookies: string, name: string) {
  const named = (prefix: string) => new RegExp(`(?:^|;\\s*)${prefix}${name}=([\\w-]+)`).exec(cookies)?.[1];
  return named(hostPrefix) ?? named('');
}

function remember(name: string, value: string, seconds = 31_536_000) {
  const [prefix, attribute] = window.location.protocol === 'https:' ? [hostPrefix, '; secure'] : ['', ''];
  document.cookie = `${prefix}${name}=${value}; path=/; max-age=${seconds}; samesite=lax${attribute}`;
}

/** Has the server render the next pages for the signed-in, or no longer. */
export function storeSignedIn(signedIn: boolean) {
  remember('signed_in', signedIn ? 'yes' : 'no', signedIn ? undefined : 0);
}

/** When a colour of the light or dark appearance holds, as a media query. */
export const mediaOf = (appearance: string, theme: Theme) =>
  theme === 'system' ? `(prefers-color-scheme: ${appearance})` : theme === appearance ? 'all' : 'not all';

/** Remembers a choice for a year, and shows it at once; also around the page, where a phone's own bar has its colour. */
export function storeTheme(theme: Theme) {
  remember('theme', theme);
  document.documentElement.dataset.theme = theme;
  const [light, dark] = document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]');
  light?.setAttribute('media', mediaOf('light', theme));
  dark?.setAttribute('media', mediaOf('dark', theme));
}

/** Remembers a choice for a year, and has the server render this page in that language. */
export function storeLanguage(language: Language) {
  remember('language', language);
  window.location.reload();
}
