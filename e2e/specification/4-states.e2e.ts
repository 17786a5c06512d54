import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { enter, newPatient, password, signInAs } from './api.ts';
import { comesAfter, pauseClock } from './clock.ts';
import { constant, covers, quoted } from './covers.ts';

const main = (page: Page) => page.getByRole('main');
// Read in the page itself: Playwright reports an address change only afterwards.
const addressOf = (page: Page) => page.evaluate(() => location.pathname);

test('registration says that it went well, and three seconds later shows the login', async ({ page }) => {
  covers('4:registration');
  await page.clock.install();
  await page.goto('/register', { waitUntil: 'networkidle' });
  const name = `e2e.${crypto.randomUUID().slice(0, 8)}`;
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Email').fill(`${name}@example.org`);
  await page.getByLabel('Password').fill(password);
  // The page signs in by itself, and continues.
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/token/', async (route) => {
    await held;
    await route.continue();
  });
  await comesAfter(page, constant('9:registration-redirect'), {
    answer: /\/register\/user\/$/,
    when: () => page.getByRole('button', { name: 'Register' }).click(),
    shows: () => expect(page.getByText(quoted('4:registration-successful'))).toBeVisible(),
    notYet: async () => expect(await addressOf(page)).toBe('/register'),
    after: () => expect(page).toHaveURL(/\/login$/),
  });
  await expect(page.getByLabel(quoted('2:username'))).toHaveValue(name);
  answer();
  await expect(page).toHaveURL(/\/register\/user\/basic$/);
});

test('the login waits for as long as the answer takes', async ({ page, product }) => {
  covers('2:login-screen', '7:no-timeout');
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/token/', async (route) => {
    await held;
    await route.continue();
  });
  await page.clock.install();
  await page.goto('/login', { waitUntil: 'networkidle' });
  await page.getByLabel(quoted('2:username')).fill(product.logins.patient.username);
  await page.getByLabel(quoted('2:password')).fill(product.logins.patient.password);
  await page.getByRole('button', { name: quoted('2:sign-in') }).click();
  const button = main(page).getByRole('button', { name: quoted('2:signing-in') });
  await expect(button).toBeDisabled();
  await page.clock.fastForward('01:00:00');
  await expect(button).toBeDisabled();
  await expect(page.getByRole('alert')).toHaveCount(0);
  answer();
  await expect(page).toHaveURL(`${product.url}/`);
});

test('an article is liked once', async ({ page, request }) => {
  covers('4:like');
  const author = await newPatient(request);
  const { id } = await author.good('POST', '/apis/blogs/create/', { title: 'Stairs', content: 'Take them.' });
  await signInAs(page, await enter(request));
  await page.goto(`/blog/${id}`);
  await expect(main(page).getByText('0 likes')).toBeVisible();
  await main(page).getByRole('button', { name: 'Like' }).click();
  await expect(main(page).getByText('1 like', { exact: true })).toBeVisible();
  await expect(main(page).getByRole('button', { name: 'Liked' })).toBeDisabled();
  await page.reload();
  await expect(main(page).getByRole('button', { name: 'Liked' })).toBeDisabled();
  await expect(main(page).getByText('1 like', { exact: true })).toBeVisible();
});

test('the card of an article is busy for one and a half seconds, and readable from the first', async ({ page }) => {
  covers('4:blog-card-loading');
  await page.clock.install();
  await page.goto('/about', { waitUntil: 'networkidle' });
  const card = main(page).getByRole('article').first();
  await comesAfter(page, constant('9:blog-card-loading'), {
    answer: /\/apis\/blogs\/(\?|$)/,
    when: () => page.getByRole('contentinfo').getByRole('link', { name: 'Health blogs' }).click(),
    async shows() {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(quoted('2:health-blogs'));
      await expect(card.getByRole('heading')).toBeVisible();
    },
    notYet: () => expect(card).toHaveAttribute('aria-busy', 'true'),
    after: () => expect(card).toHaveAttribute('aria-busy', 'false'),
  });
});

