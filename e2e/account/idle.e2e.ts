import type { Page } from '@playwright/test';
import { expect, expectAccessible, test as journey } from '../support/journey.ts';
import { startProduct, type Product } from '../support/product.ts';

const minute = 60_000;

/** A separate product that signs providers out after half an hour, with a clock that can be moved. */
const test = journey.extend<
  { moveClock(milliseconds: number): Promise<void> },
  { idle: Awaited<ReturnType<typeof startProduct>> }
>({
  idle: [
    async ({}, use) => {
      const started = await startProduct({ TEST_CLOCK: 'on', IDLE_SIGN_OUT_MINUTES: '30' });
      await use(started);
      await started.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  product: async ({ idle }, use) => await use(idle.product satisfies Product),
  moveClock: async ({ idle }, use) => await use(idle.moveClock),
});

/** Makes this page believe that the last activity was that long ago. */
async function inactive(page: Page, milliseconds: number) {
  // Recent activity has been recorded by then.
  await page.waitForFunction(() => sessionStorage.getItem('active') !== null);
  await page.evaluate((ms) => sessionStorage.setItem('active', String(Date.now() - ms)), milliseconds);
}

const warning = (page: Page) => page.getByRole('alertdialog', { name: 'You will be signed out in 1 minute' });

test(
  'a provider who does nothing is warned, stays by a press or by another tab, and is signed out in the end',
  { tag: '@desk' },
  async ({ page, context, signIn, moveClock, allow }) => {
    allow(/401/);
    await signIn('provider');
    await page.goto('/schedule');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await inactive(page, 29.5 * minute);
    await expect(warning(page)).toBeVisible();
    await expectAccessible(page);
    await warning(page).getByRole('button', { name: 'Stay signed in' }).press('Enter');
    await expect(warning(page)).toBeHidden();

    await inactive(page, 29.5 * minute);
    await expect(warning(page)).toBeVisible();
    const other = await context.newPage();
    await other.goto('/account');
    await expect(other.getByRole('heading', { name: 'Recent activity' })).toBeVisible();
    await other.keyboard.press('Tab');
    await expect(warning(page)).toBeHidden();
    await other.close();

    await moveClock(31 * minute);
    await inactive(page, 31 * minute);
    await expect(page).toHaveURL(/\/login\?next=%2Fschedule#idle$/);
    await expect(page.getByText('You were signed out because you had not been active for a while.')).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  },
);

test(
  'what happened is on the account page, and a patient is not signed out',
  { tag: '@desk' },
  async ({ page, signIn, moveClock }) => {
    await signIn('patient');
    await page.goto('/account');
    const activity = page.getByRole('region', { name: 'Recent activity' });
    await expect(activity.getByText('Signed in').first()).toBeVisible();
    await expect(activity.getByText('127.0.0.0/24').first()).toBeVisible();
    await activity.getByRole('link', { name: 'Change your password' }).click();
    await expect(page).toHaveURL(/\/account#password$/);
    await moveClock(4 * minute);
    await page.evaluate(() => sessionStorage.setItem('active', String(Date.now() - 86_400_000)));
    await page.reload();
    await expect(activity).toBeVisible();
    await expect(warning(page)).toBeHidden();
  },
);
