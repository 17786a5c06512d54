import type { Page, Route } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { enter, newPatient, password, signInAs } from './api.ts';
import { constant, covers, quoted } from './covers.ts';

const main = (page: Page) => page.getByRole('main');
const failure = { status: 500, body: 'Oops' };

/** Removes the session while a page is open, as if it had ended in another tab. */
const loseSession = (page: Page) =>
  page.evaluate(() => {
    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage'));
  });

test('whatever goes wrong with the login, it says the same', async ({ page, allow, product }) => {
  covers('8:login-any-error');
  allow(/status of (401|500)|ERR_FAILED|cannot be reached/);
  await page.goto('/login');
  const tries = [
    (route: Route) => route.continue(),
    (route: Route) => route.fulfill(failure),
    (route: Route) => route.abort(),
  ];
  for (const handle of tries) {
    await page.route('**/token/', handle);
    await page.getByLabel('Username').fill(product.logins.patient.username);
    await page.getByLabel('Password').fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert')).toContainText(quoted('8:login-failure'));
    await page.unroute('**/token/');
    await page.reload();
  }
});

test('registration says what the server says, or that it failed', async ({ page, allow, product }) => {
  allow(/status of (409|500)/);
  await page.goto('/register');
  await page.getByLabel('Username').fill(product.logins.patient.username);
  await page.getByLabel('Email').fill('somebody@example.org');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByRole('alert')).toHaveText('That username is taken. Please choose another.');
  await page.route('**/register/user/', (route) => route.fulfill(failure));
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByRole('alert')).toContainText(quoted('8:registration-failure'));
});

test('the provider form says what the server says, or that saving failed', async ({ page, allow, request }) => {
  covers('8:provider-form-message');
  allow(/status of (409|500)/);
  await signInAs(page, await enter(request));
  await page.goto('/register/user/provider');
  const filled = {
    Name: 'Dr. Asha',
    Education: 'MBBS',
    Phone: '+91 98765 43210',
    Address: '4 Lake Road',
    About: 'Calm.',
  };
  for (const [field, text] of Object.entries(filled)) await page.getByLabel(field, { exact: true }).fill(text);
  await page.getByLabel('Experience').fill('9');
  await page.getByLabel('Cardiology').check();
  const json = {
    type: 'about:blank',
    title: 'No',
    status: 409,
    code: 'wrong_state',
    message: 'Not today.',
    errors: [],
  };
  await page.route('**/register/provider/', (route) => route.fulfill({ status: 409, json }));
  await page.getByRole('button', { name: 'Save provider profile' }).click();
  await expect(page.getByRole('alert')).toContainText('Not today.');
  await page.unroute('**/register/provider/');
  await page.route('**/register/provider/', (route) => route.fulfill(failure));
  await page.getByRole('button', { name: 'Save provider profile' }).click();
  await expect(page.getByRole('alert')).toContainText(quoted('8:provider-form-failure'));
});

test('a role check that fails is logged, and nothing is said', async ({ page, allow, signIn }) => {
  covers('8:only-logged');
  allow(/status of 500/);
  await page.route('**/check/', (route) => route.fulfill(failure));
  await signIn('patient');
  await page.goto('/about');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Logout' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('an article without a token: an alert, then the login', async ({ page, request, allow }) => {
  covers('8:blog-without-token-redirect');
  allow(/status of 401/);
  await signInAs(page, await newPatient(request));
  await page.goto('/createblog');
  await page.getByLabel('Title').fill('Patience');
  await page.getByLabel('Content').fill('Wait.');
  await loseSession(page);
  await page.getByRole('button', { name: 'Publish' }).click();
  const alert = page.getByRole('alertdialog', { name: quoted('8:blog-without-token') });
  await alert.getByRole('button').first().click();
  await expect(page).toHaveURL(/\/login/);
});

