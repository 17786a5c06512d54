import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { accessibilityFaults, isInFirefox, sidewaysScroll, watchFaults } from './faults.ts';
import { signIn, startProduct, type Product, type Who } from './product.ts';

interface Fixtures {
  product: Product;
  /** Signs the page in as one of the demo's people, without the login form; ends on the home page. */
  signIn(who: Who): Promise<void>;
  /** Allows faults that this journey provokes on purpose: matching console lines are ignored. */
  allow(line: RegExp): void;
  allowed: RegExp[];
  /** All faults in the browser so far; if there are any at the end, the journey fails. */
  faults: string[];
}

interface Worker {
  /** Started for the first test that needs it, and reused by later tests in the same worker. */
  ownProduct: Awaited<ReturnType<typeof startProduct>>;
}

/** A test on the running product that fails on any console error, page error or CSP violation. */
export const test = base.extend<Fixtures, Worker>({
  // Declared here, although only `care.ts` uses it: Playwright starts another worker for tests whose worker fixtures differ.
  ownProduct: [
    async ({}, use) => {
      const started = await startProduct({ TEST_CLOCK: 'on' });
      await use(started);
      await started.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  product: async ({}, use) => {
    await use(JSON.parse(process.env.PRODUCT ?? '') as Product);
  },
  baseURL: async ({ product }, use) => {
    await use(product.url);
  },
  allowed: async ({}, use) => {
    await use([]);
  },
  allow: async ({ allowed }, use) => {
    await use((line) => void allowed.push(line));
  },
  faults: [
    async ({ context, allowed }, use) => {
      const faults = await watchFaults(context);
      await use(faults);
      expect(faults.filter((fault) => !allowed.some((line) => line.test(fault)))).toEqual([]);
    },
    { auto: true },
  ],
  signIn: async ({ page, product }, use) => {
    await use((who) => signIn(page, product, who));
  },
});

/** Checks the page with axe, and that it is not wider than its window. */
export async function expectAccessible(page: Page) {
  // Axe checks the same elements in Chromium. In Firefox it takes as long as everything else together, and crashes 153 in a chat
  // room.
  if (!isInFirefox(page.context())) expect(await accessibilityFaults(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBe(0);
}

/**
 * Opens a public page, repeatedly until something is visible there. What one person writes, another reads a moment later if
 * the next instance answers: it first has to learn that its cached list is stale.
 */
export async function openUntilSeen(page: Page, address: string, what: Locator) {
  await expect(async () => {
    await page.goto(address, { waitUntil: 'networkidle' });
    await expect(what).toBeVisible({ timeout: 1000 });
  }).toPass();
}

export { expect };
