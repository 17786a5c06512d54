import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/journey.ts';
import { constant, covers, quoted } from '../specification/covers.ts';

const interval = 5000;
const slide = (page: Page, number: number) => page.getByRole('group', { name: `Picture ${number} of 6` });

/** Opens the home page with a clock that the test moves, and waits for its scripts. */
async function openHome(page: Page) {
  await page.clock.install();
  await page.goto('/', { waitUntil: 'networkidle' });
  await expect(slide(page, 1)).toBeVisible();
}

test('the home page shows its parts, with the first of each list', async ({ page }) => {
  covers('2:/', '1:services');
  await page.goto('/');
  const part = (name: string) => page.getByRole('region', { name });
  await expect(part('Specialities').getByRole('listitem')).toHaveCount(constant('9:home-specialities'));
  await expect(part('Healthcare providers').getByRole('article')).toHaveCount(constant('9:home-providers'));
  await expect(part('What you can do here').getByRole('listitem')).toHaveCount(6);
  for (const promise of [quoted('1:fast-reply'), quoted('1:verified-diagnosis'), quoted('1:follow-up')]) {
    await expect(page.getByRole('heading', { name: promise })).toBeVisible();
  }
  const rating = `${constant('1:rating')} out of 5 stars, ${constant('1:reviews')} reviews`;
  await expect(page.getByRole('heading', { name: rating })).toBeVisible();
  await expectAccessible(page);
});

test('promise, search and the way to book stand above the fold', async ({ page }) => {
  covers('1:call-to-action');
  await page.goto('/');
  const book = page.getByRole('link', { name: 'Book an appointment' });
  for (const seen of [
    page.getByRole('heading', { level: 1 }),
    page.getByRole('combobox', { name: 'Search by name' }),
    book,
  ]) {
    await expect(seen).toBeInViewport({ ratio: 1 });
  }
  await book.click();
  await expect(page).toHaveURL(/\/providers$/);
});

test('the banner fetches one picture, turns every five seconds, and can be paused', async ({ page }) => {
  covers('1:banner');
  const fetched: string[] = [];
  page.on(
    'request',
    (request) =>
      /(visit|patient|report|chat|board|welcome)-[^/]*\.svg$/.test(request.url()) && fetched.push(request.url()),
  );
  await openHome(page);
  expect(fetched).toHaveLength(1);

  await page.clock.runFor(constant('9:banner-interval') / 2);
  await expect(slide(page, 1)).toBeVisible();
  await page.clock.runFor(constant('9:banner-interval') / 2);
  await expect(slide(page, 2)).toBeVisible();
  await expect(slide(page, 2).getByRole('img')).toHaveAttribute('alt', /^An older man in a kurta/);
  expect(new Set(fetched).size).toBe(2);

  await page.getByRole('button', { name: 'Pause the pictures' }).click();
  await page.mouse.move(0, 0);
  await page.clock.runFor(4 * interval);
  await expect(slide(page, 2)).toBeVisible();
  await page.getByRole('button', { name: 'Next picture' }).click();
  await expect(slide(page, 3)).toBeVisible();
  await page.getByRole('button', { name: `Picture ${constant('9:banner-images')} of 6` }).click();
  await expect(slide(page, 6)).toBeVisible();
  await page.getByRole('button', { name: 'Next picture' }).click();
  await expect(slide(page, 1)).toBeVisible();
  await page.getByRole('button', { name: 'Previous picture' }).click();
  await expect(slide(page, 6)).toBeVisible();
  await expectAccessible(page);
});

test('the banner waits while the keyboard is in it, and follows a swipe', async ({ page }) => {
  await openHome(page);
  await page.getByRole('link', { name: 'Book an appointment' }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Previous picture' })).toBeFocused();
  await page.clock.runFor(2 * interval);
  await expect(slide(page, 1)).toBeVisible();

  const touch = { pointerType: 'touch', bubbles: true };
  await slide(page, 1).dispatchEvent('pointerdown', { ...touch, clientX: 250 });
  await slide(page, 1).dispatchEvent('pointerup', { ...touch, clientX: 120 });
  await expect(slide(page, 2)).toBeVisible();
});

test('the banner stands still for those who ask for less motion', { tag: '@desk' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openHome(page);
  await expect(page.getByRole('button', { name: 'Play the pictures' })).toBeVisible();
  await page.clock.runFor(2 * interval);
  await expect(slide(page, 1)).toBeVisible();
});
