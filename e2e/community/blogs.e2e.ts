import type { Page } from '@playwright/test';
import { expect, test } from '../support/care.ts';
import { expectAccessible } from '../support/journey.ts';
import { shiftOf, watchShift } from '../support/shift.ts';

const main = (page: Page) => page.getByRole('main');
const cards = (page: Page) => main(page).getByRole('article');
const publish = (page: Page) => page.getByRole('button', { name: 'Publish' });

async function write(page: Page, title: string, content: string) {
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Content').fill(content);
}

test('everybody sees the articles, page by page; reading one is for the signed-in', async ({ page }) => {
  await watchShift(page);
  await page.goto('/blog', { waitUntil: 'networkidle' });
  const first = await cards(page).count();
  expect(first).toBeGreaterThan(5);
  await expect(cards(page).first()).toHaveAttribute('aria-busy', 'false');
  await expectAccessible(page);
  expect(await shiftOf(page)).toBe(0);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => cards(page).count()).toBeGreaterThan(first);
  await cards(page).first().getByRole('link').click();
  await expect(page).toHaveURL(/\/login\?next=%2Fblog%2F\d+$/);
});

test(
  'an article is written, read, liked, changed, deleted and restored',
  { tag: '@firefox' },
  async ({ person, clock }) => {
    test.slow();
    const author = await person('provider', 'Dr. Kavita Iyer');
    const reader = await person('patient', 'Asha Kiran');
    const { page } = author;
    const title = `Walking after dinner ${clock.now().getTime()}`;
    await page.goto('/createblog');
    await expect(publish(page)).toBeDisabled();
    await write(page, title, '   ');
    await expect(publish(page)).toBeDisabled();
    await expect(main(page)).toContainText(`${title.length}/120`);
    const content = page.getByLabel('Content');
    await content.fill('Ten minutes are enough');
    await content.selectText();
    await page.getByRole('button', { name: 'Bold' }).click();
    await expect(content).toHaveValue('**Ten minutes are enough**');
    const preview = main(page).getByRole('region', { name: 'Preview' });
    await expect(preview.locator('strong')).toHaveText('Ten minutes are enough');
    await content.press('ControlOrMeta+z');
    await expect(content).toHaveValue('Ten minutes are enough');
    await content.fill('# Why\n\n**Ten minutes** are enough.\n\n<script>alert(1)</script><img src=x onerror=alert(1)>');
    await expect(preview.getByRole('heading', { name: 'Why' })).toBeVisible();
    await expectAccessible(page);

    // The draft is stored on the device until it is sent.
    await page.reload();
    await expect(page.getByText('This is your earlier draft, which was not sent.')).toBeVisible();
    await expect(page.getByLabel('Title')).toHaveValue(title);
    await publish(page).dblclick();
    const told = page.getByRole('alertdialog', { name: 'Your blog is published' });
    await expectAccessible(page);
    await told.getByRole('button', { name: 'See all blogs' }).click();
    await expect(page).toHaveURL('/blog');
    await expect(cards(page).filter({ hasText: title })).toHaveCount(1);
    await expect(cards(page).first()).toContainText(title);

    await cards(page).first().getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    const address = new URL(page.url()).pathname;
    await reader.page.goto(address);
    const text = reader.page.getByRole('article');
    await expect(text.locator('strong')).toHaveText('Ten minutes');
    await expect(text.locator('script, img')).toHaveCount(0);
    await expect(text).toContainText('Dr. Kavita Iyer');
    for (const name of ['Update', 'Delete']) await expect(text.getByRole('link', { name })).toHaveCount(0);
    await text.getByRole('button', { name: 'Like' }).click();
    await expect(text.getByText('1 like', { exact: true })).toBeVisible();
    await expect(text.getByRole('button', { name: 'Liked' })).toBeDisabled();
    await reader.page.reload();
    await expect(text.getByRole('button', { name: 'Liked' })).toBeDisabled();
    await expectAccessible(reader.page);

    await page.getByRole('link', { name: 'Update' }).click();
    await expect(page.getByLabel('Title')).toHaveValue(title);
    await page.getByLabel('Title').fill(`${title}, again`);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Back to the article' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${title}, again`);

    await page.getByRole('link', { name: 'Delete' }).click();
    await expect(page.getByText('Deleting the blog...')).toBeVisible();
    await page.clock.runFor(2000);
    await expect(page).toHaveURL('/blog');
    await expect(cards(page).filter({ hasText: title })).toHaveCount(0);
    await page.goto('/personalblog');
    await expect(main(page).getByText('No Blog Right Now')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect(cards(page)).toContainText(`${title}, again`);
    await expect(page.getByRole('heading', { name: 'Deleted' })).toBeHidden();
  },
);

test('whoever is signed out while writing loses nothing', { tag: '@desk' }, async ({ person, allow }) => {
  allow(/status of 401/);
  const { page } = await person('patient', 'Bina Rao');
  await page.goto('/createblog');
  await write(page, 'What I learned', 'To ask twice.');
  await expect(publish(page)).toBeEnabled();
  // As if another window or an administrator had ended the session.
  await page.evaluate(() => localStorage.clear());
  await publish(page).click();
  const dialog = page.getByRole('alertdialog', { name: 'Login First To Write Your Own Blogs !' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/login?next=%2Fcreateblog');
});

test('the articles can be followed in a feed reader', { tag: '@desk' }, async ({ page }) => {
  const answer = await page.request.get('/feed.xml');
  expect(answer.headers()['content-type']).toContain('application/rss+xml');
  const items = await page.evaluate(
    (xml) => {
      const feed = new DOMParser().parseFromString(xml, 'application/xml');
      return [...feed.querySelectorAll('item')].map((item) => item.querySelector('link')?.textContent);
    },
    await answer.text(),
  );
  expect(items.length).toBeGreaterThan(9);
  for (const link of items) expect(link).toMatch(/\/blog\/\d+$/);
});
