import type { PagePath } from './pages.ts';

/** The query parameters that a public page is rendered by. Others have no effect. */
export const pageSearch: { readonly [Path in PagePath]?: readonly string[] } = {
  '/providers': ['q', 'speciality', 'language', 'place', 'max_fee', 'free_within'],
  '/help': ['q'],
  '/search': ['q'],
};