test('without a token nothing happens, silently', async ({ page, request, product, allow }) => {
  covers('8:no-token-silent');
  test.slow();
  allow(/Please sign in|not_signed_in/);
  const person = await newPatient(request);
  const provider = await enter(request, product.logins.provider);
  const { id } = await person.good('POST', '/apis/blogs/create/', { title: 'Quiet', content: 'Hush.' });
  const { prob_id } = await person.good('POST', '/apis/help-center/create/', { problem: 'Why is it quiet?' });
  const [room] = await person.good('GET', '/apis/chat-rooms/');
  const visits = await provider.good('GET', '/api/appointments/provider/?limit=200');
  const visit = visits.find(
    ({ appointment_datetime: at, is_approved }: any) => is_approved && Date.parse(at) < Date.now(),
  );
  const sent: string[] = [];
  page.on('request', (one) => one.method() !== 'GET' && sent.push(`${one.method()} ${new URL(one.url()).pathname}`));
  const written = (label: string) => page.getByLabel(label, { exact: true }).fill('Because.');
  const report = { name: 'r.png', mimeType: 'image/png', buffer: Buffer.from('report') };
  const actions = [
    [person, `/blog/${id}`, async () => {}, 'Like'],
    [person, '/help', () => written('Your question'), 'Ask'],
    [person, `/comment/${prob_id}`, () => written('Your answer'), 'Post answer'],
    [person, `/room/${room.id}`, () => written('Message'), 'Send'],
    [provider, `/record/${visit.id}`, () => page.getByLabel('File').setInputFiles(report), 'Upload report'],
  ] as const;
  for (const [who, address, prepare, action] of actions) {
    await signInAs(page, who);
    await page.goto(address);
    const button = main(page).getByRole('button', { name: action, exact: true });
    await expect(button).toBeVisible();
    await prepare();
    await page.waitForLoadState('networkidle');
    // As if something else had deleted the tokens: no tab was notified.
    await page.evaluate(() => localStorage.clear());
    sent.length = 0;
    await button.click();
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(page).toHaveURL(address);
    expect(sent).toEqual([]);
  }
});

test('what stands where there is nothing', async ({ page, request, product }) => {
  const administrator = await enter(request, product.logins.administrator);
  const room = await administrator.good('POST', '/apis/chat-rooms/create/', { name: `Quiet ${crypto.randomUUID()}` });
  const person = await newPatient(request);
  const { prob_id } = await person.good('POST', '/apis/help-center/create/', { problem: 'Is anybody there?' });
  await signInAs(page, person);
  await page.goto(`/comment/${prob_id}`);
  await expect(main(page).getByText(quoted('8:no-answers'))).toBeVisible();
  await page.goto(`/room/${room.id}`);
  await expect(main(page).getByText(quoted('8:no-messages'))).toBeVisible();

  // The demo has questions and articles: the page gets the lists of an empty community.
  await page.goto('/about');
  for (const list of ['**/apis/help-center/?*', '**/apis/help-center/', '**/apis/blogs/?*', '**/apis/blogs/']) {
    await page.route(list, (route) => route.fulfill({ json: [] }));
  }
  const bar = page.getByRole('navigation', { name: 'Main' });
  await bar.getByRole('link', { name: 'Help Center' }).click();
  await expect(main(page).getByText(quoted('8:no-questions'))).toBeVisible();
  await bar.getByRole('link', { name: 'Blog' }).click();
  await expect(main(page).getByText(quoted('8:no-blogs'))).toBeVisible();
});

test('the card of an article shows 150 characters, or that there are none', async ({ page }) => {
  await page.goto('/about');
  const row = { likes_count: 0, created_at: '2026-11-01T09:00:00Z' };
  const author = { id: 1, username: 'asha', email: null, provider: null };
  const long = 'abcdefghij'.repeat(30);
  const rows = [
    { ...row, id: 1, title: 'Long', content: long, author },
    { ...row, id: 2, title: 'Empty', content: '', author },
  ];
  await page.route(/\/apis\/blogs\/(\?.*)?$/, (route) => route.fulfill({ json: rows }));
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blog' }).click();
  const card = (title: string) => main(page).getByRole('article').filter({ hasText: title });
  await expect(
    card('Long').getByText(`${long.slice(0, constant('9:preview-length'))}…`, { exact: true }),
  ).toBeVisible();
  await expect(card('Empty').getByText(quoted('9:no-content'))).toBeVisible();
});
