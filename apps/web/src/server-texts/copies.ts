import { msg } from '@lingui/core/macro';

// What README.txt says in a copy of one's data (privacy/export-readme.ts). No page loads this file; see `problems.ts`.

const when = 'when';

export const copies = [
  msg`Your data at Carecommons, as it was on ${when}.`,
  msg`Everything that is kept about you: a list for each kind of thing.`,
  msg`What each list and each field of data.json is (JSON Schema).`,
  msg`Who opened your medical reports, or tried to, and when.`,
  msg`Your medical reports, your photo, and the documents with which you showed your registration.`,
  msg`Times are in UTC, as ISO 8601 writes them.`,
  msg`Not in here: passwords and keys, which nobody can read, and what is about other people: who reported what you wrote, who blocks you, and what patients told you as their provider. Reports that wait for their release come to you when they are released.`,
  msg`These files could not be read, and are not in here. Please write to the people who run the site:`,
  msg`This file opens without a password. Please keep it where only you can read it.`,
];
