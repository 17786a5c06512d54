import type { Page } from '@playwright/test';
import { expect, test } from '../support/care.ts';
import { expectAccessible } from '../support/journey.ts';
import { shiftOf, watchShift } from '../support/shift.ts';
import { covers } from '../specification/covers.ts';

const main = (page: Page) => page.getByRole('main');
const questions = (page: Page) => main(page).getByRole('article');
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search the questions' });

test('everybody reads and searches the questions; asking is for the signed-in', async ({ page }) => {
  await watchShift(page);
  await page.goto('/help', { waitUntil: 'networkidle' });
  await expect(questions(page)).toHaveCount(50);
  await expect(main(page)).toContainText('Not for emergencies — call 112');
  await expect(page.getByLabel('Your question')).toBeHidden();
  await expectAccessible(page);
  expect(await shiftOf(page)).toBe(0);

  // At once, whatever the server is doing.
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/apis/help-center/?q=*', async (route) => {
    await held;
    await route.continue();
  });
  await search(page).fill('NURSERY');
  await expect(questions(page)).toHaveCount(1);
  await expect(questions(page)).toContainText('My son is starting nursery next month');
  answer();
  await expect(page).toHaveURL('/help?q=NURSERY');
  await expect(questions(page)).toHaveCount(1);

  await search(page).fill('hedphones');
  await expect(questions(page)).toContainText('How loud is too loud for headphones?');
  await search(page).fill('दर्द');
  await expect(main(page).getByText('Searching…')).toBeHidden();
  await search(page).fill('xylophone');
  await expect(page.getByText('No questions found. Be the first to ask!')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect(questions(page)).toHaveCount(50);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(questions(page)).toHaveCount(100);
  await questions(page).first().getByRole('link').click();
  await expect(page).toHaveURL(/\/login\?next=%2Fcomment%2F\d+$/);
});

test(
  'a search works from its address, and without JavaScript',
  { tag: '@desk' },
  async ({ page, browser, product }) => {
    await page.goto('/help?q=headphones');
    await expect(questions(page)).toHaveCount(1);
    await expect(search(page)).toHaveValue('headphones');
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: product.url });
    const bare = await context.newPage();
    await bare.goto('/help');
    await search(bare).fill('headphones');
    await search(bare).press('Enter');
    await expect(questions(bare)).toHaveCount(1);
    await context.close();
  },
);

