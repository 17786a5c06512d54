import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/journey.ts';
import { tabTo } from '../support/keyboard.ts';
import { meet } from '../support/people.ts';
import { shiftOf, watchShift } from '../support/shift.ts';

const main = (page: Page) => page.getByRole('main');
const opener = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Search' });
const dialog = (page: Page) =>
  page.getByRole('dialog', { name: 'Search providers, specialities, articles and questions' });
const box = (page: Page) => dialog(page).getByRole('combobox');
const options = (page: Page) => dialog(page).getByRole('option');
const cards = (page: Page) => main(page).getByRole('article');

test(
  'one box finds every kind, by keyboard alone, and forgives a typing error',
  { tag: '@firefox' },
  async ({ page }) => {
    await page.goto('/', { waitUntil: 'networkidle' });
    await tabTo(opener(page));
    await page.keyboard.press('Enter');
    await expect(box(page)).toBeFocused();
    await expectAccessible(page);

    await page.keyboard.type('hedphones');
    // The list of results for the first letters is replaced until the right one is there.
    await expect(dialog(page).getByRole('group', { name: 'Questions' }).getByRole('option')).toHaveText([
      /How loud is too loud for headphones\?/,
    ]);
    await box(page).fill('cardiolgy');
    await expect(dialog(page).getByRole('group', { name: 'Specialities' }).getByRole('option')).toHaveText([
      'Cardiology',
    ]);
    await expect(dialog(page).getByRole('group', { name: 'Healthcare providers' })).toContainText('Dr. ');
    await expect(dialog(page).getByRole('status')).toHaveText(/^\d+ results$/);
    await expectAccessible(page);

    // Up from the box leads to the last result, down from there to the box again, and then to the first.
    await page.keyboard.press('ArrowUp');
    await expect(options(page).last()).toHaveAttribute('aria-selected', 'true');
    await expect(options(page).last()).toHaveText('All results for “cardiolgy”');
    await page.keyboard.press('ArrowDown');
    await expect(dialog(page).getByRole('option', { selected: true })).toHaveCount(0);
    await page.keyboard.press('ArrowDown');
    await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');
    await expect(box(page)).toHaveAttribute(
      'aria-activedescendant',
      (await options(page).first().getAttribute('id')) ?? '',
    );
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/all\/\d+$/);
    await expect(page.getByRole('heading', { name: 'Cardiology' })).toBeVisible();
    await expect(dialog(page)).toBeHidden();
  },
);

test(
  'Ctrl+K opens it, Escape closes it and gives the focus back; nothing found says so',
  { tag: '@firefox' },
  async ({ page }) => {
    await page.goto('/about', { waitUntil: 'networkidle' });
    await opener(page).focus();
    await page.keyboard.press('Control+k');
    await expect(box(page)).toBeFocused();
    await page.keyboard.type('zzzqqq');
    await expect(dialog(page).getByRole('status')).toHaveText('Nothing found for “zzzqqq”');
    await expect(options(page)).toHaveCount(0);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expect(opener(page)).toBeFocused();

    await opener(page).click();
    await dialog(page).getByRole('button', { name: 'Close the search' }).click();
    await expect(dialog(page)).toBeHidden();
    await expect(opener(page)).toBeFocused();
  },
);

test('an answer that comes late is not shown for what is typed by then', async ({ page }) => {
  await page.goto('/about', { waitUntil: 'networkidle' });
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/\/search\/\?q=dermatology/, async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  await opener(page).click();
  const asked = page.waitForRequest(/\/search\/\?q=dermatology/);
  await box(page).fill('dermatology');
  await asked;
  await box(page).fill('cardiology');
  await expect(options(page).first()).toHaveText('Cardiology');
  answer();
  await expect(options(page).last()).toHaveText('All results for “cardiology”');
  await expect(dialog(page).getByText('Dermatology')).toHaveCount(0);
  // The last results stay until the next answer arrives.
  await page.route(/\/search\/\?q=cardiology\+r/, () => {});
  await box(page).fill('cardiology r');
  await expect(dialog(page).getByRole('listbox')).toHaveAttribute('aria-busy', 'true');
  await expect(options(page).first()).toHaveText('Cardiology');
});

