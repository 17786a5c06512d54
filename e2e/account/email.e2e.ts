import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/journey.ts';
import { linkInEmail } from '../support/emails.ts';
import { shiftOf, watchShift } from '../support/shift.ts';

const password = 'rainy tuesday piano';
const main = (page: Page) => page.getByRole('main');

/** Opens an account with tokens in the browser; ends on the home page. */
async function open(page: Page) {
  const username = `mail.${randomUUID().slice(0, 8)}`;
  const email = `${username}@example.org`;
  const account = { username, email, password };
  expect((await page.request.post('/register/user/', { data: account })).status()).toBe(201);
  await enter(page, username, password);
  return account;
}

async function enter(page: Page, username: string, word: string) {
  await page.goto('/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(word);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).not.toHaveURL(/\/login/);
}

/** Confirms an address by the link in its email. */
async function confirm(page: Page, link: string, email: string) {
  await page.goto(link);
  await expect(page.getByRole('button', { name: 'Confirm this address' })).toBeVisible();
  expect(await page.evaluate(() => window.location.href)).not.toContain('token');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirm this address' }).click();
  await expect(main(page).getByRole('alert')).toContainText(email);
}

test('a new person confirms the address by the letter, and later moves to another one', async ({ page, allow }) => {
  test.slow();
  allow(/status of 400/);
  const { email } = await open(page);
  await watchShift(page);
  await page.goto('/account', { waitUntil: 'networkidle' });
  expect(await shiftOf(page)).toBe(0);
  await expect(main(page).getByText('Not confirmed yet')).toBeVisible();
  await expectAccessible(page);
  const first = await linkInEmail(page, email, 'Confirm your email address');
  await page.getByRole('button', { name: 'Send the email again' }).click();
  await expect(main(page).getByText('The email is on its way.')).toBeVisible();
  await expect.poll(() => linkInEmail(page, email, 'Confirm your email address')).not.toBe(first);

  await page.goto(first);
  await page.getByRole('button', { name: 'Confirm this address' }).click();
  await expect(main(page).getByRole('alert')).toContainText('This link has expired.');
  await confirm(page, await linkInEmail(page, email, 'Confirm your email address'), email);
  await main(page).getByRole('link', { name: 'Your account', exact: true }).click();
  await expect(main(page).getByText('Confirmed', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Change email address' }).click();
  await expect(page.getByLabel('New email address')).toBeFocused();
  const next = `new.${email}`;
  await page.getByLabel('New email address').fill(next);
  const current = page.getByLabel('Current password').first();
  await current.fill('not my password');
  await page.getByRole('button', { name: 'Send an email to the new address' }).click();
  await expect(main(page).getByText('This is not your current password.')).toBeVisible();
  await expect(current).toBeFocused();
  await expectAccessible(page);
  await current.fill(password);
  await page.getByRole('button', { name: 'Send an email to the new address' }).click();
  await expect(main(page).getByText(`An email went to ${next}.`)).toBeVisible();

  await confirm(page, await linkInEmail(page, next, 'Confirm your new email address'), next);
  await page.goto('/account');
  await expect(main(page).getByText(next).first()).toBeVisible();
  await expect(main(page).getByText('Confirmed', { exact: true })).toBeVisible();
});

test(
  'who forgot the password sets a new one by a letter, which signs out everywhere',
  { tag: '@desk' },
  async ({ page, browser, product, allow }) => {
    test.slow();
    allow(/status of 40[01]/);
    const { username, email } = await open(page);
    await confirm(page, await linkInEmail(page, email, 'Confirm your email address'), email);

    const elsewhere = await browser.newContext({ baseURL: product.url });
    const other = await elsewhere.newPage();
    await other.goto('/login');
    await other.getByRole('link', { name: 'Forgot your password?' }).click();
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Forgot your password?');
    await expectAccessible(other);
    await other.getByLabel('Email').fill(email);
    await other.getByRole('button', { name: 'Send me a link' }).click();
    await expect(main(other).getByText('Please check your inbox.')).toBeVisible();
    const link = await linkInEmail(other, email, 'Choose a new password');
    await other.goto(link);
    await other.getByLabel('New password').fill(username);
    await other.getByRole('button', { name: 'Change password' }).click();
    await expect(main(other).getByText('Please do not use your own name')).toBeVisible();
    await expect(other.getByLabel('New password')).toBeFocused();
    await expectAccessible(other);
    await other.getByLabel('New password').fill('seven grey herons');
    await other.getByRole('button', { name: 'Change password' }).click();
    await expect(main(other).getByText('Your password is changed.')).toBeVisible();

    await page.goto('/account');
    await expect(main(page).getByRole('link', { name: 'Sign in again' }).or(page.getByLabel('Username'))).toBeVisible();
    await main(other).getByRole('link', { name: 'Sign in' }).click();
    await enter(other, username, 'seven grey herons');
    await elsewhere.close();
  },
);

test(
  'a person sees where they are signed in, and signs out there',
  { tag: '@desk' },
  async ({ page, browser, product, allow }) => {
    allow(/status of 401/);
    const { username } = await open(page);
    const elsewhere = await browser.newContext({
      baseURL: product.url,
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
    });
    const other = await elsewhere.newPage();
    await enter(other, username, password);
    const third = await page.request.post('/token/', { data: { username, password }, headers: { 'user-agent': 'x' } });
    expect(third.status()).toBe(200);

    await page.goto('/account');
    const sessions = main(page).getByRole('region', { name: 'Where you are signed in' });
    await expect(sessions.getByRole('listitem')).toHaveCount(3);
    await expect(sessions.getByRole('listitem').filter({ hasText: 'This device' })).toHaveCount(1);
    await expectAccessible(page);
    await sessions.getByRole('button', { name: /^Sign out Firefox on Linux/ }).click();
    await expect(sessions.getByText('That session is signed out.')).toBeVisible();
    await expect(sessions.getByRole('listitem')).toHaveCount(2);
    await other.goto('/account');
    await expect(
      main(other).getByRole('link', { name: 'Sign in again' }).or(other.getByLabel('Username')),
    ).toBeVisible();
    await sessions.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await expect(sessions.getByText('You are signed out everywhere else.')).toBeVisible();
    await expect(sessions.getByRole('listitem')).toHaveCount(1);
    await elsewhere.close();
  },
);
