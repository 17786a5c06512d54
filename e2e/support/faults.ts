import { AxeBuilder } from '@axe-core/playwright';
import type { BrowserContext, Page, Response } from '@playwright/test';

/** Where the products of the journeys run; requests to any other place are faults. */
const isHere = ({ protocol, hostname }: URL) =>
  !/^(https?|wss?):$/.test(protocol) || hostname === '127.0.0.1' || hostname === 'localhost';

/** Collects every console error, page error, CSP violation and request to another origin, of all pages in a context. */
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
  // Not every violation is written to the console.
  await context.exposeFunction('reportBreach', (breach: string) => void faults.push(`policy: ${breach}`));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      const { reportBreach } = window as unknown as { reportBreach(breach: string): void };
      reportBreach(`${violatedDirective} ${blockedURI} ${sample}`);
    });
  });
  return faults;
}

/** Makes each page that is opened wait for its scripts: typing before hydration is lost. */
function waitUntilAlive(page: Page) {
  const isAlive = () => {
    const root = document.getElementById('root');
    return root === null || Object.keys(root).some((key) => key.startsWith('__reactContainer'));
  };
  // A journey that blocks scripts continues without them.
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

/** Whether a journey runs in Firefox. */
export const isInFirefox = (context: BrowserContext) => context.browser()?.browserType().name() === 'firefox';

/** In Firefox, a page that is being left still receives errors of the calls that are cancelled. Runs in the page. */
function leaveInSilence() {
  window.addEventListener('beforeunload', () => {
    console.error = () => {};
  });
}

/**
 * Axe for the page alone: there are no foreign frames, for which it would open another page each time. Without the report of
 * passed rules it is a third faster.
 */
export const axeOn = (page: Page) => new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();

/** The violations of WCAG 2.2 AA that axe finds on the page, one line for each element. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  // Ignores colours in the middle of a transition.
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

/** Whether a target is still small when it is scrolled into view: a sticky element may have covered it. */
async function isSmall(page: Page, element: string) {
  await page.locator(element).evaluate((target) => target.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const { violations } = await axeOn(page).include(element).withRules('target-size').analyze();
  return violations.length > 0;
}

/** How far the page can be scrolled sideways, in CSS pixels; it should be 0. */
export async function sidewaysScroll(page: Page): Promise<number> {
  // On a phone, the viewport itself grows with a page that is too wide.
  const { width } = page.viewportSize() ?? { width: 0 };
  return await page.evaluate((room) => Math.max(0, document.documentElement.scrollWidth - room), width);
}
