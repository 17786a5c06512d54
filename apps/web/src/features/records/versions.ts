import { isServed } from '@carecommons/contract/record-rules';
import type { MedicalRecord } from '@carecommons/contract/records';

/** A report, and what it has replaced, the last one first. */
export interface Versions {
  record: MedicalRecord;
  earlier: MedicalRecord[];
}

/** Puts each version that was replaced to the newest one; what took its place may stand on a page that is not there. */
export function inVersions(records: readonly MedicalRecord[]): Versions[] {
  const byId = new Map(records.map((record) => [record.id, record]));
  function newestOf(record: MedicalRecord): MedicalRecord {
    const newer = record.replaced === null ? undefined : byId.get(record.replaced.by);
    return newer === undefined ? record : newestOf(newer);
  }
  const groups = new Map<number, Versions>();
  for (const record of records) {
    const newest = newestOf(record);
    const group = groups.get(newest.id) ?? { record: newest, earlier: [] };
    if (record !== newest) group.earlier.push(record);
    groups.set(newest.id, group);
  }
  for (const { earlier } of groups.values()) earlier.sort((one, other) => other.id - one.id);
  return [...groups.values()];
}

/** Whether the author of a report can replace it with a newer version. */
export const isReplaceable = ({ withdrawn, scan, replaced }: MedicalRecord): boolean =>
  !withdrawn && replaced === null && scan !== 'infected';

/** Whether there is nothing to be done with a report any more. */
export const isGone = ({ withdrawn, scan }: MedicalRecord): boolean => withdrawn || scan === 'infected';

/** Whether its patient cannot read a report because its author has not let them yet. */
export const isHeld = (record: MedicalRecord): boolean =>
  !record.released &&
  !isGone(record) &&
  record.replaced === null &&
  (record.release !== 'at_once' || isServed(record.scan));
