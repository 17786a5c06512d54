import { expect, expectAccessible, test } from '../support/journey.ts';

test('the home page opens and leads to the directory', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page);

  await page.goto('/providers');
  await expect(page.getByRole('link', { name: 'Book Appointment' }).first()).toBeVisible();
  await expectAccessible(page);
});

test('a person of the demo is signed in', { tag: '@desk' }, async ({ page, signIn }) => {
  await signIn('patient');
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page);
});
