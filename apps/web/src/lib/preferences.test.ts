import { afterEach, expect, test, vi } from 'vitest';
import { storeSignedIn, readPreferences } from './preferences.ts';

afterEach(() => vi.unstubAllGlobals());

function writtenOver(protocol: string) {
  const page = { cookie: '' };
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', { location: { protocol } });
  storeSignedIn(true);
  return page.cookie;
}

test('over https a cookie is sent over nothing else, and bound to this host by its name', () => {
  expect(writtenOver('https:')).toBe('__Host-signed_in=yes; path=/; max-age=31536000; samesite=lax; secure');
  expect(writtenOver('http:')).toBe('signed_in=yes; path=/; max-age=31536000; samesite=lax');
});

test.each([
  ['__Host-theme=dark; theme=light; __Host-language=hi; __Host-signed_in=yes', 'dark', 'hi', true],
  ['theme=light; __Host-theme=dark', 'dark', undefined, false],
  ['theme=light; language=hi; signed_in=yes', 'light', 'hi', true],
  ['x__Host-theme=dark; mytheme=dark', 'system', undefined, false],
])('%s is read', (cookies, theme, language, signedIn) => {
  expect(readPreferences(cookies)).toEqual({ theme, language, signedIn });
});
