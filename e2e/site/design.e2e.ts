import type { Page } from '@playwright/test';
import { chromiumToLaunch } from '../support/chromium.ts';
import { accessibilityFaults } from '../support/faults.ts';
import { expect, expectAccessible, test } from '../support/journey.ts';
import { colourFaults, largeTextFaults, motionFaults, zoomFaults } from '../support/screen-checks.ts';

// /design shows every part that screens are made of. Its reference pictures are in the folder beside this file; `npm run
// pictures` takes new ones.

const sections = [
  'colours',
  'letters',
  'space',
  'buttons',
  'fields',
  'forms',
  'words',
  'lists',
  'pages',
  'looking',
  'reading',
];
const dialogs = ['a question', 'a form', 'a report to the moderators', 'hiding something', 'showing it again'];
const themes = ['light', 'dark'] as const;

// Waits for web fonts, which are otherwise missing; the monospace font differs between machines; and the header would cover
// parts that are higher than the window.
const forPictures = 'code, pre { font-family: inherit } header { position: static !important }';

/** Opens the page as it looks on every machine: with its fonts from the first frame, on a fixed day. */
async function openDesign(page: Page) {
  await page.route('/design', async (route) => {
    const answer = await route.fetch();
    const html = await answer.text();
    const body = html
      .replace('font-display:optional', 'font-display:block')
      .replace('</style>', `${forPictures}</style>`);
    const { 'content-security-policy': policy = '', ...headers } = answer.headers();
    // Allows the styles of all pages, and not these.
    const looser = policy.replace(/(style-src 'self') 'sha256-[^']+'/, "$1 'unsafe-inline'");
    await route.fulfill({ response: answer, body, headers: { ...headers, 'content-security-policy': looser } });
  });
  await page.clock.setFixedTime('2026-11-24T06:00:00Z');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/design');
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
  expect(await page.evaluate(() => document.fonts.check('16px "Figtree Variable"'))).toBe(true);
}

/** Takes the picture of one part, with keyboard focus and mouse where it says so. */
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
      // Another machine's browser renders differently.
      expect(chromiumToLaunch().executablePath).toMatch(/node_modules/);
      test.setTimeout(240_000);
      await page.setViewportSize({ width, height: 900 });
      await openDesign(page);
      for (const theme of themes) {
        await page.emulateMedia({ colorScheme: theme });
        for (const section of sections) {
          await expect
            .soft(await take(page, section))
            .toHaveScreenshot(`${section}-${width}-${theme}.png`, { timeout: 90_000 });
        }
      }
    },
  );
}

test('every pair of colours is as far apart as it has to be', { tag: '@desk' }, async ({ page }) => {
  await openDesign(page);
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme });
    const pairs = page.locator('#colours data');
    await expect(pairs.first()).toHaveText(theme === 'light' ? '15.4' : '16.0');
    const close = await pairs.evaluateAll((all) =>
      (all as HTMLDataElement[])
        .filter(({ value, dataset }) => !(Number(value) >= Number(dataset.least)))
        .map(({ value, previousElementSibling }) => `${previousElementSibling?.textContent}: ${value}`),
    );
    expect([theme, close]).toEqual([theme, []]);
  }
});

test('a dialog keeps the focus, goes by Escape, and gives the focus back', async ({ page }) => {
  test.setTimeout(90_000);
  await openDesign(page);
  for (const name of dialogs) {
    const opener = page.getByRole('button', { name: `Open ${name}`, exact: true });
    await opener.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    expect(await colourFaults(page)).toEqual([]);
    // The browser's own toolbar is among the tab stops too; the page behind never is.
    for (let step = 0; step < 8; step++) {
      await page.keyboard.press('Tab');
      const within = await dialog.evaluate(
        (element) => document.activeElement === document.body || element.contains(document.activeElement),
      );
      expect([name, within]).toEqual([name, true]);
    }
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  }
});

test('what screens are made of is in order', async ({ page }) => {
  test.setTimeout(90_000);
  await openDesign(page);
  expect(await accessibilityFaults(page)).toEqual([]);
  const faults = [...(await colourFaults(page)), ...(await motionFaults(page)), ...(await largeTextFaults(page))];
  expect([...faults, ...(await zoomFaults(page))]).toEqual([]);
});
