import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './journey.ts';

// /design: everything that screens are made of. Its pictures are in the folder beside this file; `npm run pictures` takes them
// anew.

const sections = ['colours', 'letters', 'space', 'buttons', 'fields', 'forms', 'words', 'lists', 'pages', 'reading'];
const dialogs = ['a question', 'a form', 'a report to the moderators', 'hiding something', 'showing it again'];
const themes = ['light', 'dark'] as const;

/** Opens the page as it is on every machine: its own letters from the first frame, and one day. */
async function openDesign(page: Page) {
  // Letters that come late are otherwise left out.
  await page.route('**/*.css', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replace('font-display:optional', 'font-display:block'),
    });
  });
  await page.clock.setFixedTime('2026-11-24T06:00:00Z');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/design');
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
  expect(await page.evaluate(() => document.fonts.check('16px "Figtree Variable"'))).toBe(true);
}

/** What one part is pictured with: the keyboard's focus and the mouse where it says so. */
async function take(page: Page, section: string) {
  const part = page.locator(`#${section}`);
  const inside = 'input, button, a';
  await page.mouse.move(0, 0);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  for (const one of await part.locator('[data-taken=focused]').locator(inside).all()) await one.focus();
  for (const one of await part.locator('[data-taken=pointed-at]').locator(inside).all()) await one.hover();
  return part;
}

for (const width of [360, 768, 1280]) {
  test(
    `what screens are made of looks as it did, at ${width} pixels`,
    { tag: width === 360 ? '@phone' : '@desk' },
    async ({ page }) => {
      test.setTimeout(120_000);
      await page.setViewportSize({ width, height: 900 });
      await openDesign(page);
      for (const theme of themes) {
        await page.emulateMedia({ colorScheme: theme });
        for (const section of sections) {
          await expect.soft(await take(page, section)).toHaveScreenshot(`${section}-${width}-${theme}.png`);
        }
      }
    },
  );
}
