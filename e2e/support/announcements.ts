import { expect, type Page } from '@playwright/test';

type Listening = typeof globalThis & { announced?: string[] };

/**
 * Listens from now on to what a page would have read out by a screen reader without the focus being moved: a live region that was
 * there before its text, or an alert that comes with it. Of a region that is drawn together with its text nothing is heard.
 */
export async function listen(page: Page) {
  await page.addInitScript(keepAnnouncements);
  await page.evaluate(keepAnnouncements);
}

/** Waits until something was read out on the page that is loaded. */
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
      // What is not drawn is not there for a screen reader either.
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
