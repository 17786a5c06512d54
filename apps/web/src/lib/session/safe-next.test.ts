import { describe, expect, test } from 'vitest';
import { safeNext } from './safe-next.ts';

describe('where a login leads back to', () => {
  test.each(['/', '/book', '/books/7', '/record?new=1', '/blog/3#end', '/profile/12?from=%2Fproviders'])(
    'a page of this site: %s',
    (next) => expect(safeNext(next)).toBe(next),
  );

  test.each([
    undefined,
    null,
    7,
    '',
    'book',
    'https://evil.example/book',
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    '//evil.example/book',
    '///evil.example',
    String.raw`/\evil.example`,
    String.raw`\\evil.example`,
    String.raw`/book\..\..\evil`,
    '/\t/evil.example',
    '/\n/evil.example',
    ' //evil.example',
    '/.//evil.example',
    '/book/..//evil.example',
    '/@evil.example',
    '/logout',
    '/logout?x=1',
    '/blog/del/7',
    '/blog/del/7#end',
    '/book/../blog/del/7',
    '/blog/%64el/7',
    '/%6cogout',
    '/blog/del/7%ff',
    '/login',
    '/nowhere',
  ])('nothing else: %j', (next) => expect(safeNext(next)).toBeUndefined());
});
