import { writeFile } from 'node:fs/promises';
import { test as base, expect } from '@playwright/test';
import type { WebDriver, WebElement } from 'selenium-webdriver';
import type { Caller } from '../specification/api.ts';
import { startListeningProxy } from '../support/listening-proxy.ts';
import type { Product } from '../support/product.ts';
import { startWebKit } from '../support/webkit.ts';

/** What a journey in WebKit can do with its window; each action waits for what it needs. */
export interface Walk {
  driver: WebDriver;
  /** Opens a page of the site, and waits for its scripts. */
  open(path: string): Promise<void>;
  /** Opens the site as a signed-in person. */
  as(caller: Caller): Promise<void>;
  /** Waits until the window shows a text. */
  see(text: string | RegExp): Promise<void>;
  /** Waits until the address matches. */
  isAt(address: RegExp): Promise<void>;
  /** Waits for a field, by its label. */
  field(label: string): Promise<WebElement>;
  /** Presses a button, a link or the label of a choice, by its name. */
  press(name: string): Promise<void>;
  /** All text that the window shows. */
  shown(): Promise<string>;
  /** Allows matching faults. */
  allow(fault: RegExp): void;
}

interface Fixtures {
  product: Product;
  walk: Walk;
}

interface Worker {
  webkit: Awaited<ReturnType<typeof startWebKit>>;
}

const patience = { timeout: 15_000 };

// Searches that run in the page.
const findField = `return [...document.querySelectorAll('input, select, textarea')].find((field) =>
  [...(field.labels ?? [])].some((label) => label.textContent.trim().startsWith(arguments[0])))`;
// In the middle of the window, no sticky element covers it.
const findToPress = `const found = [...document.querySelectorAll('button, a[href], label')].find((one) =>
  one.checkVisibility() && (one.getAttribute('aria-label') ?? one.textContent).trim() === arguments[0]);
  found?.scrollIntoView({ block: 'center', behavior: 'instant' });
  return found`;
const isAlive = `const root = document.getElementById('root');
  return root !== null && Object.keys(root).some((key) => key.startsWith('__reactContainer'))`;
const countFetched = "return performance.getEntriesByType('resource').length";

/** A journey in WebKit, which fails on any console error, page error or CSP violation. */
export const test = base.extend<Fixtures, Worker>({
  webkit: [
    async ({}, use) => {
      const webkit = await startWebKit();
      await use(webkit);
      await webkit.stop();
    },
    { scope: 'worker' },
  ],
  product: async ({}, use) => {
    await use(JSON.parse(process.env.PRODUCT ?? '') as Product);
  },
  baseURL: async ({ product }, use) => {
    await use(product.url);
  },
  walk: async ({ webkit, product }, use, info) => {
    const proxy = await startListeningProxy(product.url);
    const driver = await webkit.open();
    await driver.manage().window().setRect({ width: 360, height: 800 });
    const allowed: RegExp[] = [];
    await use({ ...walkIn(driver, proxy.url), allow: (fault) => allowed.push(fault) });
    if (info.status !== info.expectedStatus) {
      await writeFile(info.outputPath('screen.png'), await driver.takeScreenshot(), 'base64');
    }
    await driver.quit();
    await proxy.stop();
    expect(proxy.faults.filter((fault) => !allowed.some((one) => one.test(fault)))).toEqual([]);
  },
});

function walkIn(driver: WebDriver, site: string): Omit<Walk, 'allow'> {
  const find = async (script: string, name: string) => {
    let found: WebElement | null = null;
    const look = async () => (found = await driver.executeScript<WebElement | null>(script, name)) !== null;
    await expect.poll(look, { ...patience, message: `“${name}” is there` }).toBe(true);
    return found as unknown as WebElement;
  };
  const shown = async () => await driver.executeScript<string>('return document.body.innerText');
  const open = async (path: string) => {
    await driver.get(site + path);
    await expect.poll(() => driver.executeScript(isAlive), patience).toBe(true);
    // What a page still loads would fail if the page were left now.
    let fetched = -1;
    const isQuiet = async () => fetched === (fetched = await driver.executeScript<number>(countFetched));
    await expect.poll(isQuiet, { ...patience, intervals: [300] }).toBe(true);
  };
  return {
    driver,
    open,
    shown,
    async as({ tokens }) {
      await open('/about');
      await driver.executeScript(
        'localStorage.setItem("access", arguments[0]); localStorage.setItem("refresh", arguments[1])',
        tokens.access,
        tokens.refresh,
      );
    },
    see: async (text) => await expect.poll(shown, patience).toMatch(text),
    isAt: async (address) => await expect.poll(() => driver.getCurrentUrl(), patience).toMatch(address),
    field: async (label) => await find(findField, label),
    async press(name) {
      // An element that was rendered again is looked up again.
      await expect(async () => await (await find(findToPress, name)).click()).toPass(patience);
    },
  };
}

export { expect };
