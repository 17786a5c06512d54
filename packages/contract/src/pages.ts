type Access = 'public' | 'guarded' | 'demo';

/**
 * Every page of the web application: its address, with parameters as `:name`, and who may open it. `public` pages are
 * rendered on the server, `guarded` ones only in a signed-in browser, and `demo` ones exist only in the demo.
 */
export const pages = {
  '/': 'public',
  '/about': 'public',
  '/services': 'public',
  '/specialists': 'public',
  '/contact': 'public',
  '/privacy': 'public',
  '/terms': 'public',
  '/accessibility': 'public',
  '/sitemap': 'public',
  '/register': 'public',
  '/login': 'public',
  '/forgot-password': 'public',
  '/reset-password': 'public',
  '/verify-email': 'public',
  '/logout': 'guarded',
  '/register/user/basic': 'guarded',
  '/register/user/provider': 'guarded',
  '/providers': 'public',
  '/profile/:providerId': 'guarded',
  '/books/:providerId': 'guarded',
  '/book': 'guarded',
  '/book/provider': 'guarded',
  '/book/provider/all': 'guarded',
  '/schedule': 'guarded',
  '/appointment/:appointmentId': 'guarded',
  '/record': 'guarded',
  '/record/:appointmentId': 'guarded',
  '/shared': 'public',
  '/speciality': 'public',
  '/all/:specialityId': 'public',
  '/blog': 'public',
  '/blog/:blogId': 'guarded',
  '/blog/update/:blogId': 'guarded',
  '/blog/del/:blogId': 'guarded',
  '/createblog': 'guarded',
  '/personalblog': 'guarded',
  '/help': 'public',
  '/comment/:helpCenterId': 'guarded',
  '/search': 'public',
  '/chat': 'guarded',
  '/room/:chatroomId': 'guarded',
  '/dashboard': 'guarded',
  '/account': 'guarded',
  '/my-data': 'guarded',
  '/receipt/:number': 'public',
  '/notifications': 'guarded',
  '/moderation': 'guarded',
  '/admin': 'guarded',
  '/admin/users': 'guarded',
  '/admin/users/:userId': 'guarded',
  '/admin/specialities': 'guarded',
  '/admin/rooms': 'guarded',
  '/admin/letters': 'guarded',
  '/admin/audit': 'guarded',
  '/admin/sign-ins': 'guarded',
  '/admin/visit-reads': 'guarded',
  '/decisions': 'guarded',
  '/offline': 'public',
  '/verification': 'guarded',
  '/admin/verifications': 'guarded',
  '/design': 'demo',
} as const satisfies Record<`/${string}`, Access>;

export type PagePath = keyof typeof pages;

/** Public pages for one reader, or with unlimited variants: search engines do not index them. */
export const unlistedPages: readonly string[] = [
  '/search',
  '/shared',
  '/receipt/:number',
  '/offline',
] satisfies PagePath[];

/** Public pages for one reader, or for signing in: they are useless offline. */
const notKept: readonly string[] = [
  '/shared',
  '/receipt/:number',
  '/register',
  '/login',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
] satisfies PagePath[];

const patterns = Object.entries(pages).map(([path, access]) => ({
  path: path as PagePath,
  access,
  pattern: new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
}));

/** A page, and the values of the parameters in its address. */
export interface FoundPage {
  path: PagePath;
  access: Access;
  params: Record<string, string>;
}

/** The page of an address without a trailing slash. */
export function pageAt(address: string): FoundPage | undefined {
  // A fixed address wins over one with a parameter: /register/user/basic is not the page of a user.
  const found = patterns.find(({ path }) => path === address) ?? patterns.find(({ pattern }) => pattern.test(address));
  if (found === undefined) return undefined;
  return { path: found.path, access: found.access, params: { ...found.pattern.exec(address)?.groups } };
}

const acting = /^\/+(logout|blog\/+del\/+[^/]+)\/*$/i;
const encodedAscii = /%([2-7][\da-f])/gi;

/**
 * Whether opening the page at a path does something at once (signs out, deletes an article), however the path is
 * written.
 */
export function actsWhenOpened(path: string): boolean {
  return acting.test(
    path.replaceAll(encodedAscii, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
  );
}

/**
 * How a page was reached: from this site or by a typed address; from another site; unknown, because the browser does
 * not say.
 */
export type Arrival = 'own' | 'foreign' | 'unknown';

/** Whether a browser may keep a page for offline use: it is the same for everybody. */
export function isKeptOffline({ access, path }: FoundPage): boolean {
  return access === 'public' && !notKept.includes(path);
}
