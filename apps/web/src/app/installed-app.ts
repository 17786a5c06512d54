import { t } from '@lingui/core/macro';
import { loadTexts } from '../lib/texts/i18n.ts';
import { directionOf, languages } from '../lib/texts/languages.ts';
import type { Language } from '../lib/preferences.ts';

/**
 * What a browser is told to install (a web app manifest), in a language; undefined where there is none. Its words are those that
 * every page shows around itself, so that no page loads one more for it.
 */
export async function installedApp(language: Language): Promise<object | undefined> {
  if (!languages.includes(language)) return undefined;
  const i18n = await loadTexts(language, 'shell');
  const icon = (name: string, size: number, purpose: string) => ({
    src: `/icons/${name}-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  const shortcut = (name: string, url: string) => ({ name, url });
  return {
    id: '/',
    name: 'Carecommons',
    short_name: 'Carecommons',
    description: t(
      i18n,
    )`Your trusted healthcare partner: find the right provider, ask for a time, read your reports, and learn from people who have been there.`,
    lang: language,
    dir: directionOf(language),
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#f6f9f8',
    theme_color: '#0b6b5d',
    categories: ['health', 'medical'],
    icons: [
      ...[192, 512].map((size) => icon('rounded', size, 'any')),
      ...[192, 512].map((size) => icon('icon', size, 'maskable')),
    ],
    shortcuts: [
      shortcut(t(i18n)`Find a provider`, '/providers'),
      shortcut(t(i18n)`Appointments`, '/book'),
      shortcut(t(i18n)`Reports`, '/record'),
      shortcut(t(i18n)`Chat`, '/chat'),
    ],
  };
}
