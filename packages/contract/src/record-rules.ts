// The rules of a medical report, shared by the server and the screens. This file contains no schema.

/** When its patient may read a report: at once, from a date on, or once its provider says that they have talked. */
export const releases = ['at_once', 'on_date', 'after_talk'] as const;
export type Release = (typeof releases)[number];

/** The state of the virus scan. `unscanned`: no scanner is set. `error` is scanned again, like `pending`. */
export const scans = ['unscanned', 'pending', 'clean', 'infected', 'error'] as const;
export type Scan = (typeof scans)[number];

/** Whether a file may be served to anybody at all. */
export const isServed = (scan: Scan): boolean => scan === 'unscanned' || scan === 'clean';

/** A report of a person has changed. Sent to the pages of both people. */
export interface OwnRecordEvent {
  kind: 'records';
}
