import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/care.ts';
import { expectAccessible } from '../support/journey.ts';
import type { Person } from '../support/people.ts';

/** Another site with one link. */
async function otherSite(address: string) {
  const server = createServer((_, answer) => {
    answer.writeHead(200, { 'content-type': 'text/html' });
    answer.end(
      `<!doctype html><html lang="en"><title>Elsewhere</title><a href="${address}" rel="noreferrer">Press</a>`,
    );
  }).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}/`, close: () => server.close() };
}

async function comeFromElsewhere(page: Page, address: string) {
  const site = await otherSite(address);
  await page.goto(site.url);
  await page.getByRole('link', { name: 'Press' }).click();
  site.close();
}

async function publish(author: Person, content = 'Dark and *cool*.') {
  const made = await author.call('POST', '/apis/blogs/create/', { title: 'Sleep', content });
  return (made.body as { id: number }).id;
}
const isThere = async (reader: Person, id: number) => (await reader.call('GET', `/apis/full/${id}/`)).status === 200;
const asking = (page: Page, name: string) => page.getByRole('alertdialog', { name });

test('a link on another site deletes nothing before a question is answered', async ({ person, product, allow }) => {
  // What was deleted is requested once more; and the server takes an address with %64 for an unknown one, the browser for this
  // page.
  allow(/status of 404|React error #418/);
  const author = await person('patient', 'Asha Kiran');
  const { page } = author;
  const id = await publish(author);
  const address = `${product.url}/blog/del/${id}`;
  // With the service worker in between, too.
  await page.goto('/blog');
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  for (const spelled of [address, `${product.url}/blog/del/${id}/`, `${product.url}/blog/%64el/${id}`]) {
    await comeFromElsewhere(page, spelled);
    await expect(asking(page, 'Delete this article?')).toBeVisible();
    expect(await isThere(author, id)).toBe(true);
  }
  await expectAccessible(page);
  await asking(page, 'Delete this article?').getByRole('button', { name: 'Keep it' }).click();
  await expect(page).toHaveURL(`/blog/${id}`);
  // The site's own button acts at once, also on a page that asked before.
  await page.getByRole('main').getByRole('link', { name: 'Delete' }).click();
  await expect.poll(() => isThere(author, id)).toBe(false);

  const other = await publish(author);
  await comeFromElsewhere(page, `${product.url}/blog/del/${other}`);
  await asking(page, 'Delete this article?').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => isThere(author, other)).toBe(false);

  // A typed address acts at once.
  const third = await publish(author);
  await page.goto(`/blog/del/${third}`);
  await expect.poll(() => isThere(author, third)).toBe(false);
});

test('a link on another site logs nobody out; a typed address and the own button do', async ({
  person,
  product,
  allow,
}) => {
  // The page's calls when its session ended.
  allow(/status of 401/);
  const reader = await person('patient', 'Bina Rao');
  const { page } = reader;
  await comeFromElsewhere(page, `${product.url}/logout`);
  const dialog = asking(page, 'Log out?');
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(page).toHaveURL('/');
  expect(await page.evaluate(() => localStorage.getItem('access'))).not.toBeNull();
  await comeFromElsewhere(page, `${product.url}/logout`);
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/');
  expect(await page.evaluate(() => localStorage.getItem('access'))).toBeNull();

  const second = await person('patient', 'Chitra Nair');
  await second.page.goto('/logout');
  await expect(second.page).toHaveURL('/');
  expect(await second.page.evaluate(() => localStorage.getItem('access'))).toBeNull();
});

test('an article links to no page that acts', { tag: '@desk' }, async ({ person }) => {
  const author = await person('patient', 'Asha Kiran');
  const id = await publish(author, '[my story](/blog/del/1) [more](/logout) [other](/help)');
  await author.page.goto(`/blog/${id}`);
  const text = author.page.getByRole('article').locator('.written');
  await expect(text.getByText('my story')).toBeVisible();
  await expect(text.getByRole('link')).toHaveCount(1);
});
