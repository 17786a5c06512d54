import type { Words } from '../../platform/languages/languages.ts';

/** README.txt: what is in the ZIP, in plain words in the reader's language. */
export function readme({ translate }: Words, now: Date, missing: readonly string[]): string {
  const files = [
    ['data.json', translate('Everything that is kept about you: a list for each kind of thing.')],
    ['schema.json', translate('What each list and each field of data.json is (JSON Schema).')],
    ['access-log.json', translate('Who opened your medical reports, or tried to, and when.')],
    [
      'files/',
      translate('Your medical reports, your photo, and the documents with which you showed your registration.'),
    ],
  ] as const;
  const lost = translate(
    'These files could not be read, and are not in here. Please write to the people who run the site:',
  );
  const paragraphs = [
    translate('Your data at Carecommons, as it was on {when}.', { when: { at: now.toISOString(), zone: 'UTC' } }),
    files.map(([name, what]) => name.padEnd(17) + what).join('\n'),
    translate('Times are in UTC, as ISO 8601 writes them.'),
    translate(
      'Not in here: passwords and keys, which nobody can read, and what is about other people: who reported what you wrote, who blocks you, and what patients told you as their provider. Reports that wait for their release come to you when they are released.',
    ),
    ...(missing.length === 0 ? [] : [[lost, ...missing.map((path) => `  ${path}`)].join('\n')]),
    translate('This file opens without a password. Please keep it where only you can read it.'),
  ];
  return `${paragraphs.join('\n\n')}\n`;
}
