import type { Page } from '@playwright/test';
import { expect, openUntilSeen, test } from '../support/journey.ts';
import { enter, newPatient, signInAs } from './api.ts';
import { constant, covers, quoted } from './covers.ts';

const main = (page: Page) => page.getByRole('main');
const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' });

test('the providers stand in two columns, with what one needs to choose', async ({ page }) => {
  covers('2:/providers');
  await page.goto('/providers');
  const cards = main(page).getByRole('article');
  const [first, second, third] = [cards.nth(0), cards.nth(1), cards.nth(2)];
  const boxes = await Promise.all([first, second, third].map((card) => card.boundingBox()));
  expect(boxes[1]?.y).toBe(boxes[0]?.y);
  expect(boxes[1]?.x).toBeGreaterThan(boxes[0]?.x ?? 0);
  expect(boxes[2]?.x).toBe(boxes[0]?.x);

  const answer = await page.request.get('/providers/?limit=1', { headers: { accept: 'application/json' } });
  const [provider] = (await answer.json()) as Record<string, string | number>[];
  for (const fact of ['address', 'phone', 'experience']) await expect(first).toContainText(String(provider?.[fact]));
  await expect(first).toContainText(constant('9:currency') + Number(provider?.fees).toLocaleString('en-IN'));
  const link = (name: string) => first.getByRole('link', { name });
  await expect(link(quoted('2:book-appointment'))).toHaveAttribute('href', `/books/${provider?.user}`);
  await expect(link(quoted('2:view-full-profile'))).toHaveAttribute('href', `/profile/${provider?.user}`);
});

