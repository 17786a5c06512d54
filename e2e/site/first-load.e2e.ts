import type { BrowserContext, Page } from '@playwright/test';
import { type Answer, startCountingProxy } from '../support/counting-proxy.ts';
import { expect, test } from '../support/journey.ts';
import { meet } from '../support/people.ts';

// What a browser that has nothing of the site receives when it opens a page, until nothing comes any more: bytes of bodies, as they
// were sent, and also those that the service worker asks for (7 kB of the scripts: itself, and the page for a reader who is
// offline). Limits against growth by accident; `npm run check` holds what the page itself loads.
const limits = { js: 105_200, page: 14_000, pageWithList: 18_000, carePath: 250_000 };
const pages = {
  '/': true,
  '/providers': true,
  '/blog': true,
  '/help': true,
  '/speciality': true,
  '/about': false,
  '/login': false,
};

for (const [path, hasList] of Object.entries(pages))
  test(`the first load of ${path}`, { tag: '@desk' }, async ({ browser, product, contextOptions }) => {
    const proxy = await startCountingProxy(product.url);
    const context = await browser.newContext({ ...contextOptions, baseURL: proxy.url });
    try {
      await openAndRest(context, path, proxy.isIdle);
      const sum = (wanted: (answer: Answer) => boolean) =>
        proxy.answers.filter(wanted).reduce((all, { bytes }) => all + bytes, 0);
      const page = sum(({ address }) => address === path);
      expect.soft(page).toBeGreaterThan(5000);
      expect.soft(page).toBeLessThanOrEqual(hasList ? limits.pageWithList : limits.page);
      const js = sum(({ type }) => type.endsWith('/javascript'));
      expect.soft(js).toBeGreaterThan(50_000);
      expect.soft(js).toBeLessThanOrEqual(limits.js);
      // All that the page looks like stands within it, and nothing comes twice.
      const asked = proxy.answers.map(({ address }) => address);
      expect.soft(proxy.answers.filter(({ type }) => type === 'text/css')).toEqual([]);
      expect.soft(asked.filter((address, at) => asked.indexOf(address) !== at)).toEqual([]);
    } finally {
      await context.close();
      await proxy.stop();
    }
  });

test('a page with its own styles looks as it does with all of them', { tag: '@desk' }, async ({ page }) => {
  for (const path of Object.keys(pages)) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    const own = await page.evaluate(looks);
    expect(own.length).toBeGreaterThan(50);
    expect(await page.evaluate(() => document.styleSheets.length)).toBe(1);
    await addAllStyles(page, path);
    const all = await page.evaluate(looks);
    expect(
      all.filter((one, at) => one !== own[at]),
      path,
    ).toEqual([]);
  }
});

/** Asks for another page, as by a finger that comes near a link. */
async function addAllStyles(page: Page, path: string) {
  const other = path === '/about' ? '/privacy' : '/about';
  await page.getByRole('contentinfo').locator(`a[href="${other}"]`).first().dispatchEvent('pointerover');
  await expect.poll(() => page.evaluate(() => document.styleSheets.length)).toBe(2);
}

/** What each element looks like, of those of one kind the first. Runs in the page. */
function looks() {
  const kinds = new Map<string, Element>();
  for (const element of document.querySelectorAll('body, body *')) {
    const kind = `${element.parentElement?.tagName} ${element.tagName} ${element.getAttribute('class')}`;
    if (!kinds.has(kind)) kinds.set(kind, element);
  }
  return [...kinds.values()].map((element) => {
    const style = getComputedStyle(element);
    const of = [...style]
      .filter((name) => !name.startsWith('--'))
      .map((name) => `${name}:${style.getPropertyValue(name)}`);
    return `${element.tagName} ${element.getAttribute('class')} ${of.join(';')}`;
  });
}

test(
  'from the home page to the free times of a provider, by search and sign-in',
  { tag: '@desk' },
  async ({ browser, product, contextOptions }) => {
    const patient = await meet({ browser, url: product.url, now: new Date() }, 'patient', 'Asha Kiran');
    await patient.page.context().close();
    const proxy = await startCountingProxy(product.url);
    const context = await browser.newContext({ ...contextOptions, baseURL: proxy.url });
    try {
      const page = await openAndRest(context, '/', proxy.isIdle);
      const search = page.getByLabel('Search by name, speciality or place');
      await search.fill('cardiology');
      await search.press('Enter');
      await expect(page).toHaveURL(/\/providers\?q=cardiology$/);
      const card = page.getByRole('article').filter({ hasText: 'Next free' }).first();
      await card.getByRole('link', { name: 'View Full Profile' }).click();
      await page.getByLabel('Username').fill(patient.username);
      await page.getByLabel('Password', { exact: true }).fill(patient.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page).toHaveURL(/\/profile\/\d+$/);
      await page.getByRole('main').getByRole('link', { name: 'Book Appointment' }).click();
      await expect(page.getByRole('radio', { name: /^\d\d:\d\d/ }).first()).toBeVisible();
      await page.waitForLoadState('networkidle');
      await expect.poll(proxy.isIdle).toBe(true);
      const all = proxy.answers.reduce((sum, { bytes }) => sum + bytes, 0);
      expect(all, JSON.stringify(proxy.answers, undefined, 1)).toBeLessThanOrEqual(limits.carePath);
    } finally {
      await context.close();
      await proxy.stop();
    }
  },
);

/** Opens a page in a browser that has nothing of the site yet, and waits until its worker keeps what it keeps. */
async function openAndRest(context: BrowserContext, path: string, isIdle: () => boolean) {
  const page = await context.newPage();
  await page.goto(path, { waitUntil: 'networkidle' });
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const kept = () => page.evaluate(async () => (await caches.match('/offline', { ignoreSearch: true })) !== undefined);
  await expect.poll(kept).toBe(true);
  await page.waitForLoadState('networkidle');
  await expect.poll(isIdle).toBe(true);
  return page;
}
