import type { MedicalRecord } from '@carecommons/contract/records';

/** A report of a visit, which its patient may read. */
export function reportWith(changes: Partial<MedicalRecord> = {}): MedicalRecord {
  return {
    id: 7,
    appointment: 1,
    title: 'Blood count',
    date: '2026-01-05T08:00:00Z',
    dated_on: null,
    type: 'Laboratory',
    doctor: 'Dr. Kavita Iyer',
    patient: 'Asha Kiran',
    media_type: 'application/pdf',
    bytes: 8,
    report: null,
    download: null,
    withdrawn: false,
    withdrawn_reason: null,
    sentence: 'Your iron is low.',
    release: 'at_once',
    release_on: null,
    released: true,
    new: false,
    scan: 'clean',
    replaced: null,
    ...changes,
  };
}