test('a search that the network breaks says so, and can be tried again', { tag: '@desk' }, async ({ page, allow }) => {
  allow(/ERR_FAILED/);
  await page.goto('/about', { waitUntil: 'networkidle' });
  await opener(page).click();
  await page.route('**/search/?q=*', (route) => route.abort());
  await box(page).fill('pune');
  await expect(dialog(page).getByRole('alert')).toContainText('The search did not work.');
  await page.unroute('**/search/?q=*');
  await dialog(page).getByRole('button', { name: 'Try again' }).click();
  await expect(dialog(page).getByRole('group', { name: 'Healthcare providers' })).toContainText('Pune');
});

test('all results are a page, also without JavaScript', async ({ page, browser, product }) => {
  await watchShift(page);
  await page.goto('/search?q=sleep', { waitUntil: 'networkidle' });
  await expect(page).toHaveTitle(/^All results for “sleep”/);
  await expect(main(page).getByRole('heading', { name: 'Articles' })).toBeVisible();
  await expect(main(page).getByRole('status')).toHaveText(/^\d+ results$/);
  await expectAccessible(page);
  expect(await shiftOf(page)).toBe(0);
  await main(page).getByRole('link', { name: 'All questions for “sleep”' }).click();
  await expect(page).toHaveURL('/help?q=sleep');

  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: product.url });
  const bare = await context.newPage();
  await bare.goto('/about');
  await opener(bare).click();
  await expect(bare).toHaveURL('/search');
  await bare.getByRole('searchbox').fill('cardiolgy');
  await bare.getByRole('searchbox').press('Enter');
  await expect(bare).toHaveURL('/search?q=cardiolgy');
  await expect(main(bare).getByRole('region', { name: 'Specialities' }).getByRole('link')).toHaveText('Cardiology');
  await context.close();
});

test(
  'a question that a moderator has hidden is found no more',
  { tag: '@desk' },
  async ({ page, browser, product, signIn }) => {
    const author = await meet({ browser, url: product.url, now: new Date() }, 'patient', 'Asha Kiran');
    const asked = await author.call('POST', '/apis/help-center/create/', { problem: 'Is a xylophonist ever ill?' });
    const id = (asked.body as { prob_id: number }).prob_id;
    const find = async (at: Page) => {
      await at.goto('/about', { waitUntil: 'networkidle' });
      await opener(at).click();
      await box(at).fill('xylophonist');
    };
    await find(page);
    await expect(options(page).first()).toContainText('Is a xylophonist ever ill?');

    await signIn('administrator');
    await page.goto(`/comment/${id}`);
    await page.getByRole('button', { name: 'Hide' }).click();
    const deciding = page.getByRole('alertdialog', { name: 'Hide this?' });
    await deciding.getByLabel('Reason').fill('Not about health.');
    await deciding.getByRole('button', { name: 'Hide it' }).click();
    await expect(page.getByText('Hidden by a moderator')).toBeVisible();
    for (const at of [page, author.page]) {
      await find(at);
      await expect(dialog(at).getByRole('status')).toHaveText('Nothing found for “xylophonist”');
    }
    expect(author.faults).toEqual([]);
    await author.page.context().close();
  },
);