test('a question is asked, answered, put better and deleted', { tag: '@firefox' }, async ({ person, allow }) => {
  test.slow();
  allow(/status of 404/);
  const asker = await person('patient', 'Asha Kiran');
  const provider = await person('provider', 'Dr. Kavita Iyer');
  const { page } = asker;
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));

  await page.goto('/help');
  const form = page.getByLabel('Your question');
  await form.fill('   \n ');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(form).toHaveValue('   \n ');
  expect(sent).toEqual([]);

  await search(page).fill('xylophone lessons');
  await expect(page.getByText('Nobody asked about “xylophone lessons” yet.')).toBeVisible();
  await form.fill('');
  await page.getByRole('button', { name: 'Ask it' }).click();
  await expect(form).toBeFocused();
  await expect(form).toHaveValue('xylophone lessons');
  await form.fill('Do xylophone lessons help stiff wrists?\nI am 58.');
  await page.getByRole('button', { name: 'Ask', exact: true }).dblclick();
  await expect(page.getByText('Your question is at the top of the list.')).toBeVisible();
  await expect(form).toHaveValue('');
  await expectAccessible(page);
  expect(sent.filter((url) => url.endsWith('/create/'))).toHaveLength(1);
  const card = questions(page).filter({ hasText: 'Do xylophone lessons help' });
  await expect(card).toContainText('No answers yet');
  await page.getByText('Your questions').click();
  await expect(card).toHaveCount(2);
  await card.first().getByRole('link').click();
  await expect(page).toHaveURL(/\/comment\/\d+$/);
  await expect(page.getByText('No answers yet. Be the first to respond!')).toBeVisible();
  await expectAccessible(page);

  const address = new URL(page.url()).pathname;
  await provider.page.goto(address);
  await expect(provider.page.getByRole('button', { name: 'Edit' })).toBeHidden();
  await expect(provider.page.getByRole('button', { name: 'Delete' })).toBeHidden();
  await provider.page.getByLabel('Your answer').fill('They move gently.\nAsk your doctor about the stiffness.');
  await provider.page.getByRole('button', { name: 'Post answer' }).click();
  await expect(provider.page.getByText('Your answer is above.')).toBeVisible();
  await expect(provider.page.getByRole('article').filter({ hasText: 'They move gently.' })).toContainText(
    'Dr. Kavita Iyer',
  );

  await page.reload();
  const answer = page.getByRole('article').filter({ hasText: 'They move gently.' });
  await expect(answer.getByText('Healthcare provider')).toBeVisible();
  await expect(answer.getByText('Not yet verified')).toBeVisible();
  await expect(answer.getByRole('link', { name: 'Dr. Kavita Iyer' })).toHaveAttribute(
    'href',
    `/profile/${provider.id}`,
  );
  await expect(answer.getByRole('button', { name: 'Delete' })).toBeHidden();
  await expect(page.getByRole('heading', { name: '1 answer' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Your question').fill('Do marimba lessons help stiff wrists?');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(main(page).getByText('Do marimba lessons help stiff wrists?')).toBeVisible();
  await expect(main(page).getByText('edited')).toBeVisible();

  await provider.page.getByRole('button', { name: 'Delete' }).click();
  const sure = provider.page.getByRole('alertdialog', { name: 'Delete this answer?' });
  await expectAccessible(provider.page);
  await sure.getByRole('button', { name: 'Delete' }).click();
  await expect(sure).toBeHidden();
  await expect(provider.page.getByText('No answers yet. Be the first to respond!')).toBeVisible();

  await page.getByRole('button', { name: 'Delete' }).click();
  await page
    .getByRole('alertdialog', { name: 'Delete this question?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(page).toHaveURL('/help');
  await expect(questions(page).filter({ hasText: 'marimba' })).toHaveCount(0);
  await provider.page.reload();
  await expect(provider.page.getByText('This question is not here')).toBeVisible();
  await expectAccessible(provider.page);
});

test('without a token nothing happens, silently; what was typed stays', { tag: '@desk' }, async ({ person }) => {
  covers('8:no-token-silent');
  const { page } = await person('patient', 'Asha Kiran');
  await page.goto('/help');
  const form = page.getByLabel('Your question');
  await form.fill('Is anybody there?');
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await page.evaluate(() => localStorage.clear());
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(form).toHaveValue('Is anybody there?');
  await expect(page.getByRole('alert')).toBeHidden();
  expect(sent).toEqual([]);
});

test(
  'what was begun is there again after a reload, and gone once it was sent',
  { tag: '@desk' },
  async ({ person }) => {
    const { page } = await person('patient', 'Asha Kiran');
    await page.goto('/help');
    const form = page.getByLabel('Your question');
    await form.fill('Is this kept');
    // Nobody types as fast as a browser first opens IndexedDB; later input is stored when the page is left.
    await expect.poll(() => page.evaluate(keptThings)).toHaveLength(1);
    await form.pressSequentially(' while I');
    await page.reload();
    await expect(form).toHaveValue('Is this kept while I');
    await expect(page.getByText('(your draft)')).toBeVisible();
    await form.pressSequentially(' sleep?');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await expect(page.getByText('Your question is at the top of the list.')).toBeVisible();
    await page.reload();
    await expect(questions(page).first()).toContainText('Is this kept while I sleep?');
    await expect(form).toHaveValue('');
  },
);

test('what cannot be sent stays, and goes when it is tried again', { tag: '@desk' }, async ({ person, allow }) => {
  allow(/ERR_INTERNET_DISCONNECTED|cannot be reached/);
  const { page } = await person('patient', 'Asha Kiran');
  await page.goto('/help', { waitUntil: 'networkidle' });
  const form = page.getByLabel('Your question');
  await form.fill('Does a bad line lose what I write?');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('What you typed is still here');
  await expect(form).toHaveValue('Does a bad line lose what I write?');
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(page.getByText('Your question is at the top of the list.')).toBeVisible();
  await expect(questions(page).filter({ hasText: 'bad line' })).toHaveCount(1);
});

test(
  'a draft lies encrypted, outlives its session, and goes with logging out, after a question where that was pressed',
  { tag: ['@desk', '@firefox'] },
  async ({ person, allow }) => {
    test.slow();
    // Calls in flight when the session ends.
    allow(/401/);
    const { page } = await person('patient', 'Asha Kiran');
    const tokens = await page.evaluate(() => Object.fromEntries(Object.entries(localStorage)));
    const question = page.getByLabel('Your question');
    const words = 'My left knee hurts at night';

    await page.goto('/help');
    await question.fill(words);
    await expect.poll(() => page.evaluate(keptThings)).toHaveLength(1);
    expect((await page.evaluate(keptThings)).join()).not.toMatch(/knee|question/);
    const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage].map(Object.entries)));
    expect(stored).not.toContain('knee');

    // The session ends in the middle of a sentence, as another tab would report it.
    await question.pressSequentially(' since May');
    await page.evaluate(() => {
      localStorage.clear();
      window.dispatchEvent(new StorageEvent('storage'));
    });
    await page.context().clearCookies({ name: 'signed_in' });
    await page.goto('/help');
    await expect(page.getByRole('link', { name: 'Login to ask' })).toBeVisible();
    expect(await page.evaluate(keptThings)).toHaveLength(1);
    await page.evaluate((kept) => Object.assign(localStorage, kept), tokens);
    await page.goto('/help');
    await expect(question).toHaveValue(`${words} since May`);
    await expect(page.getByText('(your draft)')).toBeVisible();

    // In Firefox the window is as narrow as a phone.
    const menu = page.getByRole('button', { name: 'Open the menu' });
    if (await menu.isVisible()) await menu.click();
    await page.getByRole('banner').getByRole('link', { name: 'Logout' }).click();
    const asks = page.getByRole('alertdialog', { name: 'Erase your drafts?' });
    await expect(asks).toContainText('encrypted');
    await expectAccessible(page);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    await asks.getByRole('button', { name: 'Erase them' }).click();
    await expect(page).toHaveURL('/');
    expect(await page.evaluate(keptThings)).toEqual([]);
  },
);

