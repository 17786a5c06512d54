import { pageAt } from '@carecommons/contract/pages';
import type { Site } from '@carecommons/contract/site';
import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { render } from 'vitest-browser-react';
import { openQueries } from '../src/app/providers.tsx';
import { ApiContext } from '../src/lib/calls/api.ts';
import { call, list } from '../src/lib/calls/call.ts';
import { PageContext } from '../src/lib/navigation.tsx';
import { storeTokens } from '../src/lib/session/session.ts';
import { SiteContext } from '../src/lib/site.ts';

const site: Site = {
  demo: false,
  contact_phone: '+91 00000 00000',
  contact_email: 'help@example.org',
  contact_address: '1 Main Road',
  emergency_number: '112',
  crisis_line: { name: 'Tele-MANAS', number: '14416' },
  default_time_zone: 'Asia/Kolkata',
  providers: 'open',
};

interface Around {
  /** The address of the page that it stands on. */
  at?: string;
  /** What its entry of the history holds. */
  state?: unknown;
  signedIn?: boolean;
  /** The id of the person who is signed in; by default somebody else in each test, who has nothing in this browser. */
  person?: number;
  site?: Partial<Site>;
}

/** Signs a person in, as a login in any tab does. */
export function signIn(person?: number) {
  const access =
    person === undefined ? crypto.randomUUID() : `head.${btoa(JSON.stringify({ sub: String(person) }))}.mark`;
  storeTokens({ access, refresh: 'refresh' });
}

/** Shows a component as a page would: in English, with a cache of its own, to somebody who is signed in. */
export async function show(
  ui: ReactNode,
  { at = '/', state = null, signedIn = true, person, site: more }: Around = {},
) {
  window.history.replaceState(state, '', at);
  document.documentElement.lang = 'en';
  if (signedIn) signIn(person);
  const queries = openQueries();
  const { queries: defaults } = queries.getDefaultOptions();
  // The same number of tries, without the pauses between them.
  queries.setDefaultOptions({ queries: { ...defaults, retryDelay: 0 } });
  return await render(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <QueryClientProvider client={queries}>
        <SiteContext value={{ ...site, ...more }}>
          <ApiContext value={{ call, list }}>
            <PageContext value={pageAt(new URL(at, 'http://site').pathname)}>
              <Suspense fallback={<p>Waiting</p>}>
                <main id="main" tabIndex={-1}>
                  {ui}
                </main>
              </Suspense>
            </PageContext>
          </ApiContext>
        </SiteContext>
      </QueryClientProvider>
    </I18nProvider>,
  );
}
