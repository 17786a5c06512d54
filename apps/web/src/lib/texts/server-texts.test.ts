import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCodes } from '@carecommons/contract/errors';
import { expect, test } from 'vitest';
import { inLanguage } from './server-texts.ts';

const repository = join(import.meta.dirname, '../../../../..');
const problems = readFileSync(join(repository, 'apps/web/src/server-texts/problems.ts'), 'utf8');
const listed = new Set([...problems.matchAll(/msg`(.*)`/g)].map(([, text = '']) => bare(text)));

/** A sentence without what is put into it. */
function bare(text: string) {
  return text.replaceAll(/\$\{[^}]*\}|\d+/g, '#');
}

// Listed in full, for each of what may stand in it.
const inParts = new Set(['Please choose a time within # from now.']);

const asked = { body: { code: 'invalid_input', message: 'This room is closed.', errors: [] } };

test('what the server refuses is said in the reader’s language, with its numbers', async () => {
  const errors = [
    { field: 'name', message: 'Please use at most 200 characters.' },
    { field: 'age', message: 'Please enter a whole number from 3 to 15.' },
    { field: 'other', message: 'Said by a newer server.' },
  ];
  const { body } = await inLanguage({ status: 400, body: { ...asked.body, errors } }, 'hi');
  expect(body).toEqual({
    code: 'invalid_input',
    message: 'यह रूम बंद है।',
    errors: [
      { field: 'name', message: 'कृपया ज़्यादा से ज़्यादा 200 अक्षर लिखें।' },
      { field: 'age', message: 'कृपया 3 से 15 तक की पूरी संख्या लिखें।' },
      { field: 'other', message: 'Said by a newer server.' },
    ],
  });
});

test('an answer that is none of the server’s stays as it is', async () => {
  for (const body of [undefined, 'Bad gateway', { code: 7 }])
    expect((await inLanguage({ body }, 'hi')).body).toEqual(body);
});

test('each error of the contract is listed for translators', () => {
  for (const { message } of Object.values(errorCodes)) expect(listed).toContain(bare(message));
});

test('so is each sentence that the server throws or puts under a field', () => {
  const files = ['apps/server/src/platform', 'apps/server/src/modules', 'packages/contract/src'].flatMap((folder) =>
    readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  );
  const thrown =
    /(?:invalidField\([^,()]+,\s*|refusedFile\([^,()]+,\s*|refuse[A-Z]?\w*\(|refused\(|message: |(?:z\.refine|z\.regex|z\.minLength|z\.maxLength)\([^;]*?, )(['`])([A-Z](?:(?!\1).)+[.])\1/g;
  const missing = files
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(repository, file), 'utf8').matchAll(thrown)].map(([, , text = '']) => text),
    )
    .filter((text) => !listed.has(bare(text)) && !inParts.has(bare(text)));
  expect(missing).toEqual([]);
  expect(listed.size).toBeGreaterThan(150);
});
