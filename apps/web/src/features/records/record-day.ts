import type { MedicalRecord } from '@carecommons/contract/records';
import { ownZone } from '../../lib/texts/zoned.ts';

/** The day of a report: a document that was dated has one of its own, which is the same everywhere. */
export function dayOfRecord({ date, dated_on }: Pick<MedicalRecord, 'date' | 'dated_on'>): {
  at: string;
  zone: string;
} {
  return dated_on ? { at: `${dated_on}T12:00:00Z`, zone: 'UTC' } : { at: date, zone: ownZone() };
}
