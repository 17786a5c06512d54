import { expect, type Page } from '@playwright/test';

/**
 * Does something and holds that what it leads to comes after so many milliseconds, by a clock that the test moves: not one
 * earlier, and none later than the server took to answer. The page's clock must be installed.
 */
export async function comesAfter(
  page: Page,
  milliseconds: number,
  { when, shows, notYet, after }: Record<'when' | 'shows' | 'notYet' | 'after', () => Promise<unknown>>,
) {
  const now = () => page.evaluate(() => Date.now());
  const before = await now();
  await when();
  await shows();
  const answered = await now();
  expect(answered - before, 'the answer takes less than the delay').toBeLessThan(milliseconds - 1);
  await page.clock.pauseAt(before + milliseconds - 1);
  await notYet();
  await page.clock.runFor(answered - before + 1);
  await page.clock.resume();
  await after();
}
