import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { pageSearch } from '@carecommons/contract/page-search';
import { actsWhenOpened, type Arrival, isKeptOffline, pageAt } from '@carecommons/contract/pages';
import type { Site } from '@carecommons/contract/site';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  commonHeaders,
  encodingOf,
  entityTagOf,
  fromBrotli,
  pagePolicy,
  pdfWorkerHeaders,
  prefersHtml,
  reportingEndpoints,
  sendUnlessKnown,
  toBrotli,
  toGzip,
  workerHeaders,
} from '../http/http.ts';
import { type Config, isFromThisMachine, isLocalDemo } from '../config/config.ts';
import type { Catalogue } from '../languages/languages.ts';
import { cacheGeneration, openResponseCache } from '../cache/cache.ts';
import type { Services } from '../routing/routing.ts';
import { StartError } from '../errors/errors.ts';

const dist = new URL('../../../../web/dist/', import.meta.url);
const keptMs = 2000;

/** The built web application: its renderer, its catalogue, the manifest of its chunks, and what stands within each page. */
export interface Web extends Catalogue {
  renderPage(request: {
    address: string;
    cookies: string;
    accepted: string;
    ask: (method: string, url: string) => Promise<{ status: number; link: string | null; body: unknown }>;
    manifest: unknown;
    stylesOf(page: string): string;
    start: string;
    site: Site;
    publicUrl: string | undefined;
    arrival: Arrival | undefined;
    wanted: string | undefined;
  }): Promise<{ status: number; html: string; styles: string; fault: unknown }>;
  variantOf(cookies: string, accepted: string, wanted: string | undefined): string;
  /** The language that an address asks for by `?lang=`, where it is one of ours. */
  languageWanted(asked: unknown): string | undefined;
  /** What a browser is told to install, in a language; undefined where there is no such language. */
  installedApp(language: string): Promise<object | undefined>;
  manifest: unknown;
  /** What each page looks like (CSS), by the name of its file; what all do, by an empty one. */
  styles: Record<string, string>;
  /** What fetches the scripts of a page. */
  start: string;
}

/** Loads the built web application; throws a StartError where it was not built. */
export async function openWeb(): Promise<Web> {
  const client = new URL('client/', dist);
  const file = new URL('.vite/manifest.json', client);
  if (!existsSync(file)) throw new StartError('The web application is not built. Run npm start, or npm run build.');
  const renderer = (await import(new URL('server/entry-server.js', dist).href)) as Omit<
    Web,
    'manifest' | 'styles' | 'start'
  >;
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, { file: string }>;
  const text = (path: string) => readFileSync(new URL(path, client), 'utf8').trim();
  const { file: start = '' } = manifest['src/app/start.ts'] ?? {};
  const styles = JSON.parse(text('.vite/styles.json')) as Record<string, string>;
  return { ...renderer, manifest, styles, start: text(start) };
}

/** The address from which the server calls itself while it renders: it is no peer's, is not counted and not logged. */
export const inProcess = '0.0.0.0';

/** Kept as browsers take it, an eighth of what it is unpacked; in another form from when somebody asks for that. */
interface ReadyPage {
  status: number;
  /** Those that stand within it, which its policy allows. */
  styles: string;
  br: Buffer;
  identity?: Promise<Buffer>;
  gzip?: Promise<Buffer>;
}

