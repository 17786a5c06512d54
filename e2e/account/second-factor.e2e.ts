import type { Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { expect, expectAccessible, test as base } from '../support/journey.ts';
import { type Login, type Product, startProduct } from '../support/product.ts';

/** A separate product where grants need a second factor, and the code that an authenticator app shows. */
interface Strict {
  product: Product;
  nextCode(secret: string): Promise<string>;
}

const test = base.extend<{ nextCode: Strict['nextCode'] }, { strict: Strict }>({
  strict: [
    async ({}, use) => {
      const { product, moveClock, stop } = await startProduct({ TEST_CLOCK: 'on', SECOND_FACTOR: 'required' });
      let moved = 0;
      await use({
        product,
        async nextCode(secret) {
          moved += 30_000;
          await moveClock(30_000);
          return generateSync({ secret, epoch: Math.floor((Date.now() + moved) / 1000) });
        },
      });
      await stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  product: async ({ strict }, use) => {
    await use(strict.product);
  },
  nextCode: async ({ strict }, use) => {
    await use(strict.nextCode);
  },
});

const main = (page: Page) => page.getByRole('main');
const part = (page: Page) => page.getByRole('region', { name: 'Second step at sign-in' });
const codeField = (page: Page) => main(page).getByLabel('Code', { exact: true });

async function logIn(page: Page, { username, password }: Login) {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Deletes the tokens, as if the session had ended long ago, and opens a page. */
async function comeBack(page: Page, to: string) {
  await page.evaluate(() => localStorage.clear());
  await page.goto(to);
}

test(
  'a moderator is led to set up an app, moderates, and signs in with its code',
  { tag: '@desk' },
  async ({ page, product, nextCode, allow }) => {
    test.slow();
    // Provoked refusals.
    allow(/status of (400|401|403)/);
    const { administrator } = product.logins;
    await page.goto('/login?next=/moderation');
    await logIn(page, administrator);
    await expect(main(page).getByText('This needs a second step.')).toBeVisible();
    await expectAccessible(page);
    await main(page).getByRole('link', { name: 'To your account' }).click();
    await expect(part(page).getByRole('heading', { level: 2 })).toBeFocused();
    await expect(part(page).getByText('You help to run this site.')).toBeVisible();

    await part(page).getByRole('button', { name: 'Set up an app' }).click();
    const code = part(page).getByRole('img', { name: /QR code/ });
    await expect(code).toBeVisible();
    // Dark on light, also on a dark page.
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(code.locator('rect')).toHaveCSS('fill', 'rgb(255, 255, 255)');
    await expect(code.locator('path')).toHaveCSS('fill', 'rgb(0, 0, 0)');
    await page.emulateMedia({ colorScheme: 'light' });
    await expectAccessible(page);
    const typed = await part(page)
      .getByText(/^([A-Z2-7]{4} ?){8}$/)
      .innerText();
    const secret = typed.replaceAll(' ', '');
    await codeField(page).fill('000000');
    await part(page).getByLabel('Current password').fill(administrator.password);
    await part(page).getByRole('button', { name: 'Add the app' }).click();
    await expect(codeField(page)).toBeFocused();
    await expect(codeField(page)).toHaveAccessibleDescription(/This code is wrong or has already been used/);
    const first = await nextCode(secret);
    await codeField(page).fill(first);
    await part(page).getByRole('button', { name: 'Add the app' }).click();
    await expect(part(page).getByRole('heading', { name: 'Write down your recovery codes' })).toBeFocused();
    await expectAccessible(page);
    const recovery = await part(page).getByRole('listitem').allInnerTexts();
    expect(recovery).toHaveLength(10);
    await part(page).getByRole('button', { name: 'I have kept them' }).click();
    await expect(part(page).getByText('Confirmed for this session')).toBeVisible();
    await page.goto('/moderation');
    await expect(main(page).getByRole('heading', { name: 'Waiting for a decision' })).toBeVisible();

    await comeBack(page, '/login?next=/moderation');
    await logIn(page, administrator);
    await expect(codeField(page)).toBeFocused();
    await expectAccessible(page);
    await codeField(page).fill(first);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert')).toContainText('This code is wrong or has already been used.');
    await expect(codeField(page)).toBeFocused();
    await codeField(page).fill(await nextCode(secret));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(main(page).getByRole('heading', { name: 'Waiting for a decision' })).toBeVisible();

    // The phone is lost: a recovery code signs in, and with another one the app is removed.
    await comeBack(page, '/login?next=/account');
    await logIn(page, administrator);
    await page.getByRole('button', { name: 'Use another account' }).click();
    await logIn(page, administrator);
    await codeField(page).fill(recovery[0] ?? '');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(part(page).getByText('9 are left.')).toBeVisible();
    await part(page).getByRole('button', { name: 'Remove the app' }).click();
    await codeField(page).fill(recovery[1] ?? '');
    await part(page).getByLabel('Current password').fill(administrator.password);
    await expectAccessible(page);
    await part(page).getByRole('button', { name: 'Remove the app' }).click();
    await expect(part(page).getByText('You help to run this site.')).toBeVisible();
  },
);

test(
  'a patient adds a passkey, signs in with it, confirms by it, and removes it',
  { tag: '@desk' },
  async ({ page, product, allow }) => {
    test.slow();
    allow(/status of (401|409)/);
    const { patient } = product.logins;
    // Browsers bind a passkey to a host name, never to an IP address.
    const site = product.url.replace('127.0.0.1', 'localhost');
    if (site !== product.url) {
      await page.goto('/login?next=/account');
      await page.getByRole('button', { name: 'Use a passkey' }).click();
      await expect(page.getByRole('alert')).toContainText('Passkeys do not work at this address');
      await logIn(page, patient);
      await expect(part(page).getByText('Passkeys do not work at this address of the site.')).toBeVisible();
    }

    const browser = await page.context().newCDPSession(page);
    await browser.send('WebAuthn.enable');
    const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await page.goto(`${site}/login?next=/account`);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(page.getByRole('alert')).toContainText('No passkey was used.');
    await expectAccessible(page);
    await logIn(page, patient);
    await part(page).getByRole('button', { name: 'Add a passkey' }).click();
    await expect(part(page).getByLabel('Name')).toBeFocused();
    await part(page).getByLabel('Name').fill('My phone');
    await part(page).getByLabel('Current password').fill(patient.password);
    await expectAccessible(page);
    await part(page).getByRole('button', { name: 'Add the passkey' }).click();
    // The first factor comes with recovery codes, so that losing the phone locks nobody out.
    await expect(part(page).getByRole('heading', { name: 'Write down your recovery codes' })).toBeFocused();
    const [recovery = ''] = await part(page).getByRole('listitem').allInnerTexts();
    await part(page).getByRole('button', { name: 'I have kept them' }).click();
    await expect(part(page).getByText('My phone')).toBeVisible();
    await expectAccessible(page);

    await comeBack(page, `${site}/login?next=/account`);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(part(page).getByText(/last used/)).toBeVisible();

    // The password alone is not enough any more: the passkey or a recovery code is required.
    await comeBack(page, `${site}/login?next=/account`);
    await logIn(page, patient);
    const second = main(page).getByRole('button', { name: 'Use your passkey' });
    await expect(second).toBeFocused();
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    await expectAccessible(page);
    await codeField(page).fill(recovery);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(part(page).getByText('9 are left.')).toBeVisible();
    await comeBack(page, `${site}/login?next=/account`);
    await logIn(page, patient);
    await second.click();
    await part(page).getByRole('button', { name: 'Rename My phone' }).click();
    await part(page).getByLabel('Name').fill('Old phone');
    await part(page).getByRole('button', { name: 'Save the name' }).click();
    await part(page).getByRole('button', { name: 'Remove Old phone' }).click();
    await part(page).getByLabel('Current password').fill(patient.password);
    await part(page).getByRole('button', { name: 'Remove the passkey' }).click();
    await expect(part(page).getByText('Old phone')).toBeHidden();
    const { credentials } = await browser.send('WebAuthn.getCredentials', { authenticatorId });
    expect(credentials).toHaveLength(1);
  },
);
