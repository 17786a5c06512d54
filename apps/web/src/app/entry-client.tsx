import { hydrate } from '@tanstack/react-query';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { call, list } from '../lib/call.ts';
import { loadTexts } from '../lib/i18n.ts';
import type { Language } from '../lib/preferences.ts';
import { siteQuery } from '../lib/site.ts';
import { App, openQueries } from './providers.tsx';
import { prepare } from './router.tsx';
import './styles.css';

const sources = { queries: openQueries(), api: { call, list } };
const state = document.getElementById('state')?.textContent;
if (state) hydrate(sources.queries, JSON.parse(state));

const [i18n] = await Promise.all([
  loadTexts(document.documentElement.lang as Language),
  sources.queries.ensureQueryData(siteQuery(sources.api)),
  prepare(window.location.href, sources).catch(() => undefined),
]);

const root = document.getElementById('root') as HTMLElement;
const app = <App sources={sources} i18n={i18n} />;
// A page that failed on the server is rendered anew, and so tried again.
if (root.dataset.failed === undefined) hydrateRoot(root, app);
else createRoot(root).render(app);
