import { expect, test } from 'vitest';
import { initialSelection } from './selected-time.ts';

const none = { date: '', time: '', start: '' };
const now = new Date('2026-11-24T06:00:00Z');
const published = { zone: 'Asia/Kolkata', publishesHours: true, now };
const open = { ...published, publishesHours: false };
const [named, drafted] = ['2026-11-26T09:00:00+05:30', '2026-11-25T10:00:00+05:30'];

test.each([
  ['nothing', undefined, undefined, published, none],
  ['a free time that the address names', named, { ...none, start: drafted }, published, { ...none, start: named }],
  ['the same of a provider without hours', named, undefined, open, { ...none, date: '2026-11-26', time: '09:00' }],
  ['a draft', undefined, { ...none, start: drafted }, published, { ...none, start: drafted }],
  [
    'a draft, for the address names no time',
    'soon',
    { ...none, start: drafted },
    published,
    { ...none, start: drafted },
  ],
  ['half a draft', undefined, { ...none, date: '2026-11-25' }, open, { ...none, date: '2026-11-25' }],
  ['no time that is past', undefined, { ...none, start: '2026-11-24T11:30:00+05:30' }, published, none],
  [
    'no day and time once hours are published',
    undefined,
    { ...none, date: '2026-11-25', time: '10:00' },
    published,
    none,
  ],
  ['no free time once none are published', undefined, { ...none, start: drafted }, open, none],
])('a request begins with %s', (_, address, before, where, first) => {
  expect(initialSelection(address, before, where)).toEqual(first);
});
