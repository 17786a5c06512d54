import type { pages, PagePath } from '@carecommons/contract/pages';
import type { Page } from '@playwright/test';
import { addressesOf, doingSomething, pagesOf } from '../support/addresses.ts';
import { accessibilityFaults, sidewaysScroll } from '../support/faults.ts';
import { expect, test } from '../support/journey.ts';
import { colourFaults, largeTextFaults, motionFaults, touchFaults, zoomFaults } from '../support/screen-checks.ts';
import { shiftOf, watchShift } from '../support/shift.ts';
import { covers, quoted } from '../specification/covers.ts';

// Every page of the contract, whatever its content.

/** The heading of every public page. */
const headings = {
  '/': 'Find the right healthcare provider, ask for a time, and get an honest answer.',
  '/about': 'About Carecommons',
  '/services': 'Our services',
  '/specialists': 'Specialists from A to Z',
  '/contact': 'Contact',
  '/privacy': 'Privacy',
  '/terms': 'Terms',
  '/accessibility': 'Accessibility',
  '/sitemap': 'Sitemap',
  '/register': 'Create your account',
  '/login': 'Welcome back',
  '/forgot-password': 'Forgot your password?',
  '/reset-password': 'Choose a new password',
  '/verify-email': 'Confirm your email address',
  '/receipt/:number': 'Receipt of an erasure',
  '/providers': 'Healthcare providers',
  '/speciality': 'Specialities',
  '/all/:specialityId': 'Healthcare Providers by Speciality',
  '/shared': 'Reports for you',
  '/offline': 'Without a network',
  '/blog': 'Health Blogs',
  '/help': 'Community help centre',
  '/search': 'Search',
} satisfies { [Path in PagePath as (typeof pages)[Path] extends 'public' ? Path : never]: string };
const publicPages = Object.entries(headings).map(([path, heading]) => [path.replace(/:\w+/, '1'), heading] as const);

/**
 * All faults of a page: axe, colours, width, also from right to left, layout shift, large text, on a phone small touch
 * targets, and on a desktop a zoom of 400 %.
 */
async function wrongWith(page: Page, address: string, isMobile: boolean, heading: string | RegExp = /\S/) {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  const faults = [...(await accessibilityFaults(page)), await sideways(page), await shifted(page)];
  faults.push(...(await colourFaults(page)), ...(await motionFaults(page)), ...(await largeTextFaults(page)));
  faults.push(...(await (isMobile ? touchFaults(page) : zoomFaults(page))));
  await page.evaluate(() => (document.documentElement.dir = 'rtl'));
  faults.push(await sideways(page, ' from right to left'));
  return faults.filter((fault) => fault !== undefined).map((fault) => `${address}: ${fault}`);
}

async function sideways(page: Page, how = '') {
  const by = await sidewaysScroll(page);
  return by > 0 ? `scrolls sideways by ${by}${how}` : undefined;
}

async function shifted(page: Page) {
  const by = await shiftOf(page);
  return by > 0 ? `shifts by ${by}` : undefined;
}

/**
 * Starts watching layout shift. A phone starts light, a desktop dark; the contrast of the other scheme is checked in the same
 * place.
 */
async function prepare(page: Page, isMobile: boolean) {
  await page.emulateMedia({ colorScheme: isMobile ? 'light' : 'dark', reducedMotion: 'reduce' });
  await watchShift(page);
}

test('every public page is in order, and has its heading', async ({ page, isMobile }) => {
  covers('2:/about', '2:/services', '2:/specialists', '2:/contact', '2:/privacy', '2:/terms', '2:/sitemap');
  test.setTimeout(240_000);
  await prepare(page, isMobile);
  const wrong: string[] = [];
  for (const [address, heading] of publicPages) wrong.push(...(await wrongWith(page, address, isMobile, heading)));
  expect(wrong).toEqual([]);
});

for (const who of ['patient', 'provider', 'administrator'] as const) {
  test(`every page of the ${who} is in order`, async ({ page, product, signIn, isMobile }) => {
    test.setTimeout(300_000);
    await prepare(page, isMobile);
    await signIn(who);
    const addresses = await addressesOf(product);
    const wrong: string[] = [];
    for (const path of pagesOf(who).filter((one) => !doingSomething.includes(one))) {
      wrong.push(...(await wrongWith(page, addresses[path] ?? path, isMobile)));
      await expect(page.getByText('Unexpected Application Error!')).toBeHidden();
      await expect(page).toHaveTitle(/\S · Carecommons$/);
    }
    expect(wrong).toEqual([]);
  });
}

