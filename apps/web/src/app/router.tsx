import type { DocumentName } from '@carecommons/contract/documents';
import { type FoundPage, pageAt, type PagePath } from '@carecommons/contract/pages';
import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { blogListQuery, homeBlogsQuery } from '../features/blogs/api.ts';
import { documentQuery } from '../features/documents/api.ts';
import { questionListQuery } from '../features/help/api.ts';
import { receiptQuery } from '../features/my-data/erasure-api.ts';
import {
  homeProvidersQuery,
  isSpecialityId,
  providerListQuery,
  specialitiesQuery,
  specialityNamesQuery,
  specialityQuery,
} from '../features/providers/api.ts';
import { askedIn } from '../features/providers/filters.ts';
import { searchQuery } from '../features/search/api.ts';
import { urgencyQuery } from '../lib/urgency.ts';
import type { Call } from '../lib/calls/call.ts';
import { loadTexts } from '../lib/texts/i18n.ts';
import { loadAllStyles } from './all-styles.ts';
import type { OwnPart } from '../lib/own-parts.ts';
import type { SuggestionsProps } from '../lib/suggestions.ts';
import type { Language } from '../lib/preferences.ts';

/** The cache of what was fetched, the way to fetch, and the language of the texts. */
export interface Sources {
  queries: QueryClient;
  api: Call;
  language: Language;
}

interface PageRoute {
  /** The page's file is `pages/<name>-page.tsx`, a chunk of its own. */
  name: string;
  /** Fetches what a public page shows, so that the server can render it and a link can be prepared. */
  load?: (sources: Sources, params: Record<string, string>, search: URLSearchParams) => Promise<unknown>;
}

const textOf =
  (name: DocumentName) =>
  ({ queries, api, language }: Sources) =>
    queries.ensureQueryData(documentQuery(api, name, language));

/** Whom to call first, in the page as the server renders it; in the browser the page itself asks. */
async function urgencyOf({ queries, api }: Pick<Sources, 'queries' | 'api'>, search: URLSearchParams) {
  const q = search.get('q')?.trim();
  if (q) await queries.prefetchQuery(urgencyQuery(api, q));
}

/** Every URL and its page. Who may open which is said in the contract. */
const routes: Record<PagePath, PageRoute> = {
  '/': {
    name: 'home',
    load: ({ queries, api }) =>
      Promise.all([
        queries.ensureQueryData(specialityNamesQuery(api)),
        queries.ensureQueryData(homeProvidersQuery(api)),
        queries.ensureQueryData(homeBlogsQuery(api)),
      ]),
  },
  '/about': { name: 'about', load: textOf('about') },
  '/services': { name: 'services' },
  '/specialists': { name: 'specialists', load: ({ queries, api }) => queries.ensureQueryData(specialitiesQuery(api)) },
  '/contact': { name: 'contact' },
  '/privacy': { name: 'document', load: textOf('privacy') },
  '/terms': { name: 'document', load: textOf('terms') },
  '/accessibility': { name: 'document', load: textOf('accessibility') },
  '/sitemap': { name: 'sitemap', load: ({ queries, api }) => queries.ensureQueryData(specialityNamesQuery(api)) },
  '/register': { name: 'register' },
  '/login': { name: 'login' },
  '/forgot-password': { name: 'forgot-password' },
  '/reset-password': { name: 'reset-password' },
  '/verify-email': { name: 'verify-email' },
  '/logout': { name: 'logout' },
  '/register/user/basic': { name: 'basic-profile' },
  '/register/user/provider': { name: 'provider-form' },
  '/providers': {
    name: 'providers',
    load: ({ queries, api }, _params, search) =>
      Promise.all([
        queries.ensureQueryData(specialityNamesQuery(api)),
        import.meta.env.SSR && urgencyOf({ queries, api }, search),
        // In the browser the page itself asks for a narrowed list: what reads the filters is not in the first load.
        (import.meta.env.SSR || search.size === 0) &&
          queries.ensureInfiniteQueryData(providerListQuery(api, import.meta.env.SSR ? askedIn(search) : {})),
      ]),
  },
  '/profile/:providerId': { name: 'provider-profile' },
  '/books/:providerId': { name: 'booking' },
  '/book': { name: 'appointments' },
  '/book/provider': { name: 'provider-appointments' },
  '/book/provider/all': { name: 'all-provider-appointments' },
  '/schedule': { name: 'schedule' },
  '/appointment/:appointmentId': { name: 'appointment' },
  '/record': { name: 'records' },
  '/record/:appointmentId': { name: 'record-upload' },
  '/shared': { name: 'shared' },
  '/speciality': { name: 'specialities', load: ({ queries, api }) => queries.ensureQueryData(specialitiesQuery(api)) },
  '/all/:specialityId': {
    name: 'providers-of-speciality',
    load: ({ queries, api }, { specialityId = '' }) =>
      Promise.all([
        queries.ensureQueryData(specialityQuery(api, specialityId)),
        isSpecialityId(specialityId) && queries.ensureInfiniteQueryData(providerListQuery(api, { of: specialityId })),
      ]),
  },
  '/blog': { name: 'blogs', load: ({ queries, api }) => queries.ensureInfiniteQueryData(blogListQuery(api)) },
  '/blog/:blogId': { name: 'blog' },
  '/blog/update/:blogId': { name: 'edit-blog' },
  '/blog/del/:blogId': { name: 'delete-blog' },
  '/createblog': { name: 'create-blog' },
  '/personalblog': { name: 'personal-blogs' },
  '/help': {
    name: 'help',
    load: ({ queries, api }, _params, search) =>
      Promise.all([
        queries.ensureInfiniteQueryData(questionListQuery(api, search.get('q') || undefined)),
        import.meta.env.SSR && urgencyOf({ queries, api }, search),
      ]),
  },
  '/search': {
    name: 'search',
    load: async ({ queries, api }, _params, search) => {
      const q = search.get('q')?.trim();
      if (!import.meta.env.SSR || !q) return;
      await Promise.all([queries.ensureQueryData(searchQuery(api, q, 20)), urgencyOf({ queries, api }, search)]);
    },
  },
  '/comment/:helpCenterId': { name: 'question' },
  '/chat': { name: 'chat' },
  '/room/:chatroomId': { name: 'room' },
  '/dashboard': { name: 'dashboard' },
  '/account': { name: 'account' },
  '/my-data': { name: 'my-data' },
  '/receipt/:number': {
    name: 'receipt',
    load: async ({ queries, api }, { number }) => {
      // That nobody knows a number is said on the page.
      if (import.meta.env.SSR) await queries.prefetchQuery(receiptQuery(api, number ?? ''));
    },
  },
  '/notifications': { name: 'notifications' },
  '/moderation': { name: 'moderation' },
  // One chunk for all of them: each page of its own would cost every reader a line in the first load.
  '/admin': { name: 'admin' },
  '/admin/users': { name: 'admin' },
  '/admin/users/:userId': { name: 'admin' },
  '/admin/specialities': { name: 'admin' },
  '/admin/rooms': { name: 'admin' },
  '/admin/letters': { name: 'admin' },
  '/admin/audit': { name: 'admin' },
  '/admin/sign-ins': { name: 'admin' },
  '/admin/visit-reads': { name: 'admin' },
  '/decisions': { name: 'decisions' },
  '/offline': { name: 'offline' },
  // Two pages in one chunk: each of its own would cost every reader a line in the first load.
  '/verification': { name: 'verification' },
  '/admin/verifications': { name: 'verification' },
  '/design': { name: 'design' },
};

