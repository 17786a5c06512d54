import { expect, test } from 'vitest';
import { directoryAddress, filtersIn } from './filters.ts';

test.each([
  ['', {}],
  ['q=heart&cursor=x', {}],
  [
    'speciality=3&language=Hindi&gender=woman&place=Navi+Mumbai&max_fee=0&free_within=7',
    { speciality: '3', language: 'Hindi', gender: 'woman', place: 'Navi Mumbai', max_fee: '0', free_within: '7' },
  ],
  ['place=+Pune+&language=', { place: 'Pune' }],
  ['speciality=heart&max_fee=-1&free_within=29', {}],
  ['speciality=0&max_fee=1000001&free_within=0', {}],
  ['speciality=1e3&max_fee=1.5&free_within=%2B7', {}],
  ['gender=lady', {}],
  [`language=${'x'.repeat(41)}&place=${'x'.repeat(101)}`, {}],
  ['max_fee=500&max_fee=900', { max_fee: '500' }],
])('the filters in %j', (search, filters) => {
  expect(filtersIn(new URLSearchParams(search))).toEqual(filters);
});

test('the address of filters is read back as them', () => {
  const filters = { speciality: '3', place: 'मुंबई & more', free_within: '1' };
  const address = directoryAddress('a b', filters);
  const search = new URL(address, 'http://site').searchParams;
  expect([filtersIn(search), search.get('q')]).toEqual([filters, 'a b']);
  expect(directoryAddress(undefined, {})).toBe('/providers');
  expect(directoryAddress('', { place: '' })).toBe('/providers');
});
