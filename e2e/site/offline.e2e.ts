import type { Page } from '@playwright/test';
import { openLine } from '../../prove/tools/cut-line.ts';
import { watchFaults } from '../support/faults.ts';
import { expect, expectAccessible, test as base } from '../support/journey.ts';
import { meet, type Person } from '../support/people.ts';

// Unique: the posts of others are on public pages.
const name = 'Yamini of the Offline';

interface Fixtures {
  /** A person whose browser loses the network and finds it again. */
  traveller: Person & { leave(): Promise<void>; comeBack(): Promise<void> };
}

const test = base.extend<Fixtures>({
  traveller: async ({ browser, product, contextOptions, viewport, isMobile, hasTouch, allow, allowed }, use) => {
    allow(/ERR_|cannot be reached|Failed to load resource|WebSocket connection/);
    const line = await openLine(product.url);
    const context = { ...contextOptions, viewport, isMobile, hasTouch, locale: 'en-IN', timezoneId: 'Asia/Kolkata' };
    const person = await meet({ browser, url: line.address, now: new Date(), context }, 'patient', name);
    await use({
      ...person,
      // The browser under test does not tell a worker that it is offline, so the connection is cut as well.
      async leave() {
        line.cut(3_600_000);
        await person.page.context().setOffline(true);
      },
      async comeBack() {
        line.cut(0);
        await person.page.context().setOffline(false);
      },
    });
    expect(person.faults.filter((fault) => !allowed.some((each) => each.test(fault)))).toEqual([]);
    await person.page.context().close();
    line.close();
  },
});

/** Everything that the browser stores of the site outside its HTTP cache: addresses and content. Runs in the page. */
async function keptThings() {
  const found: { store: string; address: string; text: string }[] = [];
  for (const store of await caches.keys()) {
    const cache = await caches.open(store);
    for (const request of await cache.keys()) {
      const { pathname, search } = new URL(request.url);
      const text = (await (await cache.match(request))?.text()) ?? '';
      found.push({ store, address: pathname + search, text });
    }
  }
  return found;
}

const keptPages = async (page: Page) => {
  const things = await page.evaluate(keptThings);
  return things.filter(({ store }) => store.startsWith('pages')).map(({ address }) => address);
};

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
// The browser under test does not always tell a page that was loaded offline.
const leftOut = /(You are offline\. This|The network did not answer: this) page is from .+\./;