/** Registers the pages, and the files of the built web application. A path without a trailing slash always gives HTML. */
export async function registerWeb(app: FastifyInstance, { config, log, readYourWrites }: Services, web: Web) {
  const site = siteOf(config);
  const localDemo = isLocalDemo(config);
  const headers = new Map<string, ReturnType<typeof headersOf>>();
  const headersFor = ({ styles }: ReadyPage) => {
    const known = headers.get(styles) ?? headersOf({ styles, start: web.start });
    headers.set(styles, known);
    return known;
  };
  const pages = openResponseCache<ReadyPage>({ max: 200, ttlMs: keptMs });

  async function ask(method: string, url: string, cookies: string) {
    const answer = await app.inject({
      method: method as 'GET',
      url,
      // That its reader has just written something is to be heard here, too.
      headers: { accept: 'application/json', cookie: cookies },
      remoteAddress: inProcess,
    });
    return {
      status: answer.statusCode,
      link: (answer.headers.link as string | undefined) ?? null,
      body: answer.json() as unknown,
    };
  }

  async function render(
    address: string,
    cookies: string,
    accepted: string,
    arrival: Arrival | undefined,
    wanted: string | undefined,
  ): Promise<ReadyPage> {
    const { status, html, styles, fault } = await web.renderPage({
      address,
      cookies,
      accepted,
      ask: (method, url) => ask(method, url, cookies),
      manifest: web.manifest,
      stylesOf: (page) => web.styles[page] ?? '',
      start: web.start,
      site,
      publicUrl: config.publicUrl,
      arrival,
      wanted,
    });
    if (fault !== undefined)
      log.error({ fault: fault instanceof Error ? String(fault.stack) : 'not an Error' }, 'page fault');
    return { status, styles, br: await toBrotli(html, { forMany: !address.includes('?') }) };
  }

  app.get('/*', async (request, reply) => {
    const [path = '/'] = request.url.split('?');
    if (path !== '/' && path.endsWith('/')) return reply.callNotFound();
    const { page, address, arrival, anew, wanted } = await pageFor(request, path);
    const sameForAll = page.status === 200 && mayBeKept(path, address);
    if (sameForAll && wanted === undefined) reply.header('x-offline', 'keep');
    const { acting, shared, document } = headersFor(page);
    if (arrival !== undefined) return await sendPage(request, reply, page, acting);
    return await sendPage(request, reply, page, sameForAll && !anew ? shared : document);
  });

  // A page takes nothing, whatever the body holds, which is not read. Who sends one all the same sees the page and what it says.
  app.route({
    method: app.supportedMethods.filter((method) => method !== 'GET' && method !== 'HEAD'),
    url: '/*',
    async onRequest(request, reply) {
      const [path = '/'] = request.url.split('?');
      if (pageAt(path) === undefined) return reply.callNotFound();
      const { page } = await pageFor(request, path);
      const status = page.status === 404 ? 404 : 405;
      return await sendPage(request, reply.header('allow', 'GET, HEAD'), { ...page, status }, headersFor(page).acting);
    },
    handler: (_request, reply) => reply.callNotFound(),
  });

  async function pageFor(request: FastifyRequest, path: string) {
    const address = renderedAddress(
      path,
      request.query as Record<string, unknown>,
      localDemo && isFromThisMachine(request),
    );
    const cookies = request.headers.cookie ?? '';
    const accepted = request.headers['accept-language'] ?? '';
    const arrival = actsWhenOpened(path) ? arrivalOf(request) : undefined;
    const wanted = web.languageWanted((request.query as Record<string, unknown>).lang);
    const key = `${cacheGeneration()} ${web.variantOf(cookies, accepted, wanted)} ${wanted} ${arrival} ${address}`;
    const make = () => render(address, cookies, accepted, arrival, wanted);
    const anew = readYourWrites.hasJustWritten(request);
    return { page: await (anew ? make() : pages.get(key, make)), address, arrival, anew, wanted };
  }

  app.get('/manifest.webmanifest', async (request, reply) => {
    const { lang } = request.query as { lang?: unknown };
    const manifest = typeof lang === 'string' ? await web.installedApp(lang) : undefined;
    if (manifest === undefined) return reply.callNotFound();
    reply.headers({
      'content-type': 'application/manifest+json; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    });
    const text = JSON.stringify(manifest);
    return await sendUnlessKnown(request, reply, text, entityTagOf(text));
  });

  if (!config.offlinePages) {
    app.get('/sw-pages.js', (_request, reply) =>
      reply.headers(workerHeaders).sendFile('sw-forget.js', { cacheControl: false }),
    );
  }

  await app.register(fastifyStatic, {
    root: fileURLToPath(new URL('client/', dist)),
    wildcard: false,
    preCompressed: true,
    globIgnore: ['**/.vite/**', '**/*.br', '**/*.gz', ...(config.offlinePages ? [] : ['**/sw-pages.js'])],
    index: false,
    // None of these files is large: whoever asks for a part gets the whole (RFC 9110, 14.2), whatever the range says.
    acceptRanges: false,
    cacheControl: false,
    setHeaders(reply, path) {
      // Built files carry their hash in their name.
      const lasting = path.includes('/assets/');
      reply.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
      if (/\.svg(\.\w+)?$/.test(path)) reply.header('content-type', 'image/svg+xml; charset=utf-8');
      if (/\/sw[\w-]*\.js/.test(path)) reply.headers(workerHeaders);
      if (/\/assets\/pdf\.worker[\w.-]+\.mjs/.test(path)) reply.headers(pdfWorkerHeaders);
    },
  });
}

/** How the browser came to ask for a page, by what it says itself: no page of another site can change that header. */
function arrivalOf({ headers }: FastifyRequest): Arrival {
  const site = headers['sec-fetch-site'];
  if (site === undefined) return 'unknown';
  return site === 'none' || site === 'same-origin' ? 'own' : 'foreign';
}

/** What pages say of the installation. */
export function siteOf(config: Config): Site {
  return {
    demo: config.mode === 'demo',
    contact_phone: config.contactPhone,
    contact_email: config.contactEmail,
    contact_address: config.contactAddress,
    emergency_number: config.emergencyNumber,
    crisis_line: config.crisisLine,
    default_time_zone: config.defaultTimeZone,
    providers: config.providers,
  };
}

/**
 * The address as it is rendered: nothing but what changes the page. All guarded pages of one kind have one frame, and an
 * unknown address is no page of its own; nor is one of the demo, but to who tries it out on their own machine.
 */
function renderedAddress(path: string, search: Record<string, unknown>, demo: boolean) {
  const found = pageAt(path);
  if (found === undefined || (found.access === 'demo' && !demo)) return '/404';
  if (found.access === 'guarded') return found.path;
  const given = (pageSearch[found.path] ?? []).flatMap((name) => {
    const value = search[name];
    return typeof value === 'string' && value.trim() !== ''
      ? [[name, value.trim().slice(0, 100)] as [string, string]]
      : [];
  });
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}

/** Whether a browser may keep this page for when its reader is offline. What somebody looked for is not to be kept. */
function mayBeKept(path: string, address: string) {
  const found = pageAt(path);
  return found !== undefined && isKeptOffline(found) && path === address;
}

/** What a page with these within it has otherwise than every answer, which carries `apiHeaders` by then. */
function headersOf(within: { styles: string; start: string }) {
  const document = {
    'content-security-policy': pagePolicy(within),
    'reporting-endpoints': reportingEndpoints,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    vary: 'Accept-Encoding, Accept-Language, Cookie',
  };
  return {
    document,
    // What is the same for everybody, a cache before the server may keep for as long as the server itself does: both together for
    // less than whoever writes something is led past them, by a cookie that no other reader has.
    shared: { ...document, 'cache-control': `public, max-age=0, s-maxage=${keptMs / 1000}` },
    // Its frame says how it was reached, which is true once.
    acting: { ...document, 'cache-control': 'no-store', vary: `${document.vary}, Sec-Fetch-Site` },
  };
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: ReadyPage,
  headers: ReturnType<typeof headersOf>['document'],
) {
  reply.status(page.status).headers(headers);
  const encoding = encodingOf(request);
  if (encoding !== null) reply.header('content-encoding', encoding);
  if (encoding === 'br') return await reply.send(page.br);
  if (encoding === null) return await reply.send(await (page.identity ??= fromBrotli(page.br)));
  page.gzip ??= fromBrotli(page.br).then((identity) => toGzip(identity));
  return await reply.send(await page.gzip);
}

/**
 * Leads a browser that navigates to an address of the API to the page of the same name (`/providers/` → `/providers`).
 * Registered before all routes, for those addresses exist on both sides.
 */
export function redirectNavigations(app: FastifyInstance) {
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return;
    const [path = '', search] = request.url.split('?');
    if (path === '/' || !path.endsWith('/') || pageAt(path.slice(0, -1)) === undefined) return;
    reply.header('vary', 'Accept');
    if (!prefersHtml(request.headers.accept)) return;
    const page = path.slice(0, -1);
    return await reply.headers(commonHeaders).redirect(search === undefined ? page : `${page}?${search}`, 302);
  });
}
