import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

// A language is there as soon as its file is.
const files = readdirSync(join(import.meta.dirname, 'src/locales'));

export default defineConfig({
  sourceLocale: 'en',
  locales: files.filter((file) => file.endsWith('.po')).map((file) => file.slice(0, -'.po'.length)),
  // Made of English, mirrored, lengthened and in brackets: what does not go through the catalogue, or breaks when it is long, shows.
  pseudoLocale: 'ar-XB',
  catalogs: [{ path: '<rootDir>/src/locales/{locale}', include: ['<rootDir>/src'] }],
  // A line number in the catalogue would change with every edit above it.
  format: formatter({ lineNumbers: false }),
});
