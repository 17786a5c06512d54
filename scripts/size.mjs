import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { pages } from '../packages/contract/src/pages.ts';
import { root } from './prepare.mjs';

// What a public page loads first, in bytes as a browser receives them (brotli): the entry and the page's own chunk, with all that
// they import, and the texts of both; and the styles that it holds. Nothing is loaded later for who is signed out, which the
// journey of the first load holds (e2e/site/first-load.e2e.ts). 1 kB is 1000 bytes. Another script than Latin takes two or
// three bytes a letter: its texts may be that much more.

// Limits against growth by accident. The goal is 88 kB of scripts.
const limits = { js: 96_900, css: 6_500 };
const moreForAnotherLanguage = 1_700;
const client = join(root, 'apps/web/dist/client');
const manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8'));
const styles = JSON.parse(readFileSync(join(client, '.vite/styles.json'), 'utf8'));
const entry = 'src/app/entry-client.tsx';
const router = readFileSync(join(root, 'apps/web/src/app/router.tsx'), 'utf8');
const publicPages = [...router.matchAll(/^ {2}'(\/\S*)': \{\s*name: '([\w-]+)'/gm)]
  .filter(([, path]) => pages[path] === 'public')
  .map(([, , name]) => name);
const languages = readdirSync(join(root, 'apps/web/src/locales')).map((file) => file.replace('.po', ''));
const heaviest = Object.fromEntries(languages.map((language) => [language, { js: 0, css: 0 }]));

/** As the server sends it. */
const sizeOf = (file) => statSync(join(client, `${file}.br`)).size;

/** The files that a chunk needs before it runs. */
function filesOf(key, seen = new Set()) {
  if (seen.has(key)) return [];
  seen.add(key);
  const { file, imports = [] } = manifest[key];
  return [file, ...imports.flatMap((next) => filesOf(next, seen))];
}

const expected = Object.values(pages).filter((access) => access === 'public').length;
let over = publicPages.length !== expected;
if (over) console.error(`The router names ${publicPages.length} public pages, the contract ${expected}.`);
for (const [page, language] of publicPages.flatMap((name) => languages.map((code) => [name, code]))) {
  const texts = ['shell', page].map((part) => `src/locales/${language}/${part}.texts`);
  const files = new Set([entry, `src/pages/${page}-page.tsx`, ...texts].flatMap((key) => filesOf(key)));
  const sizes = {
    js: [...files].reduce((sum, file) => sum + sizeOf(file), 0),
    css: brotliCompressSync(styles[page]).length,
  };
  for (const [kind, size] of Object.entries(sizes)) {
    const limit = limits[kind] + (kind === 'js' && language !== 'en' ? moreForAnotherLanguage : 0);
    heaviest[language][kind] = Math.max(heaviest[language][kind], size);
    if (size <= limit) continue;
    over = true;
    console.error(`${page} in ${language} loads ${size} bytes of ${kind} first; ${limit} is the end.`);
  }
}
for (const [language, { js, css }] of Object.entries(heaviest))
  console.log(
    `${language}: the heaviest page loads ${js} bytes of JavaScript, texts included, and ${css} of CSS first`,
  );
if (over) process.exit(1);