test(
  'an address that is typed logs out at once, and takes the drafts along',
  { tag: '@desk' },
  async ({ person, allow }) => {
    // Calls in flight when the session ends.
    allow(/401/);
    const { page } = await person('patient', 'Asha Kiran');
    await page.goto('/help');
    await page.getByLabel('Your question').fill('Whom does this concern?');
    await expect.poll(() => page.evaluate(keptThings)).toHaveLength(1);
    await page.goto('/logout');
    await expect(page).toHaveURL('/');
    expect(await page.evaluate(keptThings)).toEqual([]);
  },
);

test('what an earlier version kept in clear is encrypted', { tag: '@desk' }, async ({ person }) => {
  const { page, id } = await person('patient', 'Asha Kiran');
  await page.goto('/help');
  const question = page.getByLabel('Your question');
  await question.fill('Soon gone');
  await expect.poll(() => page.evaluate(keptThings)).toHaveLength(1);
  await question.fill('');
  await expect.poll(() => page.evaluate(keptThings)).toHaveLength(0);
  await page.evaluate(writeInClear, [`${id} question`, '0 question']);
  expect((await page.evaluate(keptThings)).join()).toContain('Of long ago');
  await page.reload();
  await expect(question).toHaveValue('Of long ago');
  const things = await page.evaluate(keptThings);
  expect([things.length, things.join().includes('long ago')]).toEqual([1, false]);
});

/** The drafts that this browser stores, each with its key as text; runs in the page. */
async function keptThings() {
  const name = 'carecommons-drafts';
  // Opening a store that does not exist would create an empty one.
  if (!(await indexedDB.databases()).some((each) => each.name === name)) return [];
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error(`${name} cannot be read`)));
    });
  const opened = await done(indexedDB.open(name));
  const store = opened.transaction('drafts').objectStore('drafts');
  const [keys, values] = await Promise.all([done(store.getAllKeys()), done<unknown[]>(store.getAll())]);
  opened.close();
  const textOf = (value: unknown) =>
    JSON.stringify(value, (_, part: unknown) =>
      part instanceof ArrayBuffer ? new TextDecoder('latin1').decode(part) : part,
    );
  return keys.map((key, index) => `${textOf(key)}: ${textOf(values[index])}`);
}

/** Stores drafts as they were before they were encrypted; runs in the page. */
async function writeInClear(keys: string[]) {
  const opening = indexedDB.open('carecommons-drafts');
  await new Promise((resolve) => opening.addEventListener('success', resolve));
  const writing = opening.result.transaction('drafts', 'readwrite');
  for (const key of keys) writing.objectStore('drafts').put({ content: 'Of long ago', at: 1 }, key);
  await new Promise((resolve) => writing.addEventListener('complete', resolve));
  opening.result.close();
}
