// The rules of a medical report, for the server and for the screens alike: this file carries no schema to a browser.

/** When its patient may read a report: at once, from a day on, or when its provider says that they have spoken. */
export const releases = ['at_once', 'on_date', 'after_talk'] as const;
export type Release = (typeof releases)[number];

/** What is known of a file's viruses. `unscanned` where no scanner is set; `error` is looked at again, like `pending`. */
export const scans = ['unscanned', 'pending', 'clean', 'infected', 'error'] as const;
export type Scan = (typeof scans)[number];

/** Whether a file may be given to anybody at all. */
export const isServed = (scan: Scan): boolean => scan === 'unscanned' || scan === 'clean';

/** What is told live to the pages of both people: that a report of theirs is another one than it was. */
export interface OwnRecordEvent {
  kind: 'records';
}
