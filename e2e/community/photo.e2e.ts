import type { Page } from '@playwright/test';
import { expect, test } from '../support/care.ts';
import { expectAccessible } from '../support/journey.ts';
import { pressOn } from '../support/keyboard.ts';
import { shiftOf, watchShift } from '../support/shift.ts';

const choose = async (page: Page, buffer: Buffer) =>
  await page.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });

test('a provider puts up a photo, another one, and takes it away', async ({ person, allow, browser, product }) => {
  allow(/status of 415/);
  const { page, id } = await person('provider', 'Dr. Kavita Quadros');
  await page.goto('/register/user/provider');
  const photo = page.getByRole('region', { name: 'Photo' });
  await expect(photo.locator('img')).toHaveCount(0);
  await choose(page, Buffer.from('no picture at all'));
  await expect(photo.getByRole('alert')).toHaveText('This is not a PNG or JPEG picture.');
  await choose(page, await page.screenshot());
  await expect(photo.getByRole('status').filter({ hasText: 'Your photo is saved.' })).toBeVisible();
  await expect(photo.getByRole('alert')).toBeHidden();
  await expectAccessible(page);
  const width = () => photo.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(width).toBe(320);

  const context = await browser.newContext({ baseURL: product.url });
  const visitor = await context.newPage();
  await watchShift(visitor);
  await visitor.goto('/providers?q=Quadros', { waitUntil: 'networkidle' });
  const shown = visitor.getByRole('article').locator('img').first();
  await expect(shown).toHaveAttribute('src', new RegExp(`^/providers/${id}/photo/`));
  // It is fetched once it comes near.
  await shown.scrollIntoViewIfNeeded();
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320);
  expect(await shiftOf(visitor)).toBe(0);
  await context.close();

  await pressOn(photo.getByRole('button', { name: 'Remove the photo' }));
  await expect(photo.getByRole('status').filter({ hasText: 'Your photo is removed.' })).toBeVisible();
  await expect(photo.locator('img')).toHaveCount(0);
  await expect(photo.getByLabel('Choose a photo')).toBeFocused();
  await page.reload();
  await expect(photo.locator('img')).toHaveCount(0);
  await expect(photo.getByText('Choose a photo')).toBeVisible();
});

test('the very file that was removed can be chosen once more', { tag: '@desk' }, async ({ person }) => {
  const { page } = await person('provider', 'Dr. Nikhil Bose');
  await page.goto('/register/user/provider');
  const photo = page.getByRole('region', { name: 'Photo' });
  // A file of the disk keeps the time of its last change, so that it is the same file each time.
  const path = test.info().outputPath('me.png');
  await page.screenshot({ path });
  for (let times = 0; times < 2; times++) {
    await page.locator('input[type=file]').setInputFiles(path);
    await expect(photo.getByRole('status').filter({ hasText: 'Your photo is saved.' })).toBeVisible();
    const shown = photo.getByRole('img', { name: 'Your photo' });
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320);
    await photo.getByRole('button', { name: 'Remove the photo' }).click();
    await expect(photo.getByRole('status').filter({ hasText: 'Your photo is removed.' })).toBeVisible();
  }
});
