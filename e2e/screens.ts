import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';
import type { PagePath } from '@carecommons/contract/pages';
import { type Addresses, addressesOf, pagesOf, type Visitor, visitors } from './support/addresses.ts';
import { chromiumToLaunch } from './support/chromium.ts';
import { accessibilityFaults, sidewaysScroll, watchFaults } from './support/faults.ts';
import { signIn, startProduct, type Product } from './support/product.ts';
import { shiftOf, watchShift } from './support/shift.ts';

// npm run screens: takes a picture of every page, and of further states of some, at two widths, light and dark, and of some in
// Hindi on a phone, into the folder screens. Exits with code 1 if axe finds something, if a page scrolls sideways or shifts
// while it loads, or if the browser reports an error. For a look beforehand: npm run screens -- FOLDER writes them there, and
// all of them in Hindi as well; npm run screens -- FOLDER /book /search takes only these.

const [given, ...named] = process.argv.slice(2);
const folder = given ?? join(import.meta.dirname, '../screens');
const sizes = { 360: { width: 360, height: 740 }, 1280: { width: 1280, height: 900 } };
const themes = ['light', 'dark'] as const;
const inHindi: PagePath[] = [
  '/',
  '/providers',
  '/help',
  '/login',
  '/accessibility',
  '/books/:providerId',
  '/book',
  '/record',
  '/account',
  '/book/provider',
];
/** The query strings of further states of a page. */
const asked: Partial<Record<PagePath, string[]>> = {
  '/search': ['q=heart'],
  '/providers': ['q=skin&language=Hindi&max_fee=1500', 'q=zzzqqq'],
  '/help': ['q=sleep'],
  '/record': ['view=timeline', 'view=opened', 'view=share', 'view=add'],
  '/notifications': ['view=settings'],
  '/book/provider': ['view=week', 'view=day'],
};
// Only the first screens of a page: a long list continues in the same way.
const windowsShown = given === undefined ? 1.5 : 4;

/** The pages that one visitor sees, with their further states, or the given pages. */
function facesOf(who: Visitor) {
  return pagesOf(who)
    .filter((path) => named.length === 0 || named.includes(path))
    .flatMap((path) => ['', ...(asked[path] ?? [])].map((search) => ({ path, search })));
}

/** Opens the pages that one visitor sees, in one size and theme, and reports faults. */
async function walk(
  browser: Browser,
  product: Product,
  addresses: Addresses,
  who: Visitor,
  options: BrowserContextOptions,
  suffix: string,
  faces = facesOf(who),
) {
  if (faces.length === 0) return [];
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    ...options,
  });
  const faults = await watchFaults(context);
  const page = await context.newPage();
  await watchShift(page);
  if (who !== 'nobody') await signIn(page, product, who);

  const said: string[] = [];
  for (const { path, search } of faces) {
    faults.length = 0;
    await page.goto(`${product.url}${addresses[path]}?${search}`.replace(/\?$/, ''), { waitUntil: 'networkidle' });
    const found = [...(await accessibilityFaults(page)), ...faults];
    const shift = await shiftOf(page);
    if (shift > 0.001) found.push(`layout shift ${shift.toFixed(3)}`);
    // It belongs on the page of all components.
    const failed = path !== '/design' && (await page.getByText('Unexpected Application Error!').isVisible());
    if (failed) found.push('shows that it failed');
    const sideways = await sidewaysScroll(page);
    if (sideways > 0) found.push(`${sideways} px wider than the window`);
    // Logging out leads to the home page, which has its own picture.
    const stays = new URL(page.url()).pathname === addresses[path];
    const name = `${`${path} ${search}`.replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, '') || 'home'}-${suffix}`;
    // Pictures in articles load a moment later.
    await page.locator('article[aria-busy="true"]').first().waitFor({ state: 'detached' });
    if (stays) writeFileSync(join(folder, `${name}.webp`), await picture(page));
    if (path === '/blog/del/:blogId') await restore(page, addresses[path]);
    said.push(...found.map((fault) => `${name}: ${fault}`));
  }
  await context.close();
  return said;
}

/** Restores the article that a page deleted, for the next pass. */
async function restore(page: Page, address = '') {
  await page.evaluate(async (path) => {
    const authorization = `Bearer ${localStorage.getItem('access')}`;
    await fetch(path, { method: 'POST', headers: { authorization } });
  }, address.replace('/blog/del/', '/apis/blogs/').concat('/restore/'));
}

/** The page, up to a maximum length, as WebP, which Playwright cannot write itself. */
async function picture(page: Page) {
  const session = await page.context().newCDPSession(page);
  const { height } = page.viewportSize() ?? sizes[360];
  const { cssContentSize } = await session.send('Page.getLayoutMetrics');
  const clip = {
    x: 0,
    y: 0,
    width: cssContentSize.width,
    height: Math.min(cssContentSize.height, height * windowsShown),
    scale: 1,
  };
  const options = { format: 'webp', quality: 31, captureBeyondViewport: true, clip } as const;
  const { data } = await session.send('Page.captureScreenshot', options);
  await session.detach();
  return Buffer.from(data, 'base64');
}

if (given === undefined) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const { product, stop } = await startProduct();
const browser = await chromium.launch(chromiumToLaunch());
const said: string[] = [];
try {
  const addresses = await addressesOf(product);
  for (const [width, viewport] of Object.entries(sizes)) {
    for (const theme of themes) {
      const phone = width === '360';
      const options = { viewport, colorScheme: theme, isMobile: phone, hasTouch: phone };
      for (const who of visitors) {
        said.push(...(await walk(browser, product, addresses, who, options, `${width}-${theme}`)));
        if (!phone || theme === 'dark') continue;
        const faces = facesOf(who).filter(
          ({ path, search }) => given !== undefined || (inHindi.includes(path) && search === ''),
        );
        said.push(
          ...(await walk(browser, product, addresses, who, { ...options, locale: 'hi-IN' }, `${width}-hi`, faces)),
        );
      }
    }
  }
} finally {
  await browser.close();
  await stop();
}

const files = readdirSync(folder);
const bytes = files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
for (const line of said) console.error(line);
console.log(`${files.length} pictures of ${Math.round(bytes / 1000)} kB, ${said.length} faults`);
if (said.length > 0) process.exitCode = 1;
