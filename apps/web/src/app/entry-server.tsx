import { type Arrival, unlistedPages } from '@carecommons/contract/pages';
import type { Site } from '@carecommons/contract/site';
import { dehydrate } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { ErrorView } from '../components/error-view.tsx';
import { CallError, callThrough } from '../lib/call.ts';
import { type Head, HeadContext } from '../lib/head.tsx';
import { loadTexts } from '../lib/i18n.ts';
import { directionOf, languageOf } from '../lib/languages.ts';
import { readPreferences } from '../lib/preferences.ts';
import { type Manifest, writeDocument } from './document.ts';
import { App, openQueries } from './providers.tsx';
import { prepare, sourcesOf } from './router.tsx';
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
  styles: string;
  start: string;
  site: Site;
  /** The address under which the site is known, for links that leave it; undefined where it is not set. */
  publicUrl: string | undefined;
  /** How its reader came to it, where that changes what it does. */
  arrival: Arrival | undefined;
}

export { installedApp } from './installed-app.ts';
export { languagesAsked, serverTexts } from './server-texts.ts';

/** What makes two renderings of one address differ. */
export function variantOf(cookies: string, accepted: string): string {
  const { theme, language, signedIn } = readPreferences(cookies);
  return `${languageOf(language, accepted)} ${theme} ${signedIn}`;
}

/**
 * Renders a page as a whole HTML document, which holds nothing of any person but what its address alone gives to everybody; a
 * guarded page as its frame. `fault` is what was thrown in it, if anything: then the document says so, and the browser tries again.
 */
export async function renderPage({
  address,
  cookies,
  accepted,
  ask,
  manifest,
  styles,
  start,
  site,
  publicUrl,
  arrival,
}: PageRequest) {
  const { theme, language: chosen, signedIn } = readPreferences(cookies);
  const language = languageOf(chosen, accepted);
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
  const head = collected.head ?? { title: 'Carecommons' };
  const listed = failed === undefined && found?.access === 'public' && !unlistedPages.includes(found.path);
  const html = writeDocument({
    head,
    body,
    failed: failed !== undefined,
    state: { site, signedIn, arrival, queries: dehydrate(sources.queries) },
    language,
    direction: directionOf(language),
    theme,
    sources: [
      'src/app/entry-client.tsx',
      `src/locales/${language}/shell.texts`,
      ...(found === undefined ? [] : sourcesOf(found.path, language)),
    ],
    manifest,
    styles,
    start,
    canonical: publicUrl === undefined ? undefined : publicUrl + address,
    listed,
    facts: listed ? factsOf({ page: found, address, head, site, publicUrl }) : [],
  });
  sources.queries.clear();
  return { status: statusOf(found, failed), html, fault: failed instanceof CallError ? undefined : failed };
}

function statusOf(found: unknown, failed: unknown) {
  if (failed instanceof CallError) return failed.status;
  if (failed !== undefined) return 500;
  return found === undefined ? 404 : 200;
}
