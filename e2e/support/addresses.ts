import { pages, type PagePath } from '@carecommons/contract/pages';
import type { Product, Who } from './product.ts';

// Where each page of the contract is in the demo, and which visitor sees all of it.

export const visitors = ['nobody', 'patient', 'provider', 'administrator'] as const;
export type Visitor = (typeof visitors)[number];

/** Pages that act when they open: they come last, so that the others still find what they need. */
export const doingSomething: PagePath[] = ['/blog/del/:blogId', '/logout'];
const ofProviders: PagePath[] = [
  '/register/user/provider',
  '/verification',
  '/schedule',
  '/book/provider',
  '/book/provider/all',
  '/appointment/:appointmentId',
  '/record/:appointmentId',
];

function visitorOf(path: PagePath): Visitor {
  if (pages[path] !== 'guarded') return 'nobody';
  if (path === '/moderation' || path.startsWith('/admin')) return 'administrator';
  return ofProviders.includes(path) ? 'provider' : 'patient';
}

/** Where to find a page's parameter: the list, and the field of its first row. */
const sources: Record<string, [list: string, field: string, who: Who]> = {
  providerId: ['/providers/', 'user', 'patient'],
  specialityId: ['/speciality/', 'id', 'patient'],
  blogId: ['/apis/blogs/?limit=200', 'id', 'patient'],
  helpCenterId: ['/apis/help-center/', 'prob_id', 'patient'],
  chatroomId: ['/apis/chat-rooms/', 'id', 'patient'],
  appointmentId: ['/api/appointments/provider/', 'id', 'provider'],
  userId: ['/api/admin/users/?q=dr', 'id', 'administrator'],
};

type Row = Record<string, string | number> & { author?: { username: string } };
const ownArticle: PagePath[] = ['/blog/update/:blogId', '/blog/del/:blogId'];

/** The page's address with ids of existing objects; 1 if its list is empty or there is none. */
async function addressOf(path: PagePath, { url, logins }: Product) {
  const [, name] = /:(\w+)/.exec(path) ?? [];
  if (name === undefined) return path;
  const source = sources[name];
  if (source === undefined) return path.replace(`:${name}`, '1');
  const [list, field, who] = source;
  const json = { 'content-type': 'application/json' };
  const login = await fetch(`${url}/token/`, { method: 'POST', headers: json, body: JSON.stringify(logins[who]) });
  const { access } = (await login.json()) as { access: string };
  const answer = await fetch(url + list, {
    headers: { accept: 'application/json', authorization: `Bearer ${access}` },
  });
  const rows = answer.ok ? ((await answer.json()) as Row[]) : [];
  const own = rows.find(({ author }) => author?.username === logins[who].username);
  const row = ownArticle.includes(path) ? own : rows[0];
  return path.replace(`:${name}`, String(row?.[field] ?? 1));
}

export type Addresses = Record<string, string>;

/** The addresses of all pages. */
export async function addressesOf(product: Product): Promise<Addresses> {
  const addresses: Addresses = {};
  for (const path of Object.keys(pages) as PagePath[]) addresses[path] = await addressOf(path, product);
  return addresses;
}

/** The pages that one visitor sees, ordered so that none removes what a later one needs. */
export function pagesOf(who: Visitor): PagePath[] {
  const own = (Object.keys(pages) as PagePath[]).filter((path) => visitorOf(path) === who);
  return [
    ...own.filter((path) => !doingSomething.includes(path)),
    ...doingSomething.filter((path) => own.includes(path)),
  ];
}
