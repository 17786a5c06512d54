import { pages } from '@carecommons/contract/pages';
import { expect, test } from '../support/journey.ts';

const needed = 'This page needs scripts';
// Pages that only have a form.
const forms = ['/login', '/register', '/forgot-password', '/reset-password', '/verify-email', '/shared'];
const missing = 'A part of this page has not come';

// Chromium with scripts disabled does not show `noscript`: the tests of the server's pages check which pages have one.
test.describe('without scripts', { tag: '@desk' }, () => {
  test.use({ javaScriptEnabled: false });

  test('what can be read without them says nothing of it', async ({ page }) => {
    await page.goto('/providers');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText(needed)).toBeHidden();
  });

  test('a search about an emergency shows whom to call', async ({ page }) => {
    for (const address of ['/providers', '/search', '/help']) {
      await page.goto(`${address}?q=${encodeURIComponent('सीने में दर्द')}`);
      await expect(page.getByRole('main').getByRole('link', { name: 'Call 112', exact: true })).toBeVisible();
      await page.goto(`${address}?q=i+want+to+die`);
      await expect(page.getByRole('link', { name: 'Call Tele-MANAS 14416' })).toBeVisible();
    }
  });
});

test(
  'where the scripts do not come, it is said, and the page can be loaded again',
  { tag: '@desk' },
  async ({ page, allowed }) => {
    allowed.push(/assets/);
    await page.route('**/assets/*.js', (route) => route.abort('timedout'));
    const needing = Object.entries(pages).filter(([path, access]) => access === 'guarded' || forms.includes(path));
    for (const address of [...needing.map(([path]) => path.replaceAll(/:\w+/g, '1')), '/record']) {
      await page.goto(address, { waitUntil: 'commit' });
      await expect(page.getByRole('alert').getByText(missing), address).toBeVisible();
      await expect(page.locator('.page-coming'), address).toBeHidden();
    }
    await page.unroute('**/assets/*.js');
    await page.getByRole('link', { name: 'Load it again' }).click();
    await expect(page).toHaveURL(/\/login\?next=%2Frecord$/);
    await expect(page.getByText(missing)).toBeHidden();
  },
);
