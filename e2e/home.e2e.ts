import { expect, expectAccessible, test } from './journey.ts';

test('the home page opens, is usable by everybody, and leads to the directory', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(wide).toBeLessThanOrEqual(0);

  await page.goto('/providers');
  await expect(page).toHaveURL(/\/providers$/);
  await expect(page.getByRole('link', { name: 'Book Appointment' }).first()).toBeVisible();
});
