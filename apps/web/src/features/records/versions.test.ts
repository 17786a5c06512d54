import type { MedicalRecord } from '@carecommons/contract/records';
import { describe, expect, test } from 'vitest';
import { inVersions, isHeld, isReplaceable } from './versions.ts';

const record = (id: number, more: Partial<MedicalRecord> = {}) =>
  ({
    id,
    replaced: null,
    withdrawn: false,
    scan: 'clean',
    release: 'at_once',
    released: true,
    ...more,
  }) as MedicalRecord;
const replacedBy = (by: number) => ({ replaced: { by, on: '2026-12-01T00:00:00Z', because: 'x' } });
const ids = (records: MedicalRecord[]) =>
  inVersions(records).map(({ record: { id }, earlier }) => [id, ...earlier.map((one) => one.id)]);

describe('earlier versions stand with the newest', () => {
  test('in the order of the newest ones, the last one first', () => {
    const list = [record(9), record(7), record(5, replacedBy(7)), record(4), record(2, replacedBy(5))];
    expect(ids(list)).toEqual([[9], [7, 5, 2], [4]]);
  });

  test('also where a later page or another day has brought the newer one', () => {
    expect(ids([record(2, replacedBy(5)), record(9), record(5)])).toEqual([[5, 2], [9]]);
  });

  test('and by themselves where the newer one is not there', () => {
    expect(ids([record(3), record(2, replacedBy(8))])).toEqual([[3], [2]]);
  });
});

test.each<[string, Partial<MedicalRecord>, boolean, boolean]>([
  ['one that the patient reads', {}, false, true],
  ['one until they have spoken', { release: 'after_talk', released: false }, true, true],
  ['the same, that is being checked', { release: 'after_talk', released: false, scan: 'pending' }, true, true],
  ['one at once that is being checked', { released: false, scan: 'pending' }, false, true],
  ['one that was taken back before', { release: 'on_date', released: false, withdrawn: true }, false, false],
  ['an infected one', { release: 'after_talk', released: false, scan: 'infected' }, false, false],
  ['one that was replaced before', { release: 'after_talk', released: false, ...replacedBy(5) }, false, false],
])('%s: held %s, replaceable %s', (_, more, held, replaceable) => {
  expect([isHeld(record(1, more)), isReplaceable(record(1, more))]).toEqual([held, replaceable]);
});
