import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import type { Product, Who } from './product.ts';

interface Fixtures {
  product: Product;
  /** Signs the page in as one of the demo's people, without passing the login form. */
  signIn(who: Who): Promise<void>;
  /** What this journey provokes on purpose: console lines that match are no faults. */
  allow(line: RegExp): void;
  /** Everything that went wrong in the browser so far; the journey fails at its end if there is anything. */
  faults: string[];
}

/** A test on the running product that fails on any console error, page error or breach of the content security policy. */
export const test = base.extend<Fixtures & { allowed: RegExp[] }>({
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
      const faults: string[] = [];
      context.on('console', (message) => {
        if (message.type() === 'error') faults.push(`console: ${message.text()} (${message.location().url})`);
      });
      context.on('weberror', (thrown) => faults.push(`page: ${thrown.error().stack ?? thrown.error().message}`));
      // Not every breach reaches the console.
      await context.exposeFunction('reportBreach', (breach: string) => void faults.push(`policy: ${breach}`));
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
          const { reportBreach } = window as unknown as { reportBreach(breach: string): void };
          reportBreach(`${violatedDirective} ${blockedURI} ${sample}`);
        });
      });
      await use(faults);
      expect(faults.filter((fault) => !allowed.some((line) => line.test(fault)))).toEqual([]);
    },
    { auto: true },
  ],
  signIn: async ({ page, product }, use) => {
    await use((who) => signIn(page, product, who));
  },
});

/** Opens a session over the API and gives the page its two tokens; ends on the home page. */
export async function signIn(page: Page, { url, logins }: Product, who: Who) {
  const answer = await page.request.post(`${url}/token/`, { data: logins[who] });
  expect(answer.status()).toBe(200);
  const tokens = (await answer.json()) as { access: string; refresh: string };
  await page.goto(`${url}/`);
  await page.evaluate(({ access, refresh }) => {
    localStorage.setItem('access', access);
    localStorage.setItem('refresh', refresh);
  }, tokens);
  await page.reload();
}

/** Holds the page against the rules of WCAG 2.2 AA, as far as axe can. */
export async function expectAccessible(page: Page) {
  expect(await accessibilityFaults(page)).toEqual([]);
}

/** What axe has against the page, one line for each element. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id} (${help}): ${target.join(' ')}`));
}

export { expect };
