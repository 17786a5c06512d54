import type { Page } from '@playwright/test';
import { expect, test } from '../support/care.ts';
import { expectAccessible } from '../support/journey.ts';
import { signIn } from '../support/product.ts';

const main = (page: Page) => page.getByRole('main');
const dialog = (page: Page) => page.getByRole('alertdialog');

test('an administrator finds somebody, gives a grant and takes it back, disables and enables', async ({
  page,
  person,
  product,
  allow,
}) => {
  test.slow();
  // The person's session ends while a page is open.
  allow(/status of 40[13]/);
  const member = await person('patient', 'Asha Kiran');
  const { username } = (await member.call('GET', '/current-user/')).body as { username: string };
  await member.page.goto('/dashboard');
  await expect(main(member.page).getByRole('link', { name: 'Your account' })).toBeVisible();
  await expect(main(member.page).getByRole('link', { name: 'Administration' })).toHaveCount(0);

  await signIn(page, product, 'administrator');
  await page.goto('/dashboard');
  await main(page).getByRole('link', { name: 'Administration' }).click();
  await expect(page.getByRole('link', { name: 'Waiting for a moderator' })).toBeVisible();
  await expectAccessible(page);
  const people = page.getByRole('figure').filter({ hasText: 'New people' });
  await expect(page.getByRole('figure')).toHaveCount(6);
  await expect(people.getByRole('img', { name: /^[1-9]\d* from .+ to .+, most of them, \d+, on / })).toBeVisible();
  await people.getByText('Day by day').click();
  await expect(people.getByRole('row')).toHaveCount(31);
  await expectAccessible(page);
  await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'People' }).click();
  await page.getByRole('searchbox').fill(username.toUpperCase());
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expectAccessible(page);
  await page.getByRole('link', { name: username }).click();

  await page.getByRole('button', { name: 'Give a grant' }).click();
  await dialog(page).getByRole('button', { name: 'Give' }).click();
  await expect(dialog(page).getByLabel('Grant')).toBeFocused();
  await dialog(page).getByLabel('Grant').selectOption('Moderator');
  await dialog(page).getByLabel('Last day').fill('2099-12-31');
  await dialog(page).getByLabel('Reason').fill('Looks after the help centre.');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Give' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(main(page).getByText('Given: Moderator')).toBeVisible();
  await expect(main(page).getByText('Looks after the help centre.')).toBeVisible();
  await expectAccessible(page);
  await member.page.goto('/moderation');
  await expect(main(member.page).getByRole('heading', { name: 'Waiting for a decision' })).toBeVisible();

  await page.getByRole('button', { name: /^Take back/ }).click();
  await dialog(page).getByLabel('Reason').fill('The month is over.');
  await dialog(page).getByRole('button', { name: 'Take it back' }).click();
  await expect(main(page).getByText('None. This person has the same rights as everybody.')).toBeVisible();
  // Another instance learns of it in a moment, and within a second in any case.
  await expect(async () => {
    await member.page.reload();
    await expect(main(member.page).getByText('You do not have permission to access this page.')).toBeVisible();
  }).toPass();

  // An open page with a live connection is signed out by itself.
  await member.page.goto('/chat');
  await expect(main(member.page).getByRole('article').first()).toBeVisible();
  await page.getByRole('button', { name: 'Disable the account' }).click();
  await dialog(page).getByLabel('Reason').fill('It was stolen.');
  await dialog(page).getByRole('button', { name: 'Disable' }).click();
  await expect(main(page).getByText('Disabled since')).toBeVisible();
  await expect(member.page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  await page.getByRole('button', { name: 'Enable the account' }).click();
  await dialog(page).getByLabel('Reason').fill('It is back with its person.');
  await dialog(page).getByRole('button', { name: 'Enable' }).click();
  await expect(page.getByRole('button', { name: 'Disable the account' })).toBeVisible();
  await member.signIn();

  await page.getByRole('link', { name: 'See the audit' }).click();
  await expect(page.getByRole('heading', { level: 2 })).toContainText([
    'Enabled an account',
    'Disabled an account',
    'Took a grant back',
    'Gave a grant',
  ]);
  await expectAccessible(page);
});

test(
  'an administrator adds and merges a speciality, and closes a room while somebody is in it',
  { tag: '@desk' },
  async ({ page, person, product, allow }) => {
    test.slow();
    // The name is taken.
    allow(/status of 400/);
    const member = await person('patient', 'Bina Rao');
    await signIn(page, product, 'administrator');
    const name = `Sleep medicine ${Date.now()}`;
    await page.goto('/admin/specialities');
    await page.getByRole('button', { name: 'Add a speciality' }).click();
    await dialog(page).getByLabel('Name').fill('neurology');
    await dialog(page).getByRole('button', { name: 'Add' }).click();
    await expect(dialog(page).getByText('A speciality with that name already exists.')).toBeVisible();
    await expect(dialog(page).getByLabel('Name')).toBeFocused();
    await dialog(page).getByLabel('Name').fill(name);
    await dialog(page).getByRole('button', { name: 'Add' }).click();
    const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name }) });
    await expect(card.getByText('No providers')).toBeVisible();
    await expectAccessible(page);
    const address = (await card.getByRole('link').getAttribute('href')) as string;
    await member.page.goto(address);
    await expect(main(member.page).getByRole('heading', { name })).toBeVisible();

    await card.getByRole('button', { name: 'Merge' }).click();
    await dialog(page).getByLabel('Into').selectOption('Neurology');
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Merge' }).click();
    await expect(card.getByText('Merged into Neurology')).toBeVisible();
    // On another process, or in its cached pages, the old address redirects within seconds.
    await expect(async () => {
      await member.page.goto(address);
      await expect(main(member.page).getByRole('heading', { name: 'Neurology' })).toBeVisible({ timeout: 1000 });
    }).toPass();

    const room = `Night owls ${Date.now()}`;
    await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Chat rooms' }).click();
    await page.getByRole('button', { name: 'Add a room' }).click();
    await page.getByLabel('Name').fill(room);
    await page.getByRole('button', { name: 'Add the room' }).click();
    const roomCard = page.getByRole('article').filter({ has: page.getByRole('heading', { name: room }) });
    await expect(roomCard).toBeVisible();
    await member.page.goto((await roomCard.getByRole('link').getAttribute('href')) as string);
    await member.page.getByLabel('Message', { exact: true }).fill('Is anybody awake?');
    await member.page.getByRole('button', { name: 'Send' }).click();
    await expect(member.page.getByText('Is anybody awake?')).toBeVisible();

    await roomCard.getByRole('button', { name: 'Close' }).click();
    await dialog(page).getByRole('button', { name: 'Close the room' }).click();
    await expect(roomCard.getByText('Closed', { exact: true })).toBeVisible();
    await expectAccessible(page);
    await expect(member.page.getByText('This room is closed.')).toBeVisible();
    await expect(member.page.getByLabel('Message', { exact: true })).toBeHidden();
    await expect(member.page.getByText('Is anybody awake?')).toBeVisible();
    await expectAccessible(member.page);
    await roomCard.getByRole('button', { name: 'Open again' }).click();
    await dialog(page).getByRole('button', { name: 'Open the room' }).click();
    await expect(member.page.getByLabel('Message', { exact: true })).toBeVisible();

    await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Emails' }).click();
    await expect(page.getByText('No email was given up.')).toBeVisible();
    await expectAccessible(page);
  },
);
