import { randomUUID } from 'node:crypto';
import { pages } from '@carecommons/contract/pages';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/journey.ts';
import { covers, quoted } from '../specification/covers.ts';

const password = 'rainy tuesday piano';

function newName() {
  return `e2e.${randomUUID().slice(0, 8)}`;
}

/** Opens an account through the API; returns its name. */
async function openAccount(page: Page) {
  const username = newName();
  const answer = await page.request.post('/register/user/', {
    data: { username, email: `${username}@example.org`, password },
  });
  expect(answer.status()).toBe(201);
  return username;
}

async function logIn(page: Page, username: string, word = password) {
  await page.getByLabel(quoted('2:username')).fill(username);
  await page.getByLabel(quoted('2:password')).fill(word);
  await page.getByRole('button', { name: quoted('2:sign-in') }).click();
}

const main = (page: Page) => page.getByRole('main');

test('a person registers, signs in, tells who it is, and becomes a provider', { tag: '@firefox' }, async ({ page }) => {
  covers(
    '2:/register',
    '2:/login',
    '2:/register/user/basic',
    '2:/register/user/provider',
    '4:role-unknown',
    '6:unknown',
  );
  test.slow();
  const username = newName();
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: quoted('2:welcome-back') })).toBeVisible();
  await expect(page.getByText(quoted('2:sign-in-to-your-account'))).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: quoted('2:register-here') }).click();
  // Both pages have a field for a username.
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();

  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(`${username}@example.org`);
  await page.getByLabel('Password').fill(password);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Register' }).click();
  // The login signs in by itself.
  await expect(page).toHaveURL(/\/register\/user\/basic$/);
  await page.getByLabel('Name').fill('Asha Kiran');
  await page.getByLabel('Phone').fill('+91 98765 43210');
  await page.getByLabel('About').fill('I run in the mornings.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page).toHaveURL(/\/$/);

  await page.goto('/register/user/basic');
  await expect(page.getByLabel('About')).toHaveValue('I run in the mornings.');
  await page.getByRole('link', { name: 'I am a healthcare provider' }).click();
  await expect(page.getByLabel('Fees')).toHaveValue('1200');
  await expect(page.getByLabel('Time zone')).toHaveValue('Asia/Kolkata');
  await page.getByLabel('Name').fill('Dr. Asha Kiran');
  await page.getByLabel('Experience').fill('9');
  await page.getByLabel('Education').fill('MBBS');
  await page.getByLabel('Address').fill('4 Lake Road');
  await page.getByLabel('Languages').fill('Hindi, English');
  await page.getByLabel('About').fill('I listen first.');
  await page.getByRole('button', { name: 'Save provider profile' }).click();
  await expect(page.getByText('Please choose at least one speciality.')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Filter the specialities' }).fill('cardio');
  await page.getByLabel('Cardiology').check();
  await expect(page.getByText('1 chosen')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save provider profile' }).click();
  await expect(page.getByRole('link', { name: 'Publish your hours' })).toHaveAttribute('href', '/schedule');
  await expect(page.getByRole('link', { name: 'Have your registration verified' })).toBeVisible();
  await expect(page.getByText(`We sent a link to ${username}@example.org.`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send the email again' }).click();
  await expect(page.getByText('The email is on its way.')).toBeVisible();
  await page.getByRole('link', { name: 'See your profile as patients do' }).click();
  await expect(page).toHaveURL(/\/profile\/\d+$/);
  await expect(page.getByRole('heading', { name: 'Dr. Asha Kiran' })).toBeVisible();

  await page.goto('/register/user/provider');
  await expect(page.getByLabel('Languages')).toHaveValue('Hindi, English');
  await expect(page.getByLabel('Cardiology')).toBeChecked();
});

test('a wrong password and wrong fields are told, the first one gets the focus', async ({ page, product, allow }) => {
  covers('5:login', '5:registration');
  allow(/status of (400|401|409)/);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByLabel('Username')).toBeFocused();
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription(/This is required\.$/);
  await logIn(page, product.logins.patient.username, 'not the password');
  await expect(page.getByRole('alert')).toHaveText(quoted('8:login-failure'));
  await expect(page.getByLabel('Password')).toHaveValue('not the password');
  await expectAccessible(page);

  await page.goto('/register');
  await page.getByLabel('Username').fill(product.logins.patient.username);
  await page.getByLabel('Email').fill('nobody@example.org');
  await page.getByLabel('Password').fill('12345678');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByLabel('Password')).toBeFocused();
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByRole('alert')).toHaveText('That username is taken. Please choose another.');
  await expect(page.getByLabel('Username')).toBeFocused();
  await expectAccessible(page);
});

test(
  'a line that breaks once while one signs in leads to the right page all the same',
  { tag: '@desk' },
  async ({ page, allow }) => {
    allow(/ERR_FAILED/);
    const username = await openAccount(page);
    await page.route('**/check/', (route) => route.abort(), { times: 1 });
    await page.goto('/login');
    await logIn(page, username);
    await expect(page).toHaveURL('/register/user/basic');
  },
);

