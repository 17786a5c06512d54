import { type PagePath, pages } from '@carecommons/contract/pages';
import type { Page } from '@playwright/test';
import { sidewaysScroll } from './faults.ts';
import { expect, expectAccessible, test } from './journey.ts';
import { shiftOf, watchShift } from './shift.ts';
import { covers } from './specification/covers.ts';

// What the pages say that are there to be read, and those whose capability is still to come.

/** What a reader finds at the top of every page that everybody may open. */
const headings = {
  '/': 'Find the right healthcare provider, ask for a time, and get an honest answer.',
  '/about': 'About Carecommons',
  '/services': 'Our services',
  '/specialists': 'Specialists from A to Z',
  '/contact': 'Contact',
  '/privacy': 'Privacy',
  '/terms': 'Terms',
  '/sitemap': 'Sitemap',
  '/register': 'Create your account',
  '/login': 'Welcome back',
  '/forgot-password': 'Forgot your password?',
  '/reset-password': 'Choose a new password',
  '/verify-email': 'Confirm your email address',
  '/providers': 'Healthcare providers',
  '/speciality': 'Specialities',
  '/all/:specialityId': 'Healthcare Providers by Speciality',
  '/blog': 'Health Blogs',
  '/help': 'Community help centre',
} satisfies { [Path in PagePath as (typeof pages)[Path] extends 'public' ? Path : never]: string };

const main = (page: Page) => page.getByRole('main');

/** Where the links in a part of a page lead. */
async function targets(page: Page) {
  const links = await main(page).getByRole('link').all();
  return await Promise.all(links.map((link) => link.getAttribute('href')));
}

test('every public page has its heading', async ({ page }) => {
  covers('2:/about', '2:/services', '2:/specialists', '2:/contact', '2:/privacy', '2:/terms', '2:/sitemap');
  test.slow();
  for (const [path, heading] of Object.entries(headings)) {
    await page.goto(path.replace(/:\w+/, '1'));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  }
});

test('a provider finds every guarded page in order, right to left as well', async ({ page, signIn }) => {
  test.setTimeout(180_000);
  // These do something as they open, or need a visit, an article or a grant of one's own: they have journeys of their own.
  const elsewhere: PagePath[] = [
    '/logout',
    '/appointment/:appointmentId',
    '/record/:appointmentId',
    '/blog/update/:blogId',
    '/blog/del/:blogId',
  ];
  const guarded = (Object.keys(pages) as PagePath[]).filter((path) => pages[path] === 'guarded');
  await signIn('provider');
  for (const path of guarded.filter((one) => !elsewhere.includes(one) && !one.startsWith('/admin'))) {
    await test.step(path, async () => {
      await page.goto(path.replace(/:\w+/, '1'), { waitUntil: 'networkidle' });
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\S/);
      await expect(page.getByText('Unexpected Application Error!')).toBeHidden();
      await expect(page).toHaveTitle(/\S · Carecommons$/);
      await expectAccessible(page);
      await page.evaluate(() => (document.documentElement.dir = 'rtl'));
      expect(await sidewaysScroll(page)).toBe(0);
    });
  }
});

test('the sitemap links every page that everybody may open, and every speciality', async ({ page }) => {
  await page.goto('/sitemap');
  const linked = await targets(page);
  // These two are opened from a letter, with the token that it brings.
  const byLetter = ['/verify-email', '/reset-password'];
  const open = Object.keys(headings).filter((path) => !path.includes(':') && !byLetter.includes(path));
  expect(linked).toEqual(expect.arrayContaining(open));
  const answer = await page.request.get('/speciality/?limit=200', { headers: { accept: 'application/json' } });
  const specialities = (await answer.json()) as { id: number }[];
  expect(linked).toEqual(expect.arrayContaining(specialities.map(({ id }) => `/all/${id}`)));
});

test('the letters lead to the specialists under them, and those to their providers', async ({ page }) => {
  await page.goto('/specialists');
  await page.getByRole('navigation', { name: 'Letters' }).getByRole('link', { name: 'U' }).click();
  await expect(page).toHaveURL(/\/specialists#U$/);
  const urology = main(page).getByRole('link', { name: 'Urology', exact: true });
  await expect(urology).toBeInViewport();
  await urology.click();
  await expect(page.getByRole('heading', { level: 2, name: 'Urology' })).toBeVisible();
});

test('a long text comes to who walks there as to who loads it', async ({ page }) => {
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

test('a trouble leads to those who treat it', async ({ page }) => {
  await page.goto('/specialists');
  await main(page).getByRole('link', { name: 'Skin and hair' }).click();
  await expect(page).toHaveURL('/providers?q=skin');
  await expect(main(page).getByRole('article').first()).toContainText('Dermatology');
});

test('the privacy page names the operator, and its contents lead to their parts', async ({ page }) => {
  await page.goto('/privacy');
  await expect(main(page).getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:.+@/);
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Your rights' }).click();
  await expect(page.getByRole('heading', { name: 'Your rights' })).toBeInViewport();
});

test('the blog page speaks to the signed-out and to the signed-in, and nothing moves', async ({ page, signIn }) => {
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
});

test('who might wait for help in vain reads whom to call', async ({ page, signIn }) => {
  await signIn('patient');
  for (const address of ['/help', '/contact', '/chat', '/room/1']) {
    await page.goto(address);
    await expect(main(page)).toContainText('Not for emergencies — call 112');
    await expect(main(page).getByRole('link', { name: 'call 112' })).toHaveAttribute('href', 'tel:112');
  }
});

test('the dashboard shows the six ways in, and the quiet ones', async ({ page, signIn }) => {
  covers('1:dashboard', '2:/dashboard');
  await signIn('provider');
  await page.goto('/dashboard');
  await expect(main(page).getByRole('link')).toHaveText([
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
  expect(await targets(page)).toEqual(ways);
});