test('a provider: the profile, and the list of a speciality', async ({ page, signIn }) => {
  covers('2:/profile/:providerId', '2:/all/:specialityId');
  const headers = { accept: 'application/json' };
  const [provider] = (await (await page.request.get('/providers/?limit=1', { headers })).json()) as any[];
  const specialities = (await (await page.request.get('/speciality/?limit=200', { headers })).json()) as any[];
  const [first] = provider.speciality as string[];
  await page.goto(`/all/${specialities.find(({ name }) => name === first).id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(quoted('2:providers-by-speciality'));
  const card = main(page).getByRole('article').filter({ hasText: provider.name });
  const book = { name: quoted('2:book-appointment') };
  await expect(card.getByRole('link', book)).toHaveAttribute('href', `/books/${provider.user}`);
  await expect(card.getByRole('link', { name: quoted('2:view-full-profile') })).toHaveAttribute(
    'href',
    `/profile/${provider.user}`,
  );

  await signIn('patient');
  await page.goto(`/profile/${provider.user}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(provider.name);
  for (const fact of ['address', 'phone', 'experience', 'education', 'about']) {
    await expect(main(page)).toContainText(String(provider[fact]));
  }
  await expect(main(page)).toContainText(constant('9:currency') + Number(provider.fees).toLocaleString('en-IN'));
  for (const name of provider.speciality) {
    await expect(main(page).getByRole('listitem').filter({ hasText: name }).first()).toBeVisible();
  }
  await expect(main(page).getByRole('link', book)).toHaveAttribute('href', `/books/${provider.user}`);
});

test('the reports: three samples and the own ones, each to view in a new tab and to download', async ({
  page,
  signIn,
}) => {
  covers('2:/record', '7:records-by-role');
  const asked = new Set<string>();
  page.on('request', (request) => asked.add(new URL(request.url()).pathname));
  await signIn('patient');
  await page.goto('/record');
  const cards = main(page).getByRole('article');
  const samples = cards.filter({ has: page.getByText(quoted('2:sample'), { exact: true }) });
  await expect(samples).toHaveCount(constant('9:sample-reports'));
  await expect(cards.filter({ hasNotText: quoted('2:sample') }).first()).toBeVisible();
  for (const card of await cards.all()) {
    await expect(card.getByRole('link', { name: quoted('2:view') })).toHaveAttribute('target', '_blank');
    await expect(card.getByRole('link', { name: quoted('2:download') })).toHaveAttribute('href', /./);
  }
  expect([asked.has('/api/records/'), asked.has('/api/records-provider/')]).toEqual([true, false]);
  await signIn('provider');
  await page.goto('/record');
  await expect(samples).toHaveCount(constant('9:sample-reports'));
  await expect.poll(() => asked.has('/api/records-provider/')).toBe(true);
});

test('the appointments of a provider, asked for by the role', async ({ page, signIn }) => {
  covers('2:/book/provider', '2:/book/provider/all', '7:upcoming-by-role');
  for (const [who, path] of [
    ['provider', '/api/upcoming-provider/'],
    ['patient', '/api/appointments/provider/'],
  ] as const) {
    await signIn(who);
    const asked = page.waitForRequest((request) => new URL(request.url()).pathname === path);
    await page.goto('/book/provider');
    await asked;
  }
  await expect(main(page).getByText(quoted('8:no-appointments'))).toBeVisible();
  await main(page).getByRole('link', { name: 'All appointments' }).click();
  await expect(page).toHaveURL('/book/provider/all');
});

test('the specialities stand in a grid, their names upper-cased', async ({ page }) => {
  covers('2:/speciality');
  const answer = await page.request.get('/speciality/?limit=200', { headers: { accept: 'application/json' } });
  const [first] = (await answer.json()) as { id: number; name: string; desc: string }[];
  await page.goto('/speciality');
  const card = main(page)
    .getByRole('listitem')
    .filter({ hasText: first?.name ?? '' })
    .first();
  await expect(card.getByRole('link')).toHaveAttribute('href', `/all/${first?.id}`);
  await expect(card.getByRole('link')).toHaveCSS('text-transform', 'uppercase');
  await expect(card).toContainText(first?.desc ?? '');

  await page.goto('/about');
  await page.route('**/speciality/?*', (route) => route.fulfill({ json: [{ id: 1, name: 'Cardiology', desc: null }] }));
  await page.getByRole('contentinfo').getByRole('link', { name: 'Specialities' }).click();
  await expect(main(page).getByText(quoted('2:specialized-care'))).toBeVisible();
});

test('the navigation bar, before and after login', async ({ page, signIn }) => {
  covers('2:navigation', '2:appointments-link', '2:login-button', '4:navigation-state', '6:other-roles');
  await page.goto('/about');
  const always = [quoted('2:home'), quoted('2:blog'), quoted('2:help-center')];
  await expect(bar(page).getByRole('link')).toHaveText(always);
  const banner = page.getByRole('banner');
  await expect(banner.getByRole('link', { name: quoted('2:login') })).toHaveAttribute('href', '/login');

  const own = [quoted('2:view-appointments'), quoted('2:view-reports'), quoted('2:chat-room')] as const;
  for (const [who, appointments] of [
    ['patient', '/book'],
    ['provider', '/book/provider'],
  ] as const) {
    await signIn(who);
    await page.goto('/about');
    await expect(bar(page).getByRole('link')).toHaveText([...always, ...own]);
    await expect(bar(page).getByRole('link', { name: own[0] })).toHaveAttribute('href', appointments);
    await expect(bar(page).getByRole('link', { name: own[1] })).toHaveAttribute('href', '/record');
    await expect(bar(page).getByRole('link', { name: own[2] })).toHaveAttribute('href', '/chat');
    await expect(banner.getByRole('link', { name: quoted('2:logout') })).toHaveAttribute('href', '/logout');
  }
});

test('the blog page, its buttons and the link in the bar', async ({ page, signIn }) => {
  covers('2:/blog', '2:blog-buttons', '2:add-blog-link');
  await page.goto('/blog');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(quoted('2:health-blogs'));
  for (const name of [quoted('2:login-to-see'), quoted('2:login-to-create')]) {
    await expect(main(page).getByRole('link', { name })).toHaveAttribute('href', '/login');
  }
  await expect(bar(page).getByRole('link', { name: quoted('2:add-blog') })).toBeVisible();
  await signIn('patient');
  await expect(bar(page).getByRole('link', { name: quoted('2:add-blog') })).toBeHidden();
  await page.goto('/blog');
  for (const name of [quoted('2:your-blogs'), quoted('2:add-your-blogs')]) {
    await expect(main(page).getByRole('link', { name, exact: true })).toHaveAttribute('href', '/createblog');
  }
});

test('an article, its author, and what its author alone finds beside it', async ({ page, request }) => {
  covers('2:/blog/:blogId', '2:/personalblog', '6:blog-author');
  const author = await newPatient(request);
  const reader = await enter(request);
  const { id } = await author.good('POST', '/apis/blogs/create/', { title: 'Walking', content: 'Start **slowly**.' });
  const links = [
    [quoted('2:update'), `/blog/update/${id}`],
    [quoted('2:delete'), `/blog/del/${id}`],
  ] as const;
  await signInAs(page, author);
  await page.goto(`/blog/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Walking');
  await expect(main(page).locator('strong', { hasText: 'slowly' })).toBeVisible();
  await expect(main(page)).toContainText(author.username);
  for (const [name, to] of links) {
    await expect(main(page).getByRole('link', { name, exact: true })).toHaveAttribute('href', to);
  }
  await expect(main(page).locator('a[href="/blog"]').first()).toBeVisible();
  await page.goto('/personalblog');
  await expect(main(page).getByText('Walking').first()).toBeVisible();

  await signInAs(page, reader);
  await page.goto(`/blog/${id}`);
  await expect(main(page)).toContainText(author.username);
  for (const [name] of links) await expect(main(page).getByRole('link', { name, exact: true })).toBeHidden();
  await page.goto('/personalblog');
  await expect(main(page).getByText(quoted('8:no-blog-right-now'))).toBeVisible();
});

test('the help centre, a question, the rooms and a room', async ({ page, request }) => {
  covers('2:/help', '2:/comment/:helpCenterId', '2:/chat', '2:/room/:chatroomId');
  const person = await newPatient(request);
  const { prob_id } = await person.good('POST', '/apis/help-center/create/', { problem: 'Which shoes for a walk?' });
  await person.good('POST', `/apis/help-center/${prob_id}/comments/`, { comment: 'Wide ones.' });
  const [room] = await person.good('GET', '/apis/chat-rooms/');
  await openUntilSeen(page, '/help', main(page).getByText('Which shoes for a walk?').first());
  await expect(main(page).getByRole('searchbox')).toBeVisible();
  await signInAs(page, person);
  await page.goto(`/comment/${prob_id}`);
  await expect(main(page).getByText('Which shoes for a walk?')).toBeVisible();
  await expect(main(page).getByText('Wide ones.')).toBeVisible();
  await page.goto('/chat');
  const entry = main(page).getByRole('listitem').filter({ hasText: room.name });
  await expect(entry).toContainText(/\d+ active member/);
  await entry.getByRole('link').first().click();
  await expect(page).toHaveURL(`/room/${room.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(room.name);
});
