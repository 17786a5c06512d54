import { randomUUID } from 'node:crypto';
import type { Locator } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/journey.ts';

// Practo and Zocdoc ask newcomers for slightly less; they confirm no email address, and identify people by telephone.
const most = { taps: 12, fields: 7 };

test('from a card in the directory to a sent request, for somebody new', { tag: '@phone' }, async ({ page }) => {
  test.slow();
  let taps = 0;
  let fields = 0;
  const tap = async (what: Locator) => {
    taps++;
    await what.tap();
  };
  const type = async (text: string) => {
    fields++;
    await page.keyboard.type(text);
  };
  // The key of a phone's keyboard that moves to the next field.
  const next = () => page.keyboard.press('Tab');

  await page.goto('/providers');
  const card = page.getByRole('article').filter({ hasText: 'Next free' }).first();
  // What matters for the choice is on the card.
  for (const fact of ['Address', 'Languages', 'Consultation fee'])
    await expect(card.getByText(fact, { exact: true })).toBeAttached();
  await expect(card.getByText(/^(Verified|Not yet verified)$/)).toBeVisible();
  const name = (await card.getByRole('heading').textContent()) ?? '';
  await tap(card.getByRole('link', { name: 'Book Appointment' }));

  const why = page.getByText(`To book an appointment with ${name}, sign in or create an account.`);
  await expect(why).toBeVisible();
  await expectAccessible(page);
  await tap(page.getByRole('link', { name: /Register here/ }));
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
  await expect(why).toBeVisible();
  const username = `e2e.${randomUUID().slice(0, 8)}`;
  await tap(page.getByLabel('Username'));
  await type(username);
  await next();
  await type(`${username}@example.org`);
  await next();
  await type('rainy tuesday piano');
  await tap(page.getByRole('button', { name: 'Register' }));
  await expect(page.getByText('Registration Successful!')).toBeVisible();

  await expect(page).toHaveURL(/\/register\/user\/basic$/);
  await tap(page.getByLabel('Name'));
  await type('Asha Kiran');
  await next();
  await type('+91 98765 43210');
  await tap(page.getByRole('button', { name: 'Save profile' }));

  await expect(page).toHaveURL(/\/books\/\d+$/);
  await expect(page.getByRole('main').getByRole('link', { name })).toBeVisible();
  // A day is preselected.
  await tap(page.getByRole('radio', { name: /^\d\d:\d\d/ }).first());
  await tap(page.getByLabel('Problem'));
  await type('A rash on both hands');
  await tap(page.getByRole('button', { name: 'Send request' }));
  await expect(page.getByText('Your request was sent')).toBeVisible();
  await expect(page.getByText(/^We sent a link to /)).toBeVisible();
  await expectAccessible(page);

  // Back leads neither to a form that was sent nor to a login page.
  await page.goBack();
  await expect(page).toHaveURL(/\/providers$/);
  await expect(page.getByRole('article').first()).toBeVisible();

  expect(taps).toBeLessThanOrEqual(most.taps);
  expect(fields).toBeLessThanOrEqual(most.fields);
});