test('every guarded address leads the signed-out to the login', { tag: '@desk' }, async ({ page }) => {
  covers('2:guard');
  test.slow();
  const guarded = Object.entries(pages).filter(([, access]) => access === 'guarded');
  for (const [path] of guarded) {
    const address = path.replaceAll(/:\w+/g, '1');
    await page.goto(address);
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(address)}`);
  }
});

test(
  'a login leads back to where one was going, and never to another site',
  { tag: '@desk' },
  async ({ page, product }) => {
    test.slow();
    const { username, password: word } = product.logins.patient;
    await page.goto('/account');
    await expect(page).toHaveURL('/login?next=%2Faccount');
    await logIn(page, username, word);
    await expect(page).toHaveURL('/account');
    await expect(main(page).getByText(username, { exact: true })).toBeVisible();
    await expectAccessible(page);

    for (const next of [
      '//example.org/',
      '/.//example.org',
      String.raw`/\example.org`,
      'https://example.org',
      '/logout',
    ]) {
      await page.goto(`/login?next=${encodeURIComponent(next)}`);
      await logIn(page, username, word);
      await expect(page).toHaveURL(`${product.url}/`);
    }
  },
);

test('a new person goes on to the page that the login was on the way to', { tag: '@desk' }, async ({ page }) => {
  const username = await openAccount(page);
  await page.goto('/account');
  await logIn(page, username);
  await expect(page).toHaveURL('/register/user/basic');
  await page.getByLabel('Name').fill('Asha');
  await page.getByLabel('Phone').fill('98765 43210');
  await page.getByLabel('About').fill('New here.');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page).toHaveURL('/account');
});

test(
  'a lost connection keeps what was typed, and trying again works',
  { tag: '@desk' },
  async ({ page, context, product, allow }) => {
    // The styles of the next page are asked for again once it is opened.
    allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED \(.*styles/);
    const { username, password: word } = product.logins.patient;
    // Lazily loaded parts are there too: interrupting them would be reported.
    await page.goto('/login', { waitUntil: 'networkidle' });
    await context.setOffline(true);
    await logIn(page, username, word);
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('Invalid username or password. Please try again.');
    await expect(alert).toContainText('The server cannot be reached. What you typed is still here.');
    await expect(page.getByLabel('Username')).toHaveValue(username);
    await expect(page.getByLabel('Password')).toHaveValue(word);
    await context.setOffline(false);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(page).toHaveURL(`${product.url}/`);
  },
);

test(
  'a double click signs in once, and the button says so without growing or losing the focus',
  { tag: '@desk' },
  async ({ page, product }) => {
    covers('2:login-screen');
    const { username, password: word } = product.logins.patient;
    let calls = 0;
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/token/', async (route) => {
      calls++;
      await held;
      await route.continue();
    });
    await page.goto('/login');
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password').fill(word);
    const button = main(page).getByRole('button', { name: /^Sign/ });
    const before = await button.boundingBox();
    await button.dblclick();
    await expect(button).toHaveText(quoted('2:signing-in'));
    await expect(button).toBeDisabled();
    expect(await button.boundingBox()).toEqual(before);
    // It keeps the focus, and pressing a key does not send it again.
    await expect(button).toBeFocused();
    await page.keyboard.press('Enter');
    answer();
    await expect(page).toHaveURL(`${product.url}/`);
    expect(calls).toBe(1);
  },
);

test(
  'a logout ends the session in every tab; one that fails changes nothing',
  { tag: '@desk' },
  async ({ page, context, signIn, allow }) => {
    covers('2:/logout', '4:logout', '4:logout-failure', '8:only-logged');
    allow(/ERR_FAILED|The server cannot be reached/);
    await signIn('patient');
    await page.goto('/account');
    const other = await context.newPage();
    await other.goto('/register/user/basic');
    await other.getByLabel('About').fill('Half of a sentence');
    const login = (tab: Page) => tab.getByRole('banner').getByRole('link', { name: 'Login' });

    await page.route('**/logout/', (route) => route.abort());
    const tried = page.waitForEvent('requestfailed');
    await page.getByRole('banner').getByRole('link', { name: 'Logout' }).click();
    await tried;
    await expect(page).toHaveURL('/logout');
    await expect(main(page)).toBeEmpty();
    await expect(login(page)).toBeHidden();
    await page.unroute('**/logout/');

    await page.goto('/logout');
    await expect(page).toHaveURL(/:\d+\/$/);
    await expect(login(page)).toBeVisible();
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    await expect(login(other)).toBeVisible();
    // The unfinished form stays, and says what to do when it is sent.
    await expect(other.getByLabel('About')).toHaveValue('Half of a sentence');
    allow(/status of 401/);
    await other.getByRole('button', { name: 'Save profile' }).click();
    await expect(other.getByRole('alert')).toContainText(quoted('8:basic-profile-failure'));
    await expect(other.getByRole('link', { name: 'Sign in in a new tab' })).toBeVisible();
    await expect(other.getByLabel('About')).toHaveValue('Half of a sentence');
    await expectAccessible(other);
  },
);

test('a person changes the password', { tag: '@desk' }, async ({ page, allow }) => {
  allow(/status of 400/);
  const username = await openAccount(page);
  await page.goto('/login?next=/account');
  await logIn(page, username);
  await expect(page).toHaveURL('/register/user/basic');
  await page.goto('/account');
  await page.getByLabel('Current password').fill('something else');
  await page.getByLabel('New password').fill('windy thursday cello');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByLabel('Current password')).toHaveAccessibleDescription('This is not your current password.');
  await page.getByLabel('Current password').fill(password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Your password is changed. Your other sessions were signed out.')).toBeVisible();
  await expect(page.getByLabel('New password')).toHaveValue('');
  await expectAccessible(page);
});

test(
  'the provider form stays usable when the specialities do not come',
  { tag: '@desk' },
  async ({ page, signIn, allow }) => {
    allow(/ERR_FAILED/);
    await signIn('patient');
    await page.route('**/speciality/?*', (route) => route.abort());
    await page.goto('/register/user/provider');
    await page.getByLabel('Education').fill('MBBS');
    const alert = page.getByRole('alert');
    await expect(alert).toContainText(quoted('8:speciality-load-failure'));
    await page.unroute('**/speciality/?*');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByLabel('Cardiology')).toBeVisible();
    await expect(page.getByLabel('Education')).toHaveValue('MBBS');
  },
);
