import type { Site } from '@carecommons/contract/site';
import type { I18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { SiteLayout } from '../components/layout/site-layout.tsx';
import { ApiContext } from '../lib/calls/api.ts';
import { openedHere } from '../lib/session/arrival.ts';
import { CallError } from '../lib/calls/call.ts';
import { type Navigation, NavigationContext, PrepareContext } from '../lib/navigation.tsx';
import { OwnPartContext } from '../lib/own-parts.ts';
import { RenderedSignedIn } from '../lib/session/session.ts';
import { SiteContext } from '../lib/site.ts';
import { SuggestionsContext } from '../lib/suggestions.ts';
import { Beside } from './beside.tsx';
import { PageView } from './page-view.tsx';
import { loadBeside, prepare, type Sources } from './router.tsx';

/** A cache whose lists stay good for half a minute, and which asks twice again only when no answer came. */
export function openQueries() {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < 2 && error instanceof CallError && error.code === 'unreachable',
      },
      mutations: { retry: false },
    },
  });
}

const languageNow = () => document.documentElement.lang;
// Of those who never search nobody fetches it. Where it does not come, the page of the search may.
const Searching = lazy(() =>
  loadBeside('/search', languageNow()).catch(() => {
    window.location.assign('/search');
    return { default: () => null };
  }),
);
// A person's own; the signed-out fetch nothing of it.
const Own = lazy(() => loadBeside('/dashboard', languageNow()));
const search = (close: () => void) => <Searching onClose={close} />;
// A search box does without.
const Suggestions = lazy(() => loadBeside('/search', languageNow()).catch(() => ({ default: () => null })));

// Until then the present page stays; after it the next one shows its own skeleton.
const patienceMs = 300;

interface Props {
  sources: Sources;
  i18n: I18n;
  site: Site;
  /** Whether the server rendered it for somebody who is signed in. */
  signedIn: boolean;
  /** The address that the server renders. */
  address?: string;
  /** Shown instead of the page. */
  children?: ReactNode;
}

function partsOf(address: string | undefined): Navigation['rendered'] {
  if (address === undefined) return undefined;
  const url = new URL(address, 'http://site');
  return { ssrPath: url.pathname, ssrSearch: url.search };
}

/** The whole application, as the browser and the server render it. */
export function App({ sources, i18n, site, signedIn, address, children }: Props) {
  const prefetch = (to: string) => prepare(to, sources).catch(() => undefined);
  const open = async (to: string, options?: Parameters<Navigation['go']>[1]) => {
    await Promise.race([prefetch(to), new Promise((resolve) => setTimeout(resolve, patienceMs))]);
    openedHere(to);
    const moved = new URL(to, window.location.href).pathname !== window.location.pathname;
    navigate(to, options);
    if (moved) window.scrollTo(0, 0);
  };
  const navigation: Navigation = { rendered: partsOf(address), go: (to, options) => void open(String(to), options) };
  return (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={sources.queries}>
        <SiteContext value={site}>
          <RenderedSignedIn value={signedIn}>
            <ApiContext value={sources.api}>
              <PrepareContext value={prefetch}>
                <NavigationContext value={navigation}>
                  <OwnPartContext value={Own}>
                    <SuggestionsContext value={Suggestions}>
                      <SiteLayout search={search} beside={<Beside />}>
                        {children ?? <PageView />}
                      </SiteLayout>
                    </SuggestionsContext>
                  </OwnPartContext>
                </NavigationContext>
              </PrepareContext>
            </ApiContext>
          </RenderedSignedIn>
        </SiteContext>
      </QueryClientProvider>
    </I18nProvider>
  );
}
