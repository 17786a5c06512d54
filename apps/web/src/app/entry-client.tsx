import type { Arrival } from '@carecommons/contract/pages';
import type { Site } from '@carecommons/contract/site';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { arrive } from '../lib/session/arrival.ts';
import { call, list } from '../lib/calls/call.ts';
import { loadTexts } from '../lib/texts/i18n.ts';
import { forgetWithPerson } from '../lib/session/personal-data.ts';
import { type CarriedData, takeOver } from './carried-data.ts';
import { App, openQueries } from './providers.tsx';
import { prepare } from './router.tsx';

// A browser may offer it before there is anything to offer it in: `features/offline/install.tsx`.
window.addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  window.installOffer = event;
});

const language = document.documentElement.lang;
const sources = { queries: openQueries(), api: { call, list }, language };
// What the server rendered with, so that the first rendering here is the same.
const state = JSON.parse(document.getElementById('state')?.textContent ?? '') as {
  site: Site;
  signedIn: boolean;
  arrival?: Arrival;
  queries: CarriedData;
};
arrive(state.arrival);
takeOver(sources.queries, state.queries);
forgetWithPerson(sources.queries);

const [i18n] = await Promise.all([
  loadTexts(language, 'shell'),
  prepare(window.location.href, sources).catch(() => undefined),
]);

const root = document.getElementById('root') as HTMLElement;
const app = <App sources={sources} i18n={i18n} site={state.site} signedIn={state.signedIn} />;
// A page that failed on the server is rendered again in the browser.
if (root.dataset.failed === undefined) hydrateRoot(root, app);
else createRoot(root).render(app);
