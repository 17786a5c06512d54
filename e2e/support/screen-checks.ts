import type { Page } from '@playwright/test';
import { axeOn, sidewaysScroll } from './faults.ts';

// Checks of every screen beside axe and its width; each returns one line for each fault.

/** The contrast of a page in the other colour scheme and in forced colours; axe checks its current scheme. */
export async function colourFaults(page: Page): Promise<string[]> {
  const dark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const other = dark ? 'light' : 'dark';
  const faults: string[] = [];
  await page.emulateMedia({ colorScheme: other });
  faults.push(...(await contrastFaults(page, other)));
  await page.emulateMedia({ forcedColors: 'active' });
  faults.push(...(await edgeFaults(page)));
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light', forcedColors: 'none' });
  return faults;
}

async function contrastFaults(page: Page, how: string) {
  const { violations } = await axeOn(page).withRules(['color-contrast', 'link-in-text-block']).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${how}: ${id}: ${target.join(' ')}`));
}

/** Forced colours remove backgrounds: what only a background shows needs a border. */
async function edgeFaults(page: Page) {
  return await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[class*=rounded].bg-primary')]
      .filter((element) => element.checkVisibility())
      .filter((element) => {
        const { borderTopWidth, outlineWidth, outlineStyle } = getComputedStyle(element);
        return (
          Number.parseFloat(borderTopWidth) === 0 && (outlineStyle === 'none' || Number.parseFloat(outlineWidth) === 0)
        );
      })
      .map((element) => `forced colours: no edge: ${element.textContent}`),
  );
}

/** A page with text at twice its size, as set in the browser. */
export async function largeTextFaults(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
  const faults = [await widthFault(page, 'letters of twice their size'), ...(await cutFaults(page))];
  await session.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } });
  await session.detach();
  return faults.filter((fault) => fault !== undefined);
}

async function widthFault(page: Page, how: string) {
  const by = await sidewaysScroll(page);
  return by > 0 ? `${how}: ${by} px wider than the window` : undefined;
}

/** Text that overflows a control or the edge of the window. */
async function cutFaults(page: Page) {
  return await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, a, select, h1, h2, label')]
      .filter((element) => element.checkVisibility() && !element.closest('.sr-only') && element.textContent !== '')
      // Visually hidden text needs no room, and some rows scroll by themselves.
      .filter(
        (element) =>
          element.querySelector('.sr-only') === null && element.closest('.overflow-x-auto, .overflow-auto') === null,
      )
      .filter((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const { left, right, width } = range.getBoundingClientRect();
        return (
          width > 1 &&
          (left < -1 ||
            right > innerWidth + 1 ||
            (element.scrollHeight > element.clientHeight + 4 && getComputedStyle(element).overflowY === 'hidden'))
        );
      })
      .map((element) => `large letters are cut: ${element.tagName} ${element.textContent?.slice(0, 40)}`),
  );
}

/** A page at a zoom of 400 %: it does not scroll sideways, and every focused element is visible and shows its focus. */
export async function zoomFaults(page: Page): Promise<string[]> {
  const before = page.viewportSize() ?? { width: 1280, height: 900 };
  await page.setViewportSize({ width: 320, height: 256 });
  const faults = [await widthFault(page, '400 %'), ...(await focusFaults(page))];
  await page.setViewportSize(before);
  return faults.filter((fault) => fault !== undefined);
}

/** Elements that take the focus without showing it, or while another element covers them. */
export async function focusFaults(page: Page): Promise<string[]> {
  // From here on the browser shows the focus, as it does for keyboard users.
  await page.keyboard.press('Tab');
  return await page.evaluate(() => {
    const faults: string[] = [];
    const able = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
    for (const element of document.querySelectorAll<HTMLElement>(able)) {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.matches(':disabled')) continue;
      element.focus({ focusVisible: true });
      if (document.activeElement !== element) continue;
      const name = `${element.tagName} ${element.ariaLabel ?? element.textContent?.trim().slice(0, 40)}`;
      // A checkbox or a radio button may show it on its label.
      const shown = [element, element.parentElement, element.nextElementSibling].some((one) => {
        if (one === null) return false;
        const { outlineStyle, outlineWidth } = getComputedStyle(one);
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
      });
      if (!shown) faults.push(`focus is not shown: ${name}`);
      const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
      const points = [0.5, 0.1, 0.9].flatMap((x) => [0.5, 0.1, 0.9].map((y) => [left + width * x, top + height * y]));
      const seen = points.some(([x = 0, y = 0]) => {
        const hit = document.elementFromPoint(x, y);
        return hit !== null && (element.contains(hit) || (hit.contains(element) && hit.closest('label') !== null));
      });
      if (width > 1 && height > 1 && !seen)
        faults.push(
          `focus is covered: ${name} at ${Math.round(top)}–${Math.round(bottom)}, ${Math.round(left)}–${Math.round(right)}`,
        );
    }
    return faults;
  });
}

/** What moves although less motion was requested. */
export async function motionFaults(page: Page): Promise<string[]> {
  return await page.evaluate(() =>
    document
      .getAnimations()
      .filter(
        ({ playState, effect }) => playState === 'running' && Number(effect?.getComputedTiming().activeDuration) > 1,
      )
      .map((animation) => `moves: ${(animation.effect as KeyframeEffect | null)?.target?.className}`),
  );
}

/** What a finger hits in fewer than 44 px of height: around small letters there may be more of it. A link within a sentence is exempt. */
export async function touchFaults(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const least = 44;
    const touched =
      'a[href], button:enabled, input:enabled:not([type=hidden]), select:enabled, textarea:enabled, summary, [role=option]';
    const isInSentence = (element: Element) =>
      getComputedStyle(element).display === 'inline' &&
      (element.parentElement?.textContent ?? '').replace(element.textContent, '').trim().length > 1;
    /** Whether a finger there hits the element, or the label of it. */
    function isHit(element: HTMLElement, x: number, y: number) {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && (element.contains(hit) || hit.closest('label')?.control === element);
    }
    /** Of a box to tick the words beside it are touched, too. */
    const highest = (element: HTMLElement) =>
      Math.max(
        ...[element, ...((element as HTMLInputElement).labels ?? [])].map((one) => one.getBoundingClientRect().height),
      );
    function heightOf(element: HTMLElement) {
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      // Of a link over two lines the middle of its box may lie beside it.
      const [first] = element.getClientRects();
      if (first === undefined) return least;
      const [x, y] = [first.left + Math.min(first.width / 2, 20), first.top + first.height / 2];
      let [above, below] = [0, 0];
      while (above < least && isHit(element, x, y - above - 1)) above += 1;
      while (below < least && isHit(element, x, y + below + 1)) below += 1;
      return above + below + 1;
    }
    return (
      [...document.querySelectorAll<HTMLElement>(touched)]
        .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        .filter((element) => element.closest('.sr-only, [inert]') === null && highest(element) < least)
        .filter((element) => !isInSentence(element))
        .map((element) => [element, heightOf(element)] as const)
        // Where it begins between two pixels, one of them is not hit.
        .filter(([, height]) => height < least - 1)
        .map(
          ([element, height]) =>
            `${height} px to touch: ${element.tagName} ${element.textContent.slice(0, 40) || element.id}`,
        )
    );
  });
}
