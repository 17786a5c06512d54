import { expect, type Page } from '@playwright/test';

interface Delay {
  /** The call whose answer the delay begins with. */
  answer: RegExp;
  when: () => Promise<unknown>;
  shows: () => Promise<unknown>;
  notYet: () => Promise<unknown>;
  after: () => Promise<unknown>;
}

/** Stops the page's clock, which must be installed, a little later than it is. */
export async function pauseClock(page: Page) {
  // It runs on while it is asked for the time, and cannot be stopped at one that is past.
  for (const room of [50, 500, 5000]) {
    const at = (await now(page)) + room;
    const refused = await page.clock.pauseAt(at).catch((error: unknown) => error);
    if (refused === undefined) return;
  }
  throw new Error('The clock could not be stopped.');
}

const now = (page: Page) => page.evaluate(() => Date.now());

/**
 * Does something and holds that what it leads to comes so many milliseconds after the answer, by a clock that the test
 * moves: neither earlier nor later than the time in which the answer was shown leaves open. The page's clock must be
 * installed.
 */
export async function comesAfter(page: Page, milliseconds: number, { answer, when, shows, notYet, after }: Delay) {
  await pauseClock(page);
  // It goes on by ticks, so that a busy machine, which is slow to tick, too, has all the time it needs.
  const seen = new AbortController();
  const ticks = (async () => {
    while (!seen.signal.aborted) await page.clock.runFor(1);
  })();
  let answered = 0;
  await page.route(answer, async (route) => {
    const response = await route.fetch();
    answered = await now(page);
    await route.fulfill({ response });
  });
  try {
    await when();
    await shows();
  } finally {
    seen.abort();
    await ticks;
  }
  const shown = await now(page);
  await page.unroute(answer);
  expect(shown - answered, 'it is shown before the delay is over').toBeLessThan(milliseconds - 1);
  await page.clock.runFor(answered + milliseconds - 1 - shown);
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