const chunks = import.meta.glob<{ Page: ComponentType; Beside?: unknown }>('../pages/*-page.tsx');
const loading = new Map<string, Promise<ComponentType>>();
const loaded = new Map<PagePath, ComponentType>();
// The document has its styles.
const documentPath = import.meta.env.SSR ? undefined : pageAt(window.location.pathname)?.path;

/** The name of the file of a page. */
export const nameOf = (path: PagePath): string => routes[path].name;

/** The source files of a page and of its texts, by which the server finds their chunks in the manifest. */
export function sourcesOf(path: PagePath, language: Language): string[] {
  const { name } = routes[path];
  return [`src/pages/${name}-page.tsx`, `src/locales/${language}/${name}.texts`];
}

/** The component of a page, if its chunk and its texts are there. */
export function loadedPage(path: PagePath): ComponentType | undefined {
  return loaded.get(path);
}

/** Fetches the chunk and the texts of a page, once. */
export function loadPage(path: PagePath, language: Language): Promise<ComponentType> {
  const key = `${language} ${path}`;
  let page = loading.get(key);
  if (page === undefined) {
    page = fetchPage(path, language);
    // What did not come, say because the network was away, may be asked for again.
    page.catch(() => loading.delete(key));
    loading.set(key, page);
  }
  return page;
}

async function fetchPage(path: PagePath, language: Language) {
  const { name } = routes[path];
  const [{ Page }] = await Promise.all([
    (chunks[`../pages/${name}-page.tsx`] as () => Promise<{ Page: ComponentType }>)(),
    loadTexts(language, name),
    path !== documentPath && loadAllStyles(),
  ]);
  loaded.set(path, Page);
  return Page;
}

/** Fetches what an address needs: its page with the texts, and the data of a public one. Throws where either fails. */
export async function prepare(address: string, sources: Sources): Promise<FoundPage | undefined> {
  const { pathname, searchParams } = new URL(address, 'http://site');
  const found = pageAt(pathname);
  if (found !== undefined) {
    await Promise.all([
      loadPage(found.path, sources.language),
      routes[found.path].load?.(sources, found.params, searchParams),
    ]);
  }
  return found;
}

/** What three pages hold besides for all the others: it comes with their chunk and their texts, and is in no first load. */
export interface Beside {
  '/offline': ComponentType<{ part: 'line' | 'rest' }>;
  '/search': ComponentType<{ onClose: () => void } | SuggestionsProps>;
  '/dashboard': ComponentType<{ part: OwnPart }>;
}

/** What a page holds for all the others. */
export async function loadBeside<Path extends keyof Beside>(path: Path, language: Language) {
  await loadPage(path, language);
  const file = await (chunks[`../pages/${routes[path].name}-page.tsx`] as () => Promise<{ Beside: Beside[Path] }>)();
  return { default: file.Beside };
}
