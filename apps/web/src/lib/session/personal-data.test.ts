import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { forgetWithPerson, personOf } from './personal-data.ts';

const token = (claims: object) => `head.${btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_')}.mark`;

test('two tokens of one person are of one person, also with letters beyond base64 in them', () => {
  expect(personOf(token({ sub: '7', jti: '???>>>' }))).toBe('7');
  expect(personOf(token({ sub: '7', jti: 'other' }))).toBe('7');
  expect(personOf(token({ sub: '8' }))).toBe('8');
});

test('what cannot be read is its own person', () => {
  expect(personOf(undefined)).toBeUndefined();
  expect(personOf('x')).toBe('x');
  expect(personOf('a.!.c')).toBe('a.!.c');
});

test('a page that the browser brings back as it was left is loaded anew where its person has gone, unseen until then', () => {
  const storage = new Map([
    ['access', token({ sub: '7' })],
    ['refresh', 'x'],
  ]);
  const page = Object.assign(new EventTarget(), { location: { reload: vi.fn<() => void>() } });
  const root = { hidden: false };
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', { documentElement: root });
  vi.stubGlobal('localStorage', { getItem: (name: string) => storage.get(name) ?? null });
  forgetWithPerson(new QueryClient());
  const bringBack = (persisted: boolean) => page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
  bringBack(true);
  storage.set('access', token({ sub: '7', jti: 'renewed' }));
  bringBack(true);
  expect([page.location.reload.mock.calls.length, root.hidden]).toEqual([0, false]);
  storage.clear();
  bringBack(false);
  expect(page.location.reload).not.toHaveBeenCalled();
  bringBack(true);
  expect([page.location.reload.mock.calls.length, root.hidden]).toEqual([1, true]);
  vi.unstubAllGlobals();
});
