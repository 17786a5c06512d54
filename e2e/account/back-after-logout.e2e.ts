import type { Page } from '@playwright/test';
import { chromiumToLaunch } from '../support/chromium.ts';
import { addressesOf, doingSomething, pagesOf } from '../support/addresses.ts';
import { expect, test } from '../support/journey.ts';
import { onPath } from '../support/on-path.ts';

// Headless Chromium has no back/forward cache, and Playwright disables it elsewhere.
const whole = onPath(['chromium', 'chromium-browser', 'google-chrome']);
test.use({
  launchOptions: {
    ...chromiumToLaunch(),
    ...(whole !== undefined && { executablePath: whole, env: process.env }),
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
});

/** A page restored from the back/forward cache may reload, which breaks Playwright's own wait, and also a call in that page. */
async function goBack(page: Page) {
  const leave = () => page.evaluate(() => void setTimeout(() => history.back()));
  await page.waitForLoadState();
  // A page that reloads while it is asked has not gone back yet.
  await leave().catch(async () => {
    await page.waitForLoadState();
    await leave();
  });
}

test(
  'after logging out, Back leads from every guarded page to the login',
  { tag: '@desk' },
  async ({ page, product, signIn, allow }) => {
    test.slow();
    allow(/401/);
    const addresses = await addressesOf(product);
    for (const who of ['patient', 'provider', 'administrator'] as const) {
      const paths = pagesOf(who).filter((path) => !doingSomething.includes(path));
      await signIn(who);
      for (const path of paths) {
        await page.goto(addresses[path]!);
        // The person is signed in and sees private content.
        await expect(page.getByRole('main').getByRole('heading').first(), path).toBeVisible();
      }
      await page.goto('/about');
      await page.getByRole('banner').getByRole('link', { name: 'Logout' }).click();
      await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
      await goBack(page);
      await expect(page).toHaveURL('/about');
      for (const path of paths.toReversed()) {
        await goBack(page);
        await expect(page, path).toHaveURL(`/login?${new URLSearchParams({ next: addresses[path]! }).toString()}`);
        await expect(page.getByRole('heading', { name: 'Welcome back' }), path).toBeVisible();
        await expect(page.getByRole('main').getByRole('heading'), path).toHaveCount(1);
      }
    }
  },
);