test('the time of a card counts from when it is seen, however late its scripts come', async ({ page }) => {
  covers('4:blog-card-loading');
  // This long delay never ends here: only the card's own delay matters.
  await page.addInitScript(() => {
    const later = window.setTimeout.bind(window);
    Object.assign(window, {
      setTimeout: (run: () => void, ms = 0) => (ms > 1000 ? undefined : later(run, ms)),
    });
  });
  let arrive = () => {};
  const held = new Promise<void>((resolve) => (arrive = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/blog', { waitUntil: 'commit' });
  const card = main(page).getByRole('article').first();
  await expect(card).toHaveAttribute('aria-busy', 'true');
  await page.waitForFunction((ms) => {
    const [seen] = performance.getEntriesByName('first-contentful-paint');
    return seen !== undefined && performance.now() - seen.startTime > ms;
  }, constant('9:blog-card-loading'));
  arrive();
  await expect(card).toHaveAttribute('aria-busy', 'false');
});

test('an article is deleted when its page opens, and the list comes two seconds later', async ({ page, request }) => {
  covers('2:/blog/del/:blogId', '4:blog-deletion');
  const author = await newPatient(request);
  const { id } = await author.good('POST', '/apis/blogs/create/', { title: 'Haste', content: 'Too early.' });
  await signInAs(page, author);
  let listed = 0;
  page.on('request', (sent) => {
    if (new URL(sent.url()).pathname === '/apis/blogs/') listed += 1;
  });
  await page.clock.install();
  await page.goto(`/blog/${id}`, { waitUntil: 'networkidle' });
  await comesAfter(page, constant('9:delete-redirect'), {
    answer: new RegExp(`/apis/blogs/${id}/$`),
    async when() {
      const gone = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
      await main(page)
        .getByRole('link', { name: quoted('2:delete'), exact: true })
        .click();
      expect((await gone).status()).toBe(200);
      listed = 0;
    },
    shows: () => expect(main(page).getByText(quoted('2:deleting-the-blog'))).toBeVisible(),
    async notYet() {
      expect(await addressOf(page)).toBe(`/blog/del/${id}`);
      // Nor is the list being loaded.
      expect(listed).toBe(0);
    },
    after: () => expect(page).toHaveURL('/blog'),
  });
  expect((await author.call('GET', `/apis/full/${id}/`)).status).toBe(404);
});

test('an article is written, then the list comes; a change stays on its page', async ({ page, request }) => {
  covers('2:/createblog', '2:/blog/update/:blogId', '4:blog-create', '4:blog-edit');
  covers('5:blog-title', '5:blog-content', '5:blog-submit', '5:blog-clear');
  const author = await newPatient(request);
  await signInAs(page, author);
  await page.goto('/createblog');
  const title = page.getByLabel('Title');
  const content = page.getByLabel('Content');
  const publish = page.getByRole('button', { name: 'Publish' });
  await expect(main(page)).toContainText('Markdown');
  await expect(publish).toBeDisabled();
  await title.fill('  ');
  await content.fill('Water, light and patience.');
  await expect(publish).toBeDisabled();
  await title.fill('x'.repeat(constant('9:title-length') + 1));
  await expect(title).toHaveValue('x'.repeat(constant('9:title-length')));
  await expect(main(page).getByText('120/120')).toBeVisible();
  await content.fill(' \n ');
  await expect(publish).toBeDisabled();
  await page.getByRole('button', { name: 'Clear/Cancel' }).click();
  await expect(title).toHaveValue('');
  await title.fill('A balcony garden');
  await expect(main(page).getByText('16/120')).toBeVisible();
  await content.fill('Water, light and patience.');
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/apis/blogs/create/', async (route) => {
    await held;
    await route.continue();
  });
  await publish.click();
  await expect(main(page).getByRole('button', { name: 'Publishing...' })).toBeDisabled();
  answer();
  await page.getByRole('alertdialog').getByRole('button').first().click();
  await expect(page).toHaveURL('/blog');
  await expect(main(page).getByText('A balcony garden').first()).toBeVisible();

  const [{ id }] = await author.good('GET', `/apis/personal/${author.user_id}/`);
  await page.goto(`/blog/update/${id}`);
  await expect(content).toHaveValue('Water, light and patience.');
  await expect(page.getByRole('button', { name: 'Clear/Cancel' })).toBeHidden();
  await title.fill('A window garden');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(main(page).getByText('Saved')).toBeVisible();
  await expect(page).toHaveURL(`/blog/update/${id}`);
  expect(await author.good('GET', `/apis/blogs/${id}/`)).toMatchObject({ title: 'A window garden' });
});

test('the messages of a room are loaded anew every fifteen seconds, on demand, after sending and deleting', async ({
  page,
  request,
}) => {
  covers('4:chat-reload');
  const person = await newPatient(request);
  await signInAs(page, person);
  const [{ id }] = await person.good('GET', '/apis/chat-rooms/');
  let loads = 0;
  page.on('request', (sent) => {
    if (new URL(sent.url()).pathname === `/apis/messages/${id}/`) loads += 1;
  });
  // Without live updates.
  await page.routeWebSocket('**/live/', (socket) => socket.close());
  await page.clock.install();
  await page.goto(`/room/${id}`, { waitUntil: 'networkidle' });
  await expect(page.getByLabel('Message', { exact: true })).toBeVisible();
  await pauseClock(page);
  const grows = async (by: () => Promise<unknown>) => {
    const before = loads;
    await by();
    await expect.poll(() => loads).toBeGreaterThan(before);
  };
  await grows(() => page.clock.runFor(constant('9:chat-poll')));
  const loaded = loads;
  await page.clock.runFor(constant('9:chat-poll') / 3);
  expect(loads).toBe(loaded);
  await page.clock.resume();
  await grows(() => page.getByRole('button', { name: 'Refresh' }).click());
  const text = `Good morning ${crypto.randomUUID().slice(0, 8)}`;
  await page.getByLabel('Message', { exact: true }).fill(text);
  await grows(() => page.getByRole('button', { name: 'Send' }).click());
  const row = page.getByRole('article').filter({ hasText: text });
  await expect(row).toHaveCount(1);
  await grows(() => row.getByRole('button', { name: 'Delete' }).click());
  await expect(row).toHaveCount(0);
});
