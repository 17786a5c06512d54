import { expect, type Page } from '@playwright/test';

interface Delay {
  /** The call whose answer starts the delay. */
  answer: RegExp;
  when: () => Promise<unknown>;
  shows: () => Promise<unknown>;
  notYet: () => Promise<unknown>;
  after: () => Promise<unknown>;
}

/** Stops the page's clock, which must be installed, slightly ahead of its current time. */
export async function pauseClock(page: Page) {
  // It keeps running while it is read, and cannot be paused at a past time.
  for (const room of [50, 500, 5000]) {
    const at = (await now(page)) + room;
    const refused = await page.clock.pauseAt(at).catch((error: unknown) => error);
    if (refused === undefined) return;
  }
  throw new Error('The clock could not be stopped.');
}

const now = (page: Page) => page.evaluate(() => Date.now());

/**
 * Runs an action and checks that its consequence appears a given number of milliseconds after the answer, by a clock that the
 * test moves: no earlier and no later than the moment at which the answer was shown allows. The page's clock must be
 * installed.
 */
export async function comesAfter(page: Page, milliseconds: number, { answer, when, shows, notYet, after }: Delay) {
  await pauseClock(page);
  // Advances in ticks, so that a busy machine, whose ticks are slow too, has all the time it needs.
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

/** Waits until the page has rendered the effect of its timers, while its clock is paused. */
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
