import { AxeBuilder } from '@axe-core/playwright';
import type { BrowserContext, Page, Response } from '@playwright/test';

/** Where the products of the journeys run; nothing is asked for anywhere else. */
const isHere = ({ protocol, hostname }: URL) =>
  !/^(https?|wss?):$/.test(protocol) || hostname === '127.0.0.1' || hostname === 'localhost';

/**
 * Collects every console error, page error, breach of the content security policy and request to somewhere else, of all
 * pages in a context.
 */
export async function watchFaults(context: BrowserContext): Promise<string[]> {
  const faults: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()} (${message.location().url})`);
  });
  const ask = (url: string) => isHere(new URL(url)) || faults.push(`elsewhere: ${url}`);
  context.on('request', (request) => ask(request.url()));
  context.on('page', (page) => page.on('websocket', (socket) => ask(socket.url())));
  context.on('weberror', (thrown) => faults.push(`page: ${thrown.error().stack ?? thrown.error().message}`));
  context.on('page', waitUntilAlive);
  if (isInFirefox(context)) await context.addInitScript(leaveInSilence);
  // Not every breach reaches the console.
  await context.exposeFunction('reportBreach', (breach: string) => void faults.push(`policy: ${breach}`));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      const { reportBreach } = window as unknown as { reportBreach(breach: string): void };
      reportBreach(`${violatedDirective} ${blockedURI} ${sample}`);
    });
  });
  return faults;
}

/** Has a page that is opened wait for its scripts: what is typed before they are there is not heard. */
function waitUntilAlive(page: Page) {
  const isAlive = () => {
    const root = document.getElementById('root');
    return root === null || Object.keys(root).some((key) => key.startsWith('__reactContainer'));
  };
  // Where a journey keeps the scripts away it goes on without them.
  const alive = () => page.waitForFunction(isAlive, undefined, { timeout: 5000 }).catch(() => undefined);
  for (const open of ['goto', 'reload'] as const) {
    const opened = page[open].bind(page) as (...args: unknown[]) => Promise<Response | null>;
    Object.assign(page, {
      async [open](...args: unknown[]) {
        const response = await opened(...args);
        if (!args.some((arg) => (arg as { waitUntil?: string } | undefined)?.waitUntil === 'commit')) await alive();
        return response;
      },
    });
  }
}

/** Whether a journey is walked in Firefox. */
export const isInFirefox = (context: BrowserContext) => context.browser()?.browserType().name() === 'firefox';

/** In Firefox a page that is being left still hears of the calls that break with it. Runs in the page. */
function leaveInSilence() {
  window.addEventListener('beforeunload', () => {
    console.error = () => {};
  });
}

/**
 * Axe, in the page alone: no frame comes from elsewhere, for which it would open another page each time. Without a report of
 * all that is well, a third faster.
 */
export const axeOn = (page: Page) => new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();

/** What axe has against the page by the rules of WCAG 2.2 AA, one line for each element. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  // A colour that is still changing is none that anybody reads.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((one) => one.effect?.getTiming().iterations !== Infinity)
        .map((one) => one.finished),
    ),
  );
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  const { violations } = await axeOn(page).withTags(tags).analyze();
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => ({ id, element: target.join(' '), line: `${id} (${help}): ${target.join(' ')}` })),
  );
  const faults: string[] = [];
  for (const { id, element, line } of found) {
    if (id !== 'target-size' || (await isSmall(page, element))) faults.push(line);
  }
  return faults;
}

/** Whether a target is small also where it is seen whole: what stays at an edge of the window may have covered it. */
async function isSmall(page: Page, element: string) {
  await page.locator(element).evaluate((target) => target.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const { violations } = await axeOn(page).include(element).withRules('target-size').analyze();
  return violations.length > 0;
}

/** How far the page can be scrolled sideways, in CSS pixels; it should be 0. */
export async function sidewaysScroll(page: Page): Promise<number> {
  // On a phone the window itself grows with a page that is too wide.
  const { width } = page.viewportSize() ?? { width: 0 };
  return await page.evaluate((room) => Math.max(0, document.documentElement.scrollWidth - room), width);
}
