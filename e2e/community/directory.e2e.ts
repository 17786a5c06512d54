import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/journey.ts';
import { covers, quoted } from '../specification/covers.ts';

const cards = (page: Page) => page.getByRole('main').getByRole('article');
const searchBox = (page: Page) => page.getByLabel('Search by name, speciality or place');

test(
  'from a speciality to a provider, through the login, to booking',
  { tag: '@firefox' },
  async ({ page, product }) => {
    covers('2:/profile/:providerId', '2:/all/:specialityId');
    test.slow();
    await page.goto('/speciality');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Cardiology' }).click();

    await expect(page.getByRole('heading', { level: 1 })).toHaveText(quoted('2:providers-by-speciality'));
    await expect(page.getByRole('heading', { name: 'Cardiology' })).toBeVisible();
    await expectAccessible(page);
    const card = cards(page).first();
    const name = await card.getByRole('heading').innerText();
    await card.getByRole('link', { name }).click();

    await expect(page).toHaveURL(/\/login\?next=%2Fprofile%2F\d+$/);
    const { username, password } = product.logins.patient;
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();

    await expect(page).toHaveURL(/\/profile\/\d+$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(page.getByRole('listitem').filter({ hasText: /^Cardiology$/ })).toBeVisible();
    await expectAccessible(page);
    const id = new URL(page.url()).pathname.split('/').at(-1);
    const book = page.getByRole('link', { name: quoted('2:book-appointment') });
    await expect(book).toBeInViewport();
    await expect(book).toHaveAttribute('href', `/books/${id}`);
  },
);

test(
  'an unknown speciality and an unknown provider show a way on',
  { tag: '@desk' },
  async ({ page, signIn, allow }) => {
    // The page of an unknown speciality.
    allow(/status of 404/);
    await page.goto('/all/999999');
    await expect(page.getByText('This speciality is not in our list')).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'See all specialities' })).toBeVisible();
    await signIn('patient');
    for (const id of ['999999', 'nobody']) {
      await page.goto(`/profile/${id}`);
      await expect(page.getByText(quoted('8:provider-not-found'))).toBeVisible();
      await expect(page.getByRole('link', { name: 'See all providers' })).toHaveAttribute('href', '/providers');
    }
    await expectAccessible(page);
  },
);

test('the search forgives a typing error and knows places and Hindi', { tag: '@desk' }, async ({ page }) => {
  await page.goto('/');
  await searchBox(page).fill('cardiolgy');
  await searchBox(page).press('Enter');
  await expect(page).toHaveURL(/\/providers\?q=cardiolgy$/);
  await expect(searchBox(page)).toHaveValue('cardiolgy');
  await expect(cards(page).first()).toContainText('Cardiology');

  for (const [typed, found] of [
    ['Pune', 'Pune'],
    ['हृदय', 'Cardiology'],
  ] as const) {
    await searchBox(page).fill(typed);
    await expect(page).toHaveURL(`/providers?${new URLSearchParams({ q: typed }).toString()}`);
    await expect(cards(page).first()).toContainText(found);
    await expect(page.getByRole('status').filter({ hasText: 'provider' })).toHaveText(/^\d+ providers?$/);
    await expect(searchBox(page)).toBeFocused();
  }
  await expectAccessible(page);
});

test('a search without a result says so and leads on', { tag: '@desk' }, async ({ page }) => {
  await page.goto('/providers?q=zzzzqqqq', { waitUntil: 'networkidle' });
  await expect(page.getByText('No provider matches “zzzzqqqq”')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect(page).toHaveURL(/\/providers$/);
  await expect(searchBox(page)).toBeFocused();
  await expect(searchBox(page)).toHaveValue('');
  await expect(cards(page).first()).toBeVisible();
});

test('a search that the network breaks can be tried again', { tag: '@desk' }, async ({ page, allow }) => {
  allow(/ERR_FAILED/);
  await page.goto('/providers');
  await page.route('**/providers/?q=*', (route) => route.abort());
  await searchBox(page).fill('Pune');
  await expect(page.getByRole('alert')).toContainText('The providers could not be loaded.');
  await page.unroute('**/providers/?q=*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(cards(page).first()).toContainText('Pune');
});

test('the directory goes on with a button, and the keyboard with it', async ({ page }) => {
  await page.goto('/providers', { waitUntil: 'networkidle' });
  await expect(cards(page)).toHaveCount(24);
  const more = page.getByRole('button', { name: 'Show more' });
  await more.focus();
  await more.press('Enter');
  await expect(cards(page).nth(24).getByRole('heading').getByRole('link')).toBeFocused();
  await expect(more).toBeHidden();
  // The demo's 40, and those that other journeys have created by now.
  const shown = await cards(page).count();
  expect(shown).toBeGreaterThanOrEqual(40);
  await expect(page.getByText(`${shown} providers`)).toBeVisible();
});

test('without JavaScript the search works', { tag: '@desk' }, async ({ browser, product }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: product.url });
  const page = await context.newPage();
  await page.goto('/providers');
  await searchBox(page).fill('Pune');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/\/providers\?q=Pune$/);
  await expect(searchBox(page)).toHaveValue('Pune');
  await expect(cards(page).first()).toContainText('Pune');
  await context.close();
});
