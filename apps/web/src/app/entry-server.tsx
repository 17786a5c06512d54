import { type Arrival, type PagePath, unlistedPages } from '@carecommons/contract/pages';
import type { Site } from '@carecommons/contract/site';
import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { ErrorView } from '../components/error-view.tsx';
import type { ListedProvider } from '../features/providers/api.ts';
import { CallError, callThrough } from '../lib/calls/call.ts';
import { type Head, HeadContext } from '../lib/head.tsx';
import { loadTexts } from '../lib/texts/i18n.ts';
import { directionOf, languageOf, languages } from '../lib/texts/languages.ts';
import { type Language, readPreferences } from '../lib/preferences.ts';
import { carriedData } from './carried-data.ts';
import { type Manifest, writeDocument } from './document.ts';
import { serverTexts } from './server-texts.ts';
import { App, openQueries } from './providers.tsx';
import { nameOf, prepare, sourcesOf } from './router.tsx';
import { factsOf } from './structured-data.ts';

/** One page to render: its address, and how the reader wants it. */
export interface PageRequest {
  address: string;
  cookies: string;
  /** The `Accept-Language` header. */
  accepted: string;
  /** Asks the API in process, as nobody. */
  ask: (method: string, url: string) => Promise<{ status: number; link: string | null; body: unknown }>;
  manifest: Manifest;
  /** What a page looks like (CSS), by the name of its file; what all do, by an empty one. */
  stylesOf(page: string): string;
  start: string;
  site: Site;
  /** The address under which the site is known, for links that leave it; undefined where it is not set. */
  publicUrl: string | undefined;
  /** How its reader came to it, where that changes what it does. */
  arrival: Arrival | undefined;
  /** The language that the address asks for, so that each has an address of its own; it goes before the one that was chosen. */
  wanted: Language | undefined;
}

export { installedApp } from './installed-app.ts';
export { languagesAsked, serverTexts } from './server-texts.ts';

/** The language that an address asks for, where it is one of ours. */
export const languageWanted = (asked: unknown): Language | undefined => languages.find((one) => one === asked);

/** What makes two renderings of one address differ. */
export function variantOf(cookies: string, accepted: string, wanted: Language | undefined): string {
  const { theme, language, signedIn } = readPreferences(cookies);
  return `${languageOf(wanted ?? language, accepted)} ${theme} ${signedIn}`;
}

/**
 * Renders a page as a whole HTML document, which holds nothing of any person but what its address alone gives to everybody; a
 * guarded page as its frame. `styles` are those within it; `fault` is what was thrown in it, if anything: then the document says so, and the browser tries again.
 */
export async function renderPage({
  address,
  cookies,
  accepted,
  ask,
  manifest,
  stylesOf,
  start,
  site,
  publicUrl,
  arrival,
  wanted,
}: PageRequest) {
  const { theme, language: selected, signedIn } = readPreferences(cookies);
  const language = languageOf(wanted ?? selected, accepted);
  const i18n = await loadTexts(language, 'shell');
  const sources = {
    queries: openQueries(),
    api: callThrough(
      ({ method, url }) => ask(method, url),
      () => language,
    ),
    language,
  };

  let failed: unknown;
  const collected: { head?: Head } = {};
  const draw = (content?: ReactNode) =>
    renderToString(
      <HeadContext value={collected}>
        <App sources={sources} i18n={i18n} site={site} signedIn={signedIn} address={address}>
          {content}
        </App>
      </HeadContext>,
    );
  const found = await prepare(address, sources).catch((error: unknown) => {
    failed = error;
    return undefined;
  });
  let body = '';
  try {
    if (failed === undefined) body = draw();
  } catch (error) {
    failed = error;
  }
  if (failed !== undefined) body = draw(<ErrorView error={failed} />);
  const texts = await serverTexts(language);
  const styles = stylesOf(found === undefined ? '' : nameOf(found.path));
  const head = collected.head ?? { title: 'Carecommons' };
  const missing = found === undefined || head.missing === true;
  const listed = failed === undefined && !missing && found?.access === 'public' && !unlistedPages.includes(found.path);
  const html = writeDocument({
    head,
    body,
    failed: failed !== undefined,
    state: { site, signedIn, arrival, queries: carriedData(sources.queries) },
    language,
    direction: directionOf(language),
    translate: (english) => texts.find(english, {}) ?? english,
    needsScripts: found?.access === 'guarded' || formPages.includes(found?.path ?? '/'),
    theme,
    sources: [
      'src/app/entry-client.tsx',
      `src/locales/${language}/shell.texts`,
      ...(found === undefined ? [] : sourcesOf(found.path, language)),
    ],
    manifest,
    styles,
    start,
    canonical: publicUrl === undefined ? undefined : publicUrl + inLanguage(address, wanted),
    alternates:
      publicUrl === undefined || !listed
        ? []
        : [undefined, ...languages].map((one) => [one ?? 'x-default', publicUrl + inLanguage(address, one)] as const),
    listed,
    facts: listed
      ? factsOf({ page: found, address, head, site, publicUrl, providers: providersIn(sources.queries) })
      : [],
  });
  sources.queries.clear();
  return { status: statusOf(missing, failed), html, styles, fault: failed instanceof CallError ? undefined : failed };
}

/** Those whose cards a page shows, of a list that comes whole or page by page. */
function providersIn(queries: QueryClient): ListedProvider[] {
  type List = ListedProvider[] | { pages: { rows: ListedProvider[] }[] };
  return queries
    .getQueriesData<List>({ queryKey: ['providers'] })
    .flatMap(([, list = []]) => (Array.isArray(list) ? list : list.pages.flatMap(({ rows }) => rows)));
}

/** The address of a page in a language; without one, the address that leads each reader to their own. */
const inLanguage = (address: string, language: Language | undefined) =>
  language === undefined ? address : `${address}${address.includes('?') ? '&' : '?'}lang=${language}`;

/** Public pages that are nothing but a form. */
const formPages: readonly PagePath[] = [
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/shared',
];

function statusOf(missing: boolean, failed: unknown) {
  if (failed instanceof CallError) return failed.status;
  if (failed !== undefined) return 500;
  return missing ? 404 : 200;
}
