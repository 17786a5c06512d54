import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { dayAfter, expect, test } from '../support/care.ts';
import { accessibilityFaults, sidewaysScroll } from '../support/faults.ts';
import { expectAccessible } from '../support/journey.ts';
import { linkInEmail } from '../support/emails.ts';
import { shiftOf, watchShift } from '../support/shift.ts';

/** The catalogue of a language, by its English texts. */
function catalogue(language: string): Map<string, string> {
  const file = readFileSync(join(import.meta.dirname, `../../apps/web/src/locales/${language}.po`), 'utf8');
  const pairs = file.matchAll(/^msgid (".*")\nmsgstr (".*")$/gm);
  return new Map(
    [...pairs].map(([, id, text]) => [JSON.parse(id ?? '""') as string, JSON.parse(text ?? '""') as string]),
  );
}

const inHindi = catalogue('hi');

/** The Hindi text on a page for an English text of the catalogue. */
function hi(english: string): string {
  const text = inHindi.get(english);
  if (text === undefined) throw new Error(`There is no text “${english}”.`);
  return text;
}

// A doctor of the demo typed this as the type of a report.
const typed = new Set(['Cardiology']);
const english = [...inHindi.keys()].filter((id) => /[a-z]{2}/i.test(id) && !typed.has(id) && hi(id) !== id);

/** English texts of the catalogue that are visible or announced on a page; user content is in no catalogue. */
async function englishOn(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      if (node.parentElement?.closest('script, style, [lang="en"]') === null) found.push(node.textContent ?? '');
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [alt], [title]'))
      for (const name of ['aria-label', 'placeholder', 'alt', 'title']) found.push(element.getAttribute(name) ?? '');
    return found;
  });
  const said = new Set(texts.map((text) => text.replaceAll(/\s+/g, ' ').trim()));
  return english.filter((text) => said.has(text) || said.has(`${text} · Carecommons`));
}

/** Opens a page in Hindi: it is fully translated, does not shift, and is accessible. */
async function readIn(page: Page, address: string) {
  await page.goto(address);
  await page.waitForLoadState('networkidle');
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/[\u0900-\u097f]/);
  expect([address, await englishOn(page)]).toEqual([address, []]);
  expect([address, await shiftOf(page)]).toEqual([address, 0]);
  await expectAccessible(page);
}

test('a visitor chooses Hindi, and the whole site is', { tag: ['@firefox', '@phone'] }, async ({ page }) => {
  test.setTimeout(180_000);
  await watchShift(page);
  await page.goto('/');
  await page.getByLabel('Language').selectOption({ label: 'हिन्दी' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    hi('Find the right healthcare provider, ask for a time, and get an honest answer.'),
  );
  await expect(page).toHaveTitle(/Carecommons/);
  const addresses = ['/', '/providers', '/speciality', '/all/3', '/blog', '/help', '/login', '/register', '/services'];
  for (const address of [...addresses, '/specialists', '/contact', '/about', '/privacy', '/terms', '/sitemap'])
    await readIn(page, address);

  const tab = await page.context().newPage();
  await tab.goto('/login');
  await expect(tab.locator('html')).toHaveAttribute('lang', 'hi');
  await tab.getByLabel(hi('Language')).selectOption({ label: 'English' });
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Welcome back');
});

test('the choice holds after logging in', { tag: '@phone' }, async ({ page, product, signIn }) => {
  test.setTimeout(180_000);
  await page.context().addCookies([{ name: 'language', value: 'hi', url: product.url }]);
  await watchShift(page);
  await signIn('patient');
  for (const address of ['/dashboard', '/book', '/record', '/account', '/my-data', '/notifications', '/chat', '/help'])
    await readIn(page, address);
  await page.goto('/blog');
  await page.getByRole('article').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/blog\/\d+$/);
  await expect(page.getByRole('link', { name: hi('Back to the blogs') })).toBeVisible();
  expect(await englishOn(page)).toEqual([]);
});

test('a browser that asks for Hindi gets it', { tag: '@desk' }, async ({ browser, product }) => {
  const context = await browser.newContext({ baseURL: product.url, locale: 'hi-IN' });
  const page = await context.newPage();
  const answer = await page.goto('/providers');
  expect(answer?.headers().vary).toContain('Accept-Language');
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
  await expect(page.getByRole('article').getByText(/₹\d/).first()).toBeVisible();
  await expect(page.getByRole('article').getByText(hi('English')).first()).toBeVisible();
  await context.close();
});

