import type { Page } from '@playwright/test';
import { confirmIdentity, expect, test } from '../support/care.ts';
import type { Person } from '../support/people.ts';

const main = (page: Page) => page.getByRole('main');
const refreshOf = (page: Page) => page.evaluate(() => localStorage.getItem('refresh') ?? '');
/** The server's answer to a refresh token, which can be used only once. */
const statusOf = async ({ request }: Page, refresh: string) =>
  (await request.post('/token/refresh/', { data: { refresh } })).status();

async function usernameOf(person: Person) {
  return ((await person.call('GET', '/current-user/')).body as { username: string }).username;
}

async function signIn(page: Page, username: string, password: string) {
  await page.goto('/login?next=/account');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/account');
}

test(
  'a sign-in ends the session that the browser had, whosever it was',
  { tag: '@desk' },
  async ({ person, allow }) => {
    test.slow();
    // Another tab uses the token of the former session first.
    allow(/status of 401/);
    const [asha, bina] = [await person('patient', 'Asha Kiran'), await person('patient', 'Bina Rao')];
    const [name, another] = [await usernameOf(asha), await usernameOf(bina)];
    const { page, password } = asha;
    const other = await page.context().newPage();
    await other.goto('/account');
    const first = await refreshOf(page);
    await signIn(page, name, password);
    const second = await refreshOf(page);
    expect(await statusOf(page, first)).toBe(401);
    await other.getByRole('link', { name: 'Blog' }).first().click();
    await other.goto('/account');
    await expect(main(other).getByText(name, { exact: true })).toBeVisible();
    const sessions = main(other).getByRole('region', { name: 'Where you are signed in' });
    await expect(sessions.getByRole('listitem')).toHaveCount(1);

    await signIn(page, another, bina.password);
    expect(await statusOf(page, second)).toBe(401);
    await expect(main(page).getByText(another, { exact: true })).toBeVisible();

    // If the former session cannot be ended, the sign-in succeeds all the same.
    allow(/ERR_FAILED|The server cannot be reached/);
    await page.route('**/logout/', (route) => route.abort());
    await signIn(page, name, password);
    await expect(main(page).getByText(name, { exact: true })).toBeVisible();
  },
);

test(
  'ending other sessions asks who one is, once the sign-in is a while ago',
  { tag: '@desk' },
  async ({ person, clock, allow }) => {
    test.slow();
    // The access token of five minutes has expired by then, and the refused call is repeated.
    allow(/status of 40[13]/);
    const asha = await person('patient', 'Asha Kiran');
    const { page } = asha;
    await asha.signIn();
    await asha.signIn();
    await clock.move(11 * 60_000);
    await page.goto('/account');
    const sessions = main(page).getByRole('region', { name: 'Where you are signed in' });
    await expect(sessions.getByRole('listitem')).toHaveCount(3);
    const end = sessions.getByRole('button', { name: /^Sign out .*, signed in/ }).first();
    await end.click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await expect(sessions.getByText('That was not signed out. Please try again.')).toBeVisible();
    await expect(sessions.getByRole('listitem')).toHaveCount(3);
    const before = await refreshOf(page);
    await end.click();
    await confirmIdentity(asha);
    await expect(sessions.getByText('That session is signed out.')).toBeVisible();
    await expect(sessions.getByRole('listitem')).toHaveCount(2);
    // After confirming, the page has new tokens.
    expect(await refreshOf(page)).not.toBe(before);
    await sessions.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await expect(sessions.getByText('You are signed out everywhere else.')).toBeVisible();
    await expect(sessions.getByRole('listitem')).toHaveCount(1);
  },
);
