import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { accessibilityFaults, isInFirefox, sidewaysScroll, watchFaults } from './faults.ts';
import { signIn, startProduct, type Product, type Who } from './product.ts';

interface Fixtures {
  product: Product;
  /** Signs the page in as one of the demo's people, without the login form; ends on the home page. */
  signIn(who: Who): Promise<void>;
  /** What this journey provokes on purpose: console lines that match are no faults. */
  allow(line: RegExp): void;
  allowed: RegExp[];
  /** Everything that went wrong in the browser so far; the journey fails at its end if there is anything. */
  faults: string[];
}

interface Worker {
  /** Started for the first test that wants it, and kept for all that follow in the same worker. */
  ownProduct: Awaited<ReturnType<typeof startProduct>>;
}

/** A test on the running product that fails on any console error, page error or breach of the content security policy. */
export const test = base.extend<Fixtures, Worker>({
  // Here, though `care.ts` alone asks for it: between tests that differ in such a thing Playwright starts another worker.
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

/** Holds the page against axe, and against being wider than its window. */
export async function expectAccessible(page: Page) {
  // Axe judges the same elements in Chromium. In Firefox it takes as long as all else, and 153 falls over it in a chat room.
  if (!isInFirefox(page.context())) expect(await accessibilityFaults(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBe(0);
}

/**
 * Opens a public page, again until something is seen there. What one person writes another reads a moment later where
 * the next instance answers: it has to hear first that the list it keeps is old.
 */
export async function openUntilSeen(page: Page, address: string, what: Locator) {
  await expect(async () => {
    await page.goto(address, { waitUntil: 'networkidle' });
    await expect(what).toBeVisible({ timeout: 1000 });
  }).toPass();
}

export { expect };
