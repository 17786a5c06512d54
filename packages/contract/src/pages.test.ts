import { expect, test } from 'vitest';
import { actsWhenOpened, isKeptOffline, pageAt, pages, unlistedPages } from './pages.ts';

test('a page is found by its address, with what stands in it', () => {
  expect(pageAt('/room/7')).toEqual({ path: '/room/:chatroomId', access: 'guarded', params: { chatroomId: '7' } });
  expect(pageAt('/')).toEqual({ path: '/', access: 'public', params: {} });
});

test('a fixed address goes before one with a parameter', () => {
  expect(pageAt('/admin/users')?.path).toBe('/admin/users');
  expect(pageAt('/blog/:blogId')?.path).toBe('/blog/:blogId');
});

test.each(['/nothing', '/room/', '/room/7/8', '/x/room/7', '/room/7/', ''])('%j is no page', (address) => {
  expect(pageAt(address)).toBeUndefined();
});

test.each([
  ['/logout', true],
  ['//LOGOUT/', true],
  ['/blog/del/7', true],
  ['/%6Cogout', true],
  ['/blog//del/7', true],
  ['/blog/7', false],
  ['/blog/del/', false],
  ['/logout/7', false],
  ['/x/logout', false],
])('opening %s does something: %s', (path, acts) => {
  expect(actsWhenOpened(path)).toBe(acts);
});

test('public pages are kept for when there is no network, but for those of one reader and those that lead in', () => {
  const found = Object.keys(pages).flatMap((path) => pageAt(path) ?? []);
  const notKept = found.filter((page) => page.access === 'public' && !isKeptOffline(page)).map(({ path }) => path);
  expect(notKept).toEqual([
    '/register',
    '/login',
    '/forgot-password',
    '/reset-password',
    '/verify-email',
    '/shared',
    '/receipt/:number',
  ]);
  expect(found.filter((page) => page.access !== 'public' && isKeptOffline(page))).toEqual([]);
});

test('search engines are shown no page of one reader, and no search', () => {
  expect(unlistedPages).toEqual(['/search', '/shared', '/receipt/:number', '/offline']);
});
