import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';
import { languagesIn, localesFolder } from './locales.ts';

export default defineConfig({
  sourceLocale: 'en',
  locales: languagesIn(localesFolder),
  // Made of English, mirrored, lengthened and in brackets: what does not go through the catalogue, or breaks when it is long, shows.
  pseudoLocale: 'ar-XB',
  catalogs: [{ path: '<rootDir>/src/locales/{locale}', include: ['<rootDir>/src'] }],
  // A line number in the catalogue would change with every edit above it.
  format: formatter({ lineNumbers: false }),
});
