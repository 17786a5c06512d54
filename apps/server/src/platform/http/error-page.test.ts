import type { FileRefusal } from '@carecommons/contract/administration-rules';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Languages, openLanguages } from '../languages/languages.ts';
import { errorPage } from './error-page.ts';
import { openWeb } from '../web/web.ts';

let languages: Languages;
beforeAll(async () => {
  languages = openLanguages(await openWeb());
});

const refusals: Record<FileRefusal, true> = {
  forged: true,
  expired: true,
  session_ended: true,
  other_session: true,
  not_entitled: true,
  withdrawn: true,
  second_factor: true,
  share_ended: true,
  key_missing: true,
  erased: true,
  damaged: true,
};
const places = ['report', 'shared', 'evidence', 'export', 'visit'] as const;

/** What is to be read on a page. */
const said = (html: string) => html.replace(/<style>[^]*<\/style>/, '').replaceAll(/<[^>]*>/g, ' ');
const pageIn = async (language: string, place: (typeof places)[number], refusal: FileRefusal) =>
  errorPage(place, refusal, await languages.wordsIn(language));

describe.each(places)('the page about what is not given: %s', (place) => {
  test.each(Object.keys(refusals) as FileRefusal[])('%s, in Hindi and in English', async (refusal) => {
    const [hindi, english] = [await pageIn('hi', place, refusal), await pageIn('en', place, refusal)];
    expect(hindi.html).toContain('<html lang="hi" dir="ltr">');
    expect(said(hindi.html).replace('Carecommons', '')).not.toMatch(/[A-Za-z]{2,}/);
    expect(said(hindi.html)).toMatch(/[\u0900-\u097f]/);
    expect(english.html).toContain('<html lang="en" dir="ltr">');
    expect(said(english.html)).not.toMatch(/[\u0900-\u097f]/);
    expect([hindi.status, hindi.headers]).toEqual([english.status, english.headers]);
  });
});

test('it runs in the direction of the language', async () => {
  expect((await pageIn('ar-XB', 'report', 'expired')).html).toContain('<html lang="ar-XB" dir="rtl">');
});
