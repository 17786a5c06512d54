import type { BrowserContext, Page } from '@playwright/test';
import sharp from 'sharp';
import { axeOn } from '../support/faults.ts';
import { expect, test } from '../support/journey.ts';

// Light and dark: the system's setting or the chosen one, from the first frame on.

const between = 128;

/** The brightness of a picture, from 0 to 255. */
async function lightness(picture: Buffer): Promise<number> {
  const { channels } = await sharp(picture).removeAlpha().stats();
  return channels.reduce((sum, { mean }) => sum + mean, 0) / channels.length;
}

/** What the browser renders during `act`, frame by frame. */
async function framesOf(page: Page, act: () => Promise<unknown>): Promise<Buffer[]> {
  const frames: Buffer[] = [];
  const session = await page.context().newCDPSession(page);
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    frames.push(Buffer.from(data, 'base64'));
    void session.send('Page.screencastFrameAck', { sessionId });
  });
  await session.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 });
  await act();
  await session.send('Page.stopScreencast');
  await session.detach();
  return frames;
}

const choose = (context: BrowserContext, url: string, theme: string) =>
  context.addCookies([{ name: 'theme', value: theme, url }]);

for (const { system, chosen, dark } of [
  { system: 'light', chosen: 'dark', dark: true },
  { system: 'dark', chosen: 'light', dark: false },
  { system: 'dark', chosen: 'system', dark: true },
] as const) {
  test(
    `the system is ${system}, ${chosen} was chosen: no frame is otherwise, and no script is needed`,
    { tag: '@desk' },
    async ({ page, browser, product }) => {
      test.slow();
      await page.emulateMedia({ colorScheme: system });
      await choose(page.context(), product.url, chosen);
      await page.goto('/terms');
      const frames = await framesOf(page, async () => {
        await page.goto('/privacy', { waitUntil: 'networkidle' });
        await page.goto('/terms', { waitUntil: 'networkidle' });
      });
      expect(frames.length).toBeGreaterThan(1);
      for (const frame of frames) expect((await lightness(frame)) < between).toBe(dark);

      const context = await browser.newContext({ colorScheme: system, javaScriptEnabled: false });
      await choose(context, product.url, chosen);
      const plain = await context.newPage();
      await plain.goto(`${product.url}/terms`);
      expect((await lightness(await plain.screenshot())) < between).toBe(dark);
      await context.close();
    },
  );
}

/** The colour of a phone's own bar, and that of the header below it. */
async function colours(page: Page) {
  return await page.evaluate(() => {
    const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')];
    const [bar, ...more] = metas.filter(({ media }) => matchMedia(media).matches);
    if (bar === undefined || more.length > 0) throw new Error('There is not one colour.');
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = bar.content;
    const { color } = getComputedStyle(probe);
    probe.remove();
    const header = document.querySelector('header') as HTMLElement;
    return { bar: color, header: getComputedStyle(header).backgroundColor };
  });
}

test('the appearance follows the system until it is chosen, and is remembered then', async ({ page }) => {
  const isDark = async () => {
    const { bar, header } = await colours(page);
    expect(bar).toBe(header);
    const scheme = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
    return { header, scheme };
  };
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/about');
  await page.waitForLoadState('networkidle');
  const light = await isDark();
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await isDark();
  expect(dark.header).not.toBe(light.header);

  const appearance = page.getByLabel('Appearance');
  await appearance.selectOption('light');
  expect(await isDark()).toEqual({ header: light.header, scheme: 'light' });
  await appearance.selectOption('dark');
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await isDark()).toEqual({ header: dark.header, scheme: 'dark' });

  await page.reload();
  await expect(appearance).toHaveValue('dark');
  expect(await isDark()).toEqual({ header: dark.header, scheme: 'dark' });
  const html = await (await page.request.get('/about')).text();
  expect(html).toContain('data-theme="dark"');
  expect(html).toContain('<meta name="color-scheme" content="dark">');

  await appearance.selectOption('system');
  expect(await isDark()).toEqual(light);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await isDark()).toEqual(dark);
});

test('dark is chosen at the foot of a page, and the next one begins with it', { tag: '@firefox' }, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/about', { waitUntil: 'networkidle' });
  const light = await colours(page);
  const appearance = page.getByLabel('Appearance');
  await appearance.selectOption('dark');
  const dark = await colours(page);
  expect(dark).toEqual({ bar: dark.header, header: dark.header });
  expect(dark.header).not.toBe(light.header);

  await page.goto('/terms');
  expect(await colours(page)).toEqual(dark);
  await expect(appearance).toHaveValue('dark');
  await page.reload();
  expect(await colours(page)).toEqual(dark);
  await appearance.selectOption('light');
  expect(await colours(page)).toEqual(light);
});

test('where more contrast is wanted, every text is at least 7 to 1', { tag: '@desk' }, async ({ page, signIn }) => {
  const faultsOf = async (addresses: string[]) => {
    const faults: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ contrast: 'more', colorScheme });
      for (const address of addresses) {
        await page.goto(address, { waitUntil: 'networkidle' });
        const { violations } = await axeOn(page).withRules(['color-contrast-enhanced']).analyze();
        for (const { target } of violations.flatMap(({ nodes }) => nodes))
          faults.push(`${colorScheme} ${address} ${target.join(' ')}`);
      }
    }
    return faults;
  };
  expect(await faultsOf(['/providers?q=stroke', '/login'])).toEqual([]);
  await signIn('patient');
  expect(await faultsOf(['/', '/record'])).toEqual([]);
});
