import { expect, test } from 'vitest';
import { changedFields } from './verified-fields.ts';

const before = { name: 'Dr. A', education: 'MBBS', registration_number: 'K/1', council: null, speciality: [3, 7] };
function filled(values: Record<string, string | string[]>) {
  const form = new FormData();
  const all = { name: 'Dr. A', education: 'MBBS', registration_number: 'K/1', council: '', speciality: ['7', '3'] };
  for (const [name, value] of Object.entries({ ...all, fees: '500', ...values })) {
    for (const one of [value].flat()) form.append(name, one);
  }
  return form;
}

test.each([
  [{}, []],
  [{ fees: '900' }, []],
  [{ name: ' Dr. A ' }, []],
  [{ name: 'Dr. B', council: 'A council' }, ['name', 'council']],
  [{ registration_number: '' }, ['registration_number']],
  [{ speciality: ['3'] }, ['speciality']],
  [{ speciality: ['3', '8'] }, ['speciality']],
  [{ education: 'MBBS, MD', speciality: [] }, ['education', 'speciality']],
])('a form filled with %j changes %j', (values, changed) => {
  expect(changedFields(before, filled(values))).toEqual(changed);
});
