import type { PagePath } from './pages.ts';

/** The names in the search of an address that a public page is rendered by; what else stands there changes nothing. */
export const pageSearch: { readonly [Path in PagePath]?: readonly string[] } = {
  '/providers': ['q', 'speciality', 'language', 'place', 'max_fee', 'free_within'],
  '/help': ['q'],
  '/search': ['q'],
};
