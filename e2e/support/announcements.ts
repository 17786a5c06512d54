import { expect, type Page } from '@playwright/test';

type Listening = typeof globalThis & { announced?: string[] };

/**
 * Records from now on what a screen reader would announce without a change of focus: text added to an existing live region, or
 * an alert. A region that is inserted together with its text is not announced.
 */
export async function listen(page: Page) {
  await page.addInitScript(keepAnnouncements);
  await page.evaluate(keepAnnouncements);
}

/** Waits until a text was announced on the current page. */
export async function expectAnnounced(page: Page, text: string | RegExp) {
  const heard = () => page.evaluate(() => (globalThis as Listening).announced);
  await expect.poll(heard).toContainEqual(typeof text === 'string' ? text : expect.stringMatching(text));
}

/** Runs in the page. */
function keepAnnouncements() {
  const announced: string[] = [];
  (globalThis as Listening).announced = announced;
  let before = new Map<Element, string>();
  const look = () => {
    const now = new Map<Element, string>();
    for (const region of document.querySelectorAll('[role=status], [role=alert], [role=log], [aria-live]')) {
      // A screen reader ignores what is not rendered.
      if (!region.checkVisibility({ visibilityProperty: true }) || region.ariaLive === 'off') continue;
      const text = region.textContent.replaceAll(/\s+/g, ' ').trim();
      now.set(region, text);
      const heard = before.has(region) ? before.get(region) !== text : region.role === 'alert';
      if (heard && text !== '') announced.push(text);
    }
    before = now;
  };
  look();
  new MutationObserver(look).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  });
}
