import type { Page } from '@playwright/test';

interface Seen {
  shift: number;
}

/** Records, from the next load on, how much of each page shifts while it loads. */
export async function watchShift(page: Page) {
  await page.addInitScript(() => {
    const seen: Seen = { shift: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) seen.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/**
 * The cumulative layout shift of the page so far; it should be 0. Rounded to thousandths, as it is reported: smaller values
 * come from the rounding of pixels.
 */
export async function shiftOf(page: Page): Promise<number> {
  return await page.evaluate(() => Math.round((window as unknown as { seen: Seen }).seen.shift * 1000) / 1000);
}
