import { expect, type Page } from '@playwright/test';

interface Delay {
  /** The call whose answer the delay begins with. */
  answer: RegExp;
  when: () => Promise<unknown>;
  shows: () => Promise<unknown>;
  notYet: () => Promise<unknown>;
  after: () => Promise<unknown>;
}

/**
 * Does something and holds that what it leads to comes so many milliseconds after the answer, by a clock that the test
 * moves: neither earlier nor later than the time in which the answer was shown leaves open. The page's clock must be
 * installed.
 */
export async function comesAfter(page: Page, milliseconds: number, { answer, when, shows, notYet, after }: Delay) {
  const now = () => page.evaluate(() => Date.now());
  let answered = 0;
  await page.route(answer, async (route) => {
    const response = await route.fetch();
    answered = await now();
    await route.fulfill({ response });
  });
  await when();
  await shows();
  const shown = await now();
  await page.unroute(answer);
  expect(shown - answered, 'it is shown before the delay is over').toBeLessThan(milliseconds - 1);
  await page.clock.pauseAt(answered + milliseconds - 1);
  await settled(page);
  await notYet();
  await page.clock.runFor(shown - answered + 1);
  await after();
  await page.clock.resume();
}

/** Waits until the page has drawn what its timers led to, while its clock stands still. */
async function settled(page: Page) {
  await page.evaluate(async () => {
    for (let turn = 0; turn < 20; turn++) {
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', resolve, { once: true });
        port1.start();
        port2.postMessage(undefined);
      });
    }
  });
}