test(
  'what was seen is there without a network, and nothing of a person is kept',
  { tag: '@phone' },
  async ({ traveller }) => {
    test.slow();
    const { page } = traveller;
    await page.goto('/');
    await expect.poll(() => keptPages(page)).toEqual(expect.arrayContaining(['/?en+system', '/offline?en+system']));
    await page.goto('/services');
    await expect
      .poll(() => keptPages(page))
      .toEqual(expect.arrayContaining([expect.stringMatching(/^\/services\?en/)]));
    // Without a page load, too.
    await page.getByRole('contentinfo').getByRole('link', { name: 'Specialities' }).click();
    await expect(heading(page)).toHaveText('Specialities');
    for (const address of ['/record', '/book', '/account', '/notifications', '/chat', '/providers?q=rash', '/login'])
      await page.goto(address, { waitUntil: 'networkidle' });
    await page.goto('/help');
    const seen = ['/', '/help', '/offline', '/services', '/speciality'];
    await expect
      .poll(async () => (await keptPages(page)).map((key) => key.split('?')[0]))
      .toEqual(expect.arrayContaining(seen));

    const things = await page.evaluate(keptThings);
    const mine = (await traveller.call('GET', '/current-user/')).body as { username: string };
    const tokens = await page.evaluate(() => [localStorage.getItem('access'), localStorage.getItem('refresh')]);
    for (const { store, address, text } of things) {
      expect([address, address.startsWith('/assets/')]).toEqual([address, store.startsWith('files')]);
      for (const secret of [mine.username, name, ...tokens])
        expect([address, text.includes(String(secret))]).toEqual([address, false]);
    }
    // Search pages are cached without their results; and the page on which the traveller began.
    const pages = [...new Set((await keptPages(page)).map((key) => key.split('?')[0]))];
    expect(pages.filter((path) => !['/about', '/providers', ...seen].includes(String(path)))).toEqual([]);

    await traveller.leave();
    await page.goto('/services');
    await expect(heading(page)).toHaveText('Our services');
    await expect(page.getByText(leftOut)).toBeVisible();
    await expectAccessible(page);
    // It is interactive: what needs no network works.
    await page.getByLabel('Appearance').selectOption('dark');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

    await page.goto('/record');
    await expect(page).toHaveURL(/\/offline#\/record$/);
    await expect(heading(page)).toHaveText('Without a network');
    await expect(page.getByText('The page you asked for cannot be shown now')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('main').getByRole('link', { name: 'Specialities' }).click();
    await expect(heading(page)).toHaveText('Specialities');
    await expect(page.getByText(leftOut)).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/\/offline#\/record$/);

    await traveller.comeBack();
    await expect(page).toHaveURL(({ pathname }) => pathname === '/record', { timeout: 25_000 });
    await expect(heading(page)).toHaveText(/report/i);
    await expect(page.getByText(leftOut)).toBeHidden();

    // Cached private pages are deleted at sign-out.
    await page.goto('/logout');
    await expect(page).toHaveURL(/\/$/);
    await expect.poll(async () => (await keptPages(page)).some((key) => key.startsWith('/services'))).toBe(false);
  },
);

test(
  'a page that was kept is in the language and the theme in which it was read',
  { tag: '@phone' },
  async ({ traveller }) => {
    const { page } = traveller;
    await page.goto('/services');
    await page.getByLabel('Appearance').selectOption('dark');
    await page.getByLabel('Language').selectOption('hi');
    await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
    await expect.poll(() => keptPages(page)).toEqual(expect.arrayContaining(['/services?hi+dark', '/offline?hi+dark']));
    await traveller.leave();
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(page.getByText(/यह पेज .+ का है।$/)).toBeVisible();
    await page.goto('/dashboard');
    await expect(heading(page)).toHaveText('बिना नेटवर्क के');
    await expectAccessible(page);
  },
);

test('a question and a message that are written without a network are sent when there is one', async ({
  traveller,
}) => {
  test.slow();
  const { page } = traveller;
  const rooms = (await traveller.call('GET', '/apis/chat-rooms/')).body as { id: number }[];
  await page.goto(`/room/${rooms[0]?.id}`);
  const message = page.getByRole('textbox', { name: 'Message' });
  await expect(message).toBeVisible();
  const said = `Written in the train ${Date.now()}`;
  await traveller.leave();
  await message.fill(said);
  await page.getByRole('button', { name: 'Send' }).click();
  const log = page.getByRole('log', { name: 'Messages' });
  await expect(log.getByText(said)).toBeVisible();
  await expect(log.getByText('Waiting for a network. It will be sent when you are online.')).toBeVisible();
  await expectAccessible(page);
  await traveller.comeBack();
  await expect(log.getByText('Waiting for a network')).toBeHidden();

  await page.goto('/help', { waitUntil: 'networkidle' });
  const question = page.getByLabel('Your question');
  const asked = `Do trains make one tired? ${Date.now()}`;
  await traveller.leave();
  await question.fill(asked);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await page.getByRole('button', { name: 'Send it when I am online again' }).click();
  await expect(question).toHaveValue('');
  const waiting = page.getByRole('list', { name: 'Waiting to be sent' });
  await expect(waiting.getByText(asked)).toBeVisible();
  await expect(waiting.getByText('Waiting for a network. It will be sent when you are online.')).toBeVisible();
  await expectAccessible(page);
  // It can be changed, and it survives a reload.
  await waiting.getByRole('button', { name: 'Change' }).click();
  await expect(question).toHaveValue(asked);
  await question.fill(`${asked} Even short ones?`);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await page.getByRole('button', { name: 'Send it when I am online again' }).click();
  await page.goto('/dashboard');
  await expect(heading(page)).toHaveText('Without a network');
  await expect(page.getByRole('list', { name: 'Waiting to be sent' }).getByText('Even short ones?')).toBeVisible();
  await expectAccessible(page);

  await traveller.comeBack();
  await expect(page).toHaveURL(({ pathname }) => pathname === '/dashboard', { timeout: 25_000 });
  const found = async () => {
    const { body } = await traveller.call('GET', '/apis/help-center/own/');
    return (body as { problem: string }[]).map(({ problem }) => problem);
  };
  // What failed meanwhile is retried within 20 seconds.
  await expect.poll(found, { timeout: 30_000 }).toEqual([`${asked} Even short ones?`]);
  await expect(page.getByText(/waits? to be sent/)).toBeHidden();
  await expect(page.getByText('What was waiting has been sent.')).toBeVisible();
});

test(
  'a message that was not sent goes from any page, and never for somebody else',
  { tag: '@desk' },
  async ({ traveller, browser, product }) => {
    test.slow();
    const { page } = traveller;
    const rooms = (await traveller.call('GET', '/apis/chat-rooms/')).body as { id: number }[];
    await page.goto(`/room/${rooms[0]?.id}`);
    const message = page.getByRole('textbox', { name: 'Message' });
    await expect(message).toBeVisible();
    const said = `Left on the device ${Date.now()}`;
    await traveller.leave();
    await message.fill(said);
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByRole('log').getByText(said)).toBeVisible();
    await page.goto('/services');
    await traveller.comeBack();

    // Another person signs in on the same device before the first one returns.
    const other = await meet({ browser, url: product.url, now: new Date() }, 'patient', 'Bina Rao');
    const theirs = await other.page.evaluate(() => Object.fromEntries(Object.entries(localStorage)));
    const own = await page.evaluate(() => Object.fromEntries(Object.entries(localStorage)));
    await traveller.leave();
    await page.goto('/services');
    await page.evaluate((kept) => Object.assign(localStorage, kept), theirs);
    await traveller.comeBack();
    await page.goto('/offline', { waitUntil: 'networkidle' });
    await expect(page.getByText(said)).toBeHidden();
    await page.evaluate((kept) => Object.assign(localStorage, kept), own);
    await page.goto('/about');
    await expect
      .poll(async () => {
        const { body } = await traveller.call('GET', `/apis/messages/${rooms[0]?.id}/`);
        return JSON.stringify(body).split(said).length - 1;
      })
      .toBe(1);
    await other.page.context().close();
  },
);

test(
  'it can be installed where the browser offers it, at the foot of the page',
  { tag: '@phone' },
  async ({ page }) => {
    const faults = await watchFaults(page.context()).catch(() => []);
    await page.goto('/about', { waitUntil: 'networkidle' });
    const entry = page.getByRole('contentinfo').getByRole('button', { name: 'Install' });
    await expect(entry).toBeHidden();
    // The browser under test cannot install apps: the test fires the browser's event.
    await page.evaluate(() => {
      const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
        prompt: async () => {
          document.documentElement.dataset.prompted = '';
          return { outcome: 'accepted' };
        },
      });
      window.dispatchEvent(offer);
      document.documentElement.dataset.quiet = String(offer.defaultPrevented);
    });
    await expect(page.locator('html')).toHaveAttribute('data-quiet', 'true');
    await expectAccessible(page);
    await entry.click();
    await expect(page.locator('html')).toHaveAttribute('data-prompted', '');
    await expect(entry).toBeHidden();
    const link = page.locator('link[rel=manifest]');
    const manifest = await page.request.get((await link.getAttribute('href')) ?? '');
    expect(await manifest.json()).toMatchObject({ short_name: 'Carecommons', lang: 'en' });
    expect(faults).toEqual([]);
  },
);

test(
  'a browser whose storage fails shows every page from the network all the same',
  { tag: '@phone' },
  async ({ traveller }) => {
    const { page } = traveller;
    await page.goto('/');
    await expect.poll(() => keptPages(page)).toEqual(expect.arrayContaining(['/?en+system']));
    const [worker] = page.context().serviceWorkers();
    await worker?.evaluate(() => {
      CacheStorage.prototype.open = () => Promise.reject(new DOMException('The disk is full', 'QuotaExceededError'));
    });
    await page.goto('/services');
    await expect(heading(page)).toBeVisible();
    await page.getByRole('contentinfo').getByRole('link', { name: 'Specialities' }).click();
    await expect(page.getByRole('main').getByRole('link', { name: 'Cardiology' })).toBeVisible();
  },
);