test('filters narrow the directory, stand in the address, and come back with it', async ({ page, isMobile }) => {
  await page.goto('/providers', { waitUntil: 'networkidle' });
  const narrow = page.getByRole('form', { name: 'Narrow the list' });
  if (isMobile) {
    await expect(narrow).toBeHidden();
    await page.getByRole('button', { name: 'Filters' }).click();
  }
  await narrow.getByLabel('Speciality').selectOption('Cardiology');
  await expect(page).toHaveURL(/\/providers\?speciality=\d+$/);
  await expect(cards(page).first()).toContainText('Cardiology');
  await narrow.getByLabel('Language').selectOption('Hindi');
  await expect(page).toHaveURL(/&language=Hindi/);
  await expect(cards(page).filter({ hasNotText: 'Hindi' })).toHaveCount(0);
  await narrow.getByLabel('Consultation fee').selectOption('Up to ₹3,000');
  await narrow.getByLabel('Earliest time').selectOption('Free within two weeks');
  await expect(page).toHaveURL(/max_fee=3000.*free_within=14|free_within=14.*max_fee=3000/);
  await expect(
    main(page)
      .getByRole('status')
      .filter({ hasText: /provider/ }),
  ).toBeVisible();
  await expectAccessible(page);

  const set = page.getByRole('group', { name: 'Filters that are set' }).getByRole('link');
  await expect(set).toHaveCount(5);
  const before = await cards(page).first().getByRole('heading').innerText();
  await page.reload({ waitUntil: 'networkidle' });
  await expect(set).toHaveCount(5);
  await expect(cards(page).first().getByRole('heading')).toHaveText(before);

  await page.getByRole('link', { name: 'Take away: Hindi' }).click();
  await expect(page).not.toHaveURL(/language/);
  await expect(page.getByRole('group', { name: 'Filters that are set' })).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL(/language=Hindi/);
  await expect(set).toHaveCount(5);
  await page.getByRole('link', { name: 'Clear all' }).click();
  await expect(page).toHaveURL(/\/providers$/);
  await expect(cards(page)).toHaveCount(24);
  await expect(main(page)).toBeFocused();
});

test('a place is typed, a mistyped one too, and keeps the search beside it', { tag: '@desk' }, async ({ page }) => {
  await page.goto('/providers?q=dr', { waitUntil: 'networkidle' });
  const place = page.getByLabel('Place', { exact: true });
  await place.fill('mumbay');
  await expect(page).toHaveURL('/providers?q=dr&place=mumbay');
  await expect(cards(page).first()).toContainText('Mumbai');
  await expect(cards(page).filter({ hasNotText: 'Mumbai' })).toHaveCount(0);
  await expect(place).toBeFocused();
  await page.getByRole('searchbox').fill('xylophone');
  await expect(page).toHaveURL('/providers?q=xylophone&place=mumbay');
  await expect(page.getByText('No provider matches all of this')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/providers?max_fee=cheap&free_within=400&place=Pune');
  await expect(page.getByRole('group', { name: 'Filters that are set' }).getByRole('link')).toHaveCount(1);
});

test('without JavaScript the filters are a form', async ({ browser, product, isMobile }) => {
  const viewport = isMobile ? { width: 360, height: 740 } : { width: 1280, height: 900 };
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: product.url, viewport });
  const page = await context.newPage();
  await page.goto('/providers?q=dr');
  await page.getByLabel('Place', { exact: true }).fill('Pune');
  await page.getByLabel('Consultation fee').selectOption('Up to ₹2,000');
  await page.getByRole('button', { name: 'Show providers' }).click();
  await expect(page).toHaveURL(/\/providers\?q=dr&.*place=Pune.*max_fee=2000/);
  await expect(cards(page).first()).toContainText('Pune');
  await expect(page.getByRole('link', { name: 'Take away: Pune' })).toBeVisible();
  await page.getByRole('link', { name: 'Take away: Up to ₹2,000' }).click();
  await expect(page).toHaveURL('/providers?q=dr&place=Pune');
  await context.close();
});

test('the search box of the home page suggests as one types, and what it needs comes with the first focus', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/', { waitUntil: 'networkidle' });
  const before = asked.length;
  const input = page.getByRole('combobox', { name: 'Search by name, speciality or place' });
  await input.focus();
  await expect.poll(() => asked.slice(before).some((path) => path.endsWith('.js'))).toBe(true);
  await page.keyboard.type('cardio');
  await expect(page.getByRole('option', { name: 'Cardiology', exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/all\/\d+$/);
  // What is chosen from in the footer has options of its own.
  await expect(page.getByRole('listbox')).toHaveCount(0);
});
