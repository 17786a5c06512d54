import { pages } from '@carecommons/contract/pages';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/journey.ts';
import { shiftOf, watchShift } from '../support/shift.ts';
import { covers } from '../specification/covers.ts';

// Pages to be read, and pages of features that are still to come.

const main = (page: Page) => page.getByRole('main');

/** The targets of the links in a part of a page. */
async function targets(page: Page) {
  const links = await main(page).getByRole('link').all();
  return await Promise.all(links.map((link) => link.getAttribute('href')));
}

test(
  'the sitemap links every page that everybody may open, and every speciality',
  { tag: '@desk' },
  async ({ page }) => {
    await page.goto('/sitemap');
    const linked = await targets(page);
    // They are opened from an email or a message, with its token, or offline.
    const ledTo = ['/verify-email', '/reset-password', '/shared', '/offline'];
    const open = Object.entries(pages)
      .filter(([path, access]) => access === 'public' && !path.includes(':') && !ledTo.includes(path))
      .map(([path]) => path);
    expect(linked).toEqual(expect.arrayContaining(open));
    const answer = await page.request.get('/speciality/?limit=200', { headers: { accept: 'application/json' } });
    const specialities = (await answer.json()) as { id: number }[];
    expect(linked).toEqual(expect.arrayContaining(specialities.map(({ id }) => `/all/${id}`)));
  },
);

test('the letters lead to the specialists under them, and those to their providers', async ({ page }) => {
  await page.goto('/specialists');
  await page.getByRole('navigation', { name: 'By first letter' }).getByRole('link', { name: 'U' }).click();
  await expect(page).toHaveURL(/\/specialists#U$/);
  const urology = main(page).getByRole('link', { name: 'Urology', exact: true });
  await expect(urology).toBeInViewport();
  await urology.click();
  await expect(page.getByRole('heading', { level: 2, name: 'Urology' })).toBeVisible();
});

test('a long text comes to who walks there as to who loads it', { tag: '@desk' }, async ({ page }) => {
  await page.goto('/');
  for (const [link, part] of [
    ['Privacy', 'Who is responsible'],
    ['Terms', 'What people write'],
    ['About', 'What we hold to'],
  ] as const) {
    await page.getByRole('contentinfo').getByRole('link', { name: link, exact: true }).last().click();
    await expect(main(page).getByRole('heading', { name: part })).toBeVisible();
    await expect(main(page).getByText(/\{\w+\}/)).toHaveCount(0);
    await expectAccessible(page);
  }
});

/** Holds back the scripts of pages until the returned function is called; the page itself is delayed by some milliseconds. */
async function holdScripts(page: Page, late = 0) {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  await page.route('/', async (route) => {
    await new Promise((come) => setTimeout(come, late));
    await route.continue();
  });
  return resolve;
}

test('a text stays as it came while the page comes to life around it', { tag: '@desk' }, async ({ page }) => {
  const comeToLife = await holdScripts(page);
  await page.goto('/about', { waitUntil: 'commit' });
  const seen = await main(page).getByText('A place where patients and providers meet').elementHandle();
  comeToLife();
  await page.waitForLoadState('networkidle');
  expect(await seen?.evaluate((text) => text.isConnected)).toBe(true);
});

for (const [line, late] of Object.entries({ fast: 0, slow: 300 }))
  test(`what is pressed before the page is alive is done when it is, on a ${line} line`, async ({ page }) => {
    const comeToLife = await holdScripts(page, late);
    await page.goto('/', { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Pause the pictures' }).click();
    await expect(page.getByRole('button', { name: 'Play the pictures' })).toHaveCount(0);
    comeToLife();
    await expect(page.getByRole('button', { name: 'Play the pictures' })).toBeFocused();
  });

test('a trouble leads to those who treat it', { tag: '@desk' }, async ({ page }) => {
  await page.goto('/specialists');
  await main(page).getByRole('link', { name: 'Skin and hair' }).click();
  await expect(page).toHaveURL('/providers?q=skin');
  await expect(main(page).getByRole('article').first()).toContainText('Dermatology');
});

test(
  'the privacy page names the operator, and its contents lead to their parts',
  { tag: '@desk' },
  async ({ page }) => {
    await page.goto('/privacy');
    await expect(main(page).getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:.+@/);
    await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Your rights' }).click();
    await expect(page.getByRole('heading', { name: 'Your rights' })).toBeInViewport();
  },
);

test(
  'the blog page speaks to the signed-out and to the signed-in, and nothing moves',
  { tag: '@desk' },
  async ({ page, signIn }) => {
    await watchShift(page);
    await page.goto('/blog');
    for (const name of ['Login To See Your Blog', 'Login To Create Blog']) {
      await expect(main(page).getByRole('link', { name })).toHaveAttribute('href', '/login');
    }
    await signIn('patient');
    await page.goto('/blog', { waitUntil: 'networkidle' });
    for (const name of ['Your Blogs', 'Add your blogs here']) {
      await expect(main(page).getByRole('link', { name, exact: true })).toHaveAttribute('href', '/createblog');
    }
    expect(await shiftOf(page)).toBe(0);
  },
);

test('who might wait for help in vain reads whom to call', { tag: '@desk' }, async ({ page, signIn }) => {
  await signIn('patient');
  for (const address of ['/help', '/contact', '/chat', '/room/1']) {
    await page.goto(address);
    await expect(main(page)).toContainText('Not for emergencies — call 112');
    await expect(main(page).getByRole('link', { name: 'call 112' })).toHaveAttribute('href', 'tel:112');
  }
});

test('the dashboard shows the six ways in, and the quiet ones', { tag: '@desk' }, async ({ page, signIn }) => {
  covers('1:dashboard', '2:/dashboard');
  await signIn('provider');
  await page.goto('/dashboard');
  const links = main(page).getByRole('navigation', { name: 'Ways in' }).getByRole('link');
  await expect(links).toHaveText([
    /^Providers/,
    /^Chat Room/,
    /^Report/,
    /^Help Centre/,
    /^Blogs/,
    /^Speciality/,
    'Your appointments as a patient',
    'Your account',
  ]);
  const ways = ['/providers', '/chat', '/record', '/help', '/blog', '/speciality', '/book', '/account'];
  expect(await Promise.all((await links.all()).map((link) => link.getAttribute('href')))).toEqual(ways);
});
