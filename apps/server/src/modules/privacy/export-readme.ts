/** README.txt: what is in the ZIP, in plain words. */
export function readme(now: Date, missing: readonly string[]): string {
  const lost =
    missing.length === 0
      ? ''
      : `
These files could not be read, and are not in here. Please write to the people who run the site:
${missing.map((path) => `  ${path}`).join('\n')}
`;
  return `Your data at Carecommons, as it was on ${now.toISOString().slice(0, 16).replace('T', ' at ')} (UTC).

data.json        Everything that is kept about you: a list for each kind of thing.
schema.json      What each list and each field of data.json is (JSON Schema).
access-log.json  Who opened your medical reports, or tried to, and when.
files/           Your medical reports, your photo, and the documents with which you showed your registration.

Times are in UTC, as ISO 8601 writes them.

Not in here: passwords and keys, which nobody can read, and what is about other people: who reported what you wrote, who
blocks you, and what patients told you as their provider. Reports that wait for their release come to you when they are
released.
${lost}
This file opens without a password. Please keep it where only you can read it.
`;
}
