import type { BrowserContext } from '@playwright/test';
import { expect, test } from '../support/journey.ts';

/** Counts the calls to one address, over all tabs. */
function countCalls(context: BrowserContext, path: string) {
  const calls = { count: 0 };
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === path) calls.count += 1;
  });
  return calls;
}

test(
  'an access token that has run out is refreshed once for all tabs, unseen',
  { tag: '@desk' },
  async ({ page, context, product, allow }) => {
    // The browser logs the refused call that leads to the refresh.
    allow(/401/);
    const answer = await page.request.post(`${product.url}/token/`, { data: product.logins.patient });
    const { refresh } = (await answer.json()) as { refresh: string };
    await page.goto('/about');
    await page.evaluate((token) => {
      localStorage.setItem('access', 'one.that.ran-out');
      localStorage.setItem('refresh', token);
    }, refresh);
    const refreshes = countCalls(context, '/token/refresh/');
    const tabs = await Promise.all([context.newPage(), context.newPage(), context.newPage()]);
    await Promise.all(tabs.map((tab) => tab.goto('/account')));
    for (const tab of tabs) {
      await expect(tab.getByText(product.logins.patient.username, { exact: false }).first()).toBeVisible();
    }
    expect(refreshes.count).toBe(1);
    expect(await page.evaluate(() => Object.keys(localStorage).toSorted())).toEqual(['access', 'refresh']);
  },
);

test(
  'a session that is over shows as signed out, and a guarded page leads to the login',
  { tag: '@desk' },
  async ({ page, allow }) => {
    allow(/401/);
    await page.goto('/about');
    await page.evaluate(() => {
      localStorage.setItem('access', 'one.that.ran-out');
      localStorage.setItem('refresh', 'one.that.never-was');
    });
    await page.goto('/');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
    await page.goto('/account');
    await expect(page).toHaveURL(/\/login\?next=%2Faccount$/);
  },
);

test(
  'a page of which it cannot be learned who looks at it says so, and leads on',
  { tag: '@desk' },
  async ({ page, signIn, allow }) => {
    allow(/500 \(Internal Server Error\)|401 \(Unauthorized\)/);
    await signIn('provider');
    await page.route('**/check/', (route) =>
      route.fulfill({ status: 500, json: { code: 'fault', message: 'A fault.' } }),
    );
    const main = page.getByRole('main');
    for (const address of ['/book', '/book/provider', '/book/provider/all', '/schedule']) {
      await page.goto(address);
      await expect(main.getByRole('button', { name: 'Try again' })).toBeVisible();
    }
    await page.unroute('**/check/');
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect(main.getByRole('heading', { name: 'Your week' })).toBeVisible();

    // The session ends in another tab.
    await page.evaluate(() => {
      localStorage.clear();
      window.dispatchEvent(new StorageEvent('storage'));
    });
    await expect(main.getByRole('link', { name: 'Sign in again' })).toBeVisible();
  },
);

test(
  'signing in fetches nothing for the page that is about to be left',
  { tag: '@desk' },
  async ({ page, product }) => {
    await page.goto('/login?next=/account', { waitUntil: 'networkidle' });
    // Only the browser knows which page a call belongs to: the next page may fetch before its address shows.
    const fetched: string[] = [];
    const network = await page.context().newCDPSession(page);
    network.on('Network.requestWillBeSent', ({ documentURL, request, type }) => {
      if (new URL(documentURL).pathname === '/login' && type !== 'Document')
        fetched.push(new URL(request.url).pathname);
    });
    await network.send('Network.enable');
    await page.route('**/check/', async (route) => {
      await new Promise((done) => setTimeout(done, 500));
      await route.continue();
    });
    const { username, password } = product.logins.patient;
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL('/account');
    expect(fetched).toEqual(['/token/', '/check/']);
  },
);
