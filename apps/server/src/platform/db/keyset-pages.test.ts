import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { pageOf, readCursor, sendPage } from './keyset-pages.ts';
import { Problem } from '../errors/errors.ts';

const form = z.tuple([z.string(), z.int()]);
const list = ['people', 'name'];

function linkAfter(url: string, next: [string, number] | undefined) {
  const headers: Record<string, string> = {};
  const reply = { header: (name: string, value: string) => (headers[name] = value) };
  expect(sendPage({ request: { url }, reply } as never, list, { rows: [1], next })).toEqual([1]);
  return headers.link;
}

const cursorIn = (link = '') =>
  new URL(/^<(.+)>; rel="next"$/.exec(link)?.[1] ?? '', 'http://server').searchParams.get('cursor') ?? '';

test.each<[string, number]>([
  ['a', 1],
  ['अनुराधा '.repeat(15), 2_147_483_647],
  ['">&?#', -1],
])('a cursor comes back as the position %j it was made of', (...position) => {
  const cursor = cursorIn(linkAfter('/people/', position));
  expect(cursor.length).toBeLessThanOrEqual(1000);
  expect(readCursor(list, cursor, form)).toEqual(position);
  expect(() => readCursor(['people', 'other'], cursor, form)).toThrow(Problem);
  expect(() => readCursor(list, cursor, z.tuple([z.int()]))).toThrow(Problem);
});

test('no cursor is the first page, and the last page has no next', () => {
  expect(readCursor(list, undefined, form)).toBeUndefined();
  expect(linkAfter('/people/', undefined)).toBeUndefined();
});

test('the next address keeps the query and replaces the cursor', () => {
  const link = linkAfter('/people/?q=a%20%3Eb&cursor=old&limit=2', ['b', 2]);
  expect(link).toMatch(/^<\/people\/\?q=a\+%3Eb&cursor=(?!old)[\w-]+&limit=2>; rel="next"$/);
});

test('a page has a next one only when more was found than it holds', () => {
  const at = (row: string) => [row];
  expect(pageOf(['a', 'b', 'c'], 2, at)).toEqual({ rows: ['a', 'b'], next: ['b'] });
  expect(pageOf(['a', 'b'], 2, at)).toEqual({ rows: ['a', 'b'], next: undefined });
  expect(pageOf([], 2, at)).toEqual({ rows: [], next: undefined });
});
