import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { localesFolder } from '../../../locales.ts';
import { pageTexts } from '../../../page-texts.ts';
import { directionOf, languageFor, languageOf, languages, nameOf } from './languages.ts';

test.each([
  ['hi', 'hi'],
  ['hi-IN,hi;q=0.9,en;q=0.8', 'hi'],
  ['en-IN,hi;q=0.9', 'en'],
  ['mr-IN,hi;q=0.5,en;q=0.4', 'hi'],
  ['hi;q=0,en;q=0.1', 'en'],
  ['en;q=0.2, HI-in ;q=0.7', 'hi'],
  ['fr-FR', 'en'],
  ['ar-XB', 'en'],
  ['*', 'en'],
  ['', 'en'],
  [';;,=q;q=q,', 'en'],
  ['__proto__,constructor', 'en'],
])('a browser that asks for %j gets %s', (accepted, language) => {
  expect(languageFor(accepted)).toBe(language);
});

test('a choice goes before what the browser asks for; one that is not there is none', () => {
  expect(languageOf('en', 'hi')).toBe('en');
  expect(languageOf('ar-XB', 'hi')).toBe('ar-XB');
  for (const selected of ['xx', 'constructor', undefined]) expect(languageOf(selected, 'hi')).toBe('hi');
});

test('a language is called by its own name, and is written in its own direction', () => {
  expect(languages.map(nameOf)).toEqual(['English', 'हिन्दी']);
  expect(['en', 'hi', 'ur', 'ar-XB', 'he', 'pa', 'pa-PK'].map(directionOf)).toEqual([
    'ltr',
    'ltr',
    'rtl',
    'rtl',
    'rtl',
    'ltr',
    'rtl',
  ]);
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'locales-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('a language is added by its file alone', async () => {
  await copyFile(join(localesFolder, 'en.po'), join(folder, 'en.po'));
  await copyFile(join(localesFolder, 'hi.po'), join(folder, 'ur.po'));
  const { load } = pageTexts(folder);
  const module = async (id: string) => {
    const loaded = (await (load as (id: string) => Promise<unknown>)(id)) as string | { code: string };
    return typeof loaded === 'string' ? loaded : loaded.code;
  };
  expect(await module('\0virtual:texts')).toMatch(/"en": .*"ur": .*"ar-XB": /);
  const shell = await module('src/locales/ur/shell.texts');
  expect(shell).toContain('लॉग इन');
  expect(shell).toContain("import('src/locales/ur/providers.texts')");
  expect(await module('src/locales/ur/specialities.texts')).toContain('हृदय रोग');
  expect(await module('src/locales/ur/problems.texts')).toContain('यह रूम बंद है।');
  // So are emails and what else is sent, by the server alone.
  expect(await module('\0virtual:server-texts')).toMatch(/"en": .*"ur": .*"ar-XB": /);
  expect(await module('src/locales/ur/server.texts')).toContain('आपका अनुरोध मंज़ूर हुआ');
  expect(await module('src/locales/ar-XB/shell.texts')).toContain('[Ĺōĝĩń ');
}, 60_000);