test('every page says what it is, without JavaScript too', { tag: '@desk' }, async ({ page, product }) => {
  const titles = new Set<string>();
  for (const [address] of publicPages) {
    const answer = await page.request.get(product.url + address);
    const html = await answer.text();
    expect([address, answer.status()]).toEqual([address, 200]);
    expect([address, html.match(/<h1\b/g)?.length]).toEqual([address, 1]);
    expect(/<meta name="description" content="(.{20,})">/.test(html), `${address} has a description`).toBe(true);
    titles.add(/<title>(.*?)<\/title>/.exec(html)?.[1] ?? '');
  }
  expect(titles.size).toBe(publicPages.length);
});

test('an address that is none shows the generic screen', { tag: '@desk' }, async ({ page, allow }) => {
  covers('8:error-status');
  allow(/404/);
  const answer = await page.goto('/no/such/page');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(quoted('8:unexpected-error'));
  await expect(page.getByText('404 Not Found')).toBeVisible();
  await page.getByRole('link', { name: 'Go to the home page' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('a navigation to an address of the API comes to its page', { tag: '@desk' }, async ({ page }) => {
  await page.goto('/providers/');
  await expect(page).toHaveURL(/\/providers$/);
  await page.goto('/providers/?q=cardio');
  await expect(page).toHaveURL(/\/providers\?q=cardio$/);
  await page.goto('/blog/');
  await expect(page).toHaveURL(/\/blog$/);
  const answer = await page.request.get('/providers/', { headers: { accept: 'application/json' } });
  expect(Array.isArray(await answer.json())).toBe(true);
});

test('a page is fetched as soon as one means to go there', async ({ page, context, isMobile, allow }) => {
  allow(/ERR_INTERNET_DISCONNECTED/);
  await page.goto('/about', { waitUntil: 'networkidle' });
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Health blogs' });
  const asked = Promise.all([page.waitForResponse(/\/apis\/blogs\//), page.waitForResponse(/\/assets\/.+\.js$/)]);
  let [running, last] = [0, Date.now()];
  const count = (by: number) => () => ([running, last] = [running + by, Date.now()]);
  page.on('request', count(1)).on('requestfinished', count(-1)).on('requestfailed', count(-1));
  await (isMobile ? link.dispatchEvent('touchstart') : link.hover());
  await asked;
  // Everything that the page needs is loaded.
  await expect.poll(() => running === 0 && Date.now() - last > 1000).toBe(true);
  await context.setOffline(true);
  await link.click();
  await expect(page).toHaveURL('/blog');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(headings['/blog']);
  expect(await page.getByRole('main').getByRole('article').count()).toBeGreaterThan(5);
});

test('the navigation says where one is, and its menu opens on a phone', async ({ page, signIn, isMobile }) => {
  covers('2:active-route', '2:mobile-menu');
  await signIn('patient');
  await page.goto('/blog');
  const header = page.getByRole('banner');
  if (await header.getByRole('button', { name: 'Open the menu' }).isVisible()) {
    await header.getByRole('button', { name: 'Open the menu' }).click();
  }
  for (const name of ['Home', 'Blog', 'Help Center', 'Add Blog', 'View Appointments', 'View Reports', 'Chat Room']) {
    await expect(header.getByRole('link', { name, exact: true }).locator('visible=true')).toHaveCount(1);
  }
  await expect(header.getByRole('link', { name: 'Blog', exact: true }).locator('visible=true')).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expect(header.getByRole('link', { name: 'Logout' })).toBeVisible();
  // A page that is below another in meaning has a different address.
  await page.goto('/chat');
  await page
    .getByRole('link', { name: /join room/i })
    .first()
    .click();
  await expect(page).toHaveURL(/\/room\/\d+$/);
  const chat = isMobile ? /^(.+ unread messages? )?Chat$/ : /^Chat Room$/;
  await expect(page.getByRole('link', { name: chat })).toHaveAttribute('aria-current', 'page');
});
