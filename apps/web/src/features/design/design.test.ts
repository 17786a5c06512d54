import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const components = resolve(import.meta.dirname, '../../components');
const sourcesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => join(folder, file));
const importsOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from |import\()'(\.[^']+)'/g)].map(([, path = '']) =>
    resolve(file, '..', path),
  );

test('every component stands on the page, or around every page', () => {
  // The frame of all pages, with what only it uses.
  const around = [
    'site-layout',
    'site-header',
    'site-footer',
    'bottom-bar',
    'navigation',
    'language-switch',
    'theme-switch',
    'search-opener',
    'own-part',
    // What waits lies on the device: its journeys look at it.
    'sent-later',
    // What asks who somebody is, or tells of an account, needs a server: its journeys look at it.
    'account-event',
    'ask-first',
    'code-field',
    'confirm-dialog',
    'confirm-its-you',
    'factor-ways',
    'passkey-button',
    'second-factor-due',
    'address-search',
    'urgent-help',
    // A plain button that says what became of a press.
    'copy-button',
    // How icons are drawn, which stand on every page.
    'icon',
  ];
  const shown = new Set(sourcesOf(import.meta.dirname).flatMap(importsOf));
  // What one that is shown is made of is shown with it.
  for (const file of shown) if (file.startsWith(components)) for (const part of importsOf(file)) shown.add(part);
  const missing = sourcesOf(components).filter(
    (file) => !file.endsWith('.test.tsx') && !shown.has(file) && !around.some((name) => file.endsWith(`/${name}.tsx`)),
  );
  expect(missing.map((file) => file.slice(components.length + 1))).toEqual([]);
});