test('a visit is asked for in Hindi', async ({ person, clock, product }) => {
  const provider = await person('provider', 'Dr. Kavita Iyer');
  const { page } = await person('patient', 'Asha Kiran');
  await page.context().addCookies([{ name: 'language', value: 'hi', url: product.url }]);
  await page.goto(`/books/${provider.id}`);
  await page.getByRole('button', { name: hi('Send request') }).click();
  await expect(page.getByText(hi('This is required.')).first()).toBeVisible();
  await page.getByLabel(hi('Date')).fill(dayAfter(clock.now(), 3));
  await page.getByLabel(hi('Time'), { exact: true }).fill('12:00');
  await page.getByLabel(hi('Problem')).fill('दोनों हाथों पर दाने');
  await page.getByRole('button', { name: hi('Send request') }).click();
  await expect(page.getByText(hi('Requested — not yet confirmed'))).toBeVisible();
  expect(await englishOn(page)).toEqual([]);
  await expectAccessible(page);
});

test('what the server refuses is said in Hindi', { tag: '@desk' }, async ({ page, product, allow }) => {
  allow(/400 \(Bad Request\)/);
  await page.context().addCookies([{ name: 'language', value: 'hi', url: product.url }]);
  await page.goto('/register');
  await page.getByLabel(hi('Username')).fill('asha.kiran.hindi');
  await page.getByLabel(hi('Email')).fill('asha.kiran.hindi@example.org');
  await page.getByLabel(hi('Password'), { exact: true }).fill('password1234');
  await page.getByRole('button', { name: hi('Register') }).click();
  const refusal = 'Many people use this password. Please choose one that is harder to guess.';
  await expect(page.getByText(hi(refusal))).toBeVisible();
});

test('who chose Hindi gets it in letters, in the calendar and where a link opens nothing', async ({
  product,
  person,
  clock,
  allow,
}) => {
  allow(/403 \(Forbidden\)/);
  const provider = await person('provider', 'Dr. Kavita Iyer');
  const { page, call, id } = await person('patient', 'Asha Kiran');
  const { email } = (await call('GET', '/current-user/')).body as { email: string };
  await linkInEmail(page, email, 'Confirm your email address');

  await page.goto('/account', { waitUntil: 'networkidle' });
  const known = page.waitForResponse((answer) => answer.url().endsWith('/check/') && answer.ok());
  await page.getByLabel('Language').selectOption({ label: 'हिन्दी' });
  await known;
  await page.getByRole('button', { name: hi('Send the email again') }).click();
  await expect(page.getByText(hi('The email is on its way. Earlier links no longer work.'))).toBeVisible();
  await linkInEmail(page, email, hi('Confirm your email address'));
  await page.goto(product.mailPage);
  await page
    .getByRole('link', { name: hi('Confirm your email address') })
    .first()
    .click();
  await expect(page.locator('pre')).toHaveAttribute('lang', 'hi');
  await expect(page.locator('pre')).toContainText(hi('Welcome to Carecommons.'));
  await expectAccessible(page);

  const { body } = await call('POST', '/api/appointments/create/', {
    user: id,
    healthcare_provider: provider.id,
    appointment_datetime: `${dayAfter(clock.now(), 5)}T10:30`,
    problem: 'एक खाँसी जो जाती नहीं।',
  });
  const visit = (body as { id: number }).id;
  await page.goto(`/appointment/${visit}`);
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: hi('Add to your calendar') }).click();
  expect(readFileSync(await (await coming).path(), 'utf8')).toContain(`SUMMARY:${hi('Visit requested')}`);

  await page.goto(`/files/visits/${visit}/?token=made-up`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(hi('This link is not for you'));
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
  await expectAccessible(page);
});

test('from right to left, and longer, everything finds its place', async ({ page, product, signIn, isMobile }) => {
  test.setTimeout(240_000);
  await page.context().addCookies([{ name: 'language', value: 'ar-XB', url: product.url }]);
  const open = async (address: string) => {
    await page.goto(address);
    await page.waitForLoadState('networkidle');
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\S/);
    const unmirrored = await page.evaluate(
      () =>
        [...document.querySelectorAll(String.raw`.rtl\:rotate-180`)].filter(
          (icon) => getComputedStyle(icon).rotate !== '180deg',
        ).length,
    );
    expect([address, unmirrored]).toEqual([address, 0]);
    // The brackets around each text keep it from matching a part of another.
    const faults = await accessibilityFaults(page);
    expect(faults.filter((fault) => !fault.startsWith('label-content-name-mismatch'))).toEqual([]);
    expect([address, await sidewaysScroll(page)]).toEqual([address, 0]);
  };
  for (const address of ['/', '/providers', '/speciality', '/services', '/specialists', '/help', '/login', '/register'])
    await open(address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^\[.*\]$/);
  await signIn(isMobile ? 'patient' : 'provider');
  const guarded = isMobile ? ['/book', '/record', '/account'] : ['/book/provider', '/schedule', '/account'];
  for (const address of guarded) await open(address);
});
