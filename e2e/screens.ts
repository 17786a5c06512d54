import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';
import { pages, type PagePath } from '@carecommons/contract/pages';
import { chromiumToLaunch } from './chromium.ts';
import { accessibilityFaults, sidewaysScroll, watchFaults } from './faults.ts';
import { signIn, startProduct, type Product, type Who } from './product.ts';
import { shiftOf, watchShift } from './shift.ts';

// npm run screens: a picture of every page at two widths, light and dark, in docs/screens. Ends with code 1 where axe finds
// something, a page scrolls sideways, shifts while it loads, or the browser reports an error.

const folder = join(import.meta.dirname, '../docs/screens');
const sizes = { 360: { width: 360, height: 740 }, 1280: { width: 1280, height: 900 } };
const themes = ['light', 'dark'] as const;
const bytesAtMost = 8_000_000;
// Of a long list more of the same follows.
const longestPicture = 2400;

// Pages that do something when they open come last, so that all others still find what they need.
const last: PagePath[] = ['/blog/del/:blogId', '/logout'];
const ofProviders: PagePath[] = [
  '/register/user/provider',
  '/verification',
  '/schedule',
  '/book/provider',
  '/book/provider/all',
  '/appointment/:appointmentId',
  '/record/:appointmentId',
];

function visitorOf(path: PagePath): Who | 'nobody' {
  if (pages[path] !== 'guarded') return 'nobody';
  if (path === '/moderation' || path.startsWith('/admin')) return 'administrator';
  return ofProviders.includes(path) ? 'provider' : 'patient';
}

/** Where a page's parameter is found: the list, and the field of its first row. */
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

/** The page's address with the ids of things that are there; 1 where its list is empty, or there is none. */
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

type Addresses = Record<string, string>;

/** Opens every page that one visitor sees, in one size and theme; says what is wrong with each. */
async function walk(
  browser: Browser,
  product: Product,
  addresses: Addresses,
  who: Who | 'nobody',
  options: BrowserContextOptions,
  suffix: string,
) {
  const context = await browser.newContext({
    ...options,
    reducedMotion: 'reduce',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
  });
  const faults = await watchFaults(context);
  const page = await context.newPage();
  await watchShift(page);
  if (who !== 'nobody') await signIn(page, product, who);

  const said: string[] = [];
  const paths = (Object.keys(pages) as PagePath[]).filter((path) => visitorOf(path) === who && !last.includes(path));
  for (const path of [...paths, ...last.filter((late) => visitorOf(late) === who)]) {
    faults.length = 0;
    await page.goto(product.url + addresses[path], { waitUntil: 'networkidle' });
    const found = [...(await accessibilityFaults(page)), ...faults];
    const shift = await shiftOf(page);
    if (shift > 0.001) found.push(`layout shift ${shift.toFixed(3)}`);
    if (await page.getByText('Unexpected Application Error!').isVisible()) found.push('shows that it failed');
    const sideways = await sidewaysScroll(page);
    if (sideways > 0) found.push(`${sideways} px wider than the window`);
    // Logging out leads home, which has a picture.
    const stays = new URL(page.url()).pathname === addresses[path];
    const name = `${path.replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, '') || 'home'}-${suffix}`;
    if (stays) writeFileSync(join(folder, `${name}.webp`), await picture(page));
    if (path === '/blog/del/:blogId') await restore(page, addresses[path]);
    said.push(...found.map((fault) => `${name}: ${fault}`));
  }
  await context.close();
  return said;
}

/** Brings the article back that was deleted at an address, for the next walk. */
async function restore(page: Page, address = '') {
  await page.evaluate(async (path) => {
    const authorization = `Bearer ${localStorage.getItem('access')}`;
    await fetch(path, { method: 'POST', headers: { authorization } });
  }, address.replace('/blog/del/', '/apis/blogs/').concat('/restore/'));
}

/** The page, unless it is very long, as WebP, which Playwright itself does not write. */
async function picture(page: Page) {
  const session = await page.context().newCDPSession(page);
  const { cssContentSize } = await session.send('Page.getLayoutMetrics');
  const clip = {
    x: 0,
    y: 0,
    width: cssContentSize.width,
    height: Math.min(cssContentSize.height, longestPicture),
    scale: 1,
  };
  const options = { format: 'webp', quality: 50, captureBeyondViewport: true, clip } as const;
  const { data } = await session.send('Page.captureScreenshot', options);
  await session.detach();
  return Buffer.from(data, 'base64');
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const { product, stop } = await startProduct();
const browser = await chromium.launch(chromiumToLaunch());
const said: string[] = [];
try {
  const addresses: Addresses = {};
  for (const path of Object.keys(pages) as PagePath[]) addresses[path] = await addressOf(path, product);
  for (const [width, viewport] of Object.entries(sizes)) {
    for (const theme of themes) {
      const phone = width === '360';
      const options = { viewport, colorScheme: theme, isMobile: phone, hasTouch: phone };
      for (const who of ['nobody', 'patient', 'provider', 'administrator'] as const) {
        said.push(...(await walk(browser, product, addresses, who, options, `${width}-${theme}`)));
      }
    }
  }
} finally {
  await browser.close();
  await stop();
}

const files = readdirSync(folder);
const bytes = files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
if (bytes > bytesAtMost) said.push(`the pictures take ${bytes} bytes; ${bytesAtMost} is the end`);
for (const line of said) console.error(line);
console.log(`${files.length} pictures of ${Math.round(bytes / 1000)} kB, ${said.length} faults`);
if (said.length > 0) process.exitCode = 1;
