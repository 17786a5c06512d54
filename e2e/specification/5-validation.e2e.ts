import type { Page } from '@playwright/test';
import { expect, openUntilSeen, test } from '../support/journey.ts';
import { enter, newPatient, newProvider, signInAs } from './api.ts';
import { constant, covers, quoted } from './covers.ts';

const main = (page: Page) => page.getByRole('main');

/** Submits an empty form, and checks that each of its fields is reported as required. */
async function expectRequired(page: Page, action: string, fields: string[]) {
  await page.getByRole('button', { name: action, exact: true }).click();
  await expect(page.getByLabel(fields[0] ?? '', { exact: true })).toBeFocused();
  for (const field of fields) {
    const input = page.getByLabel(field, { exact: true });
    await expect(input).toHaveAttribute('required');
    await expect(input).toHaveAccessibleDescription(/This is required\./);
  }
}

test('what the forms require', async ({ page, request }) => {
  covers('5:login', '5:registration', '5:basic-profile', '5:provider-form', '5:booking');
  await page.goto('/login');
  await expectRequired(page, quoted('2:sign-in'), ['Username', 'Password']);
  await page.goto('/register');
  await expectRequired(page, 'Register', ['Username', 'Email', 'Password']);
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email');

  await signInAs(page, await enter(request));
  await page.goto('/register/user/basic');
  await page.getByLabel('About').fill('');
  await expectRequired(page, 'Save profile', ['Name', 'Phone', 'About']);
  await page.goto('/register/user/provider');
  const fees = page.getByLabel('Fees');
  await expect(fees).toHaveAttribute('type', 'number');
  await expect(fees).toHaveValue(String(constant('9:default-fee')));
  await fees.fill('');
  await expectRequired(page, 'Save provider profile', [
    'Name',
    'Experience',
    'Fees',
    'Education',
    'Phone',
    'Address',
    'About',
  ]);
  await expect(page.getByText('Please choose at least one speciality.')).toBeVisible();
});

test('an appointment is sent as date, the letter T, then time', async ({ page, request }) => {
  covers('5:booking');
  const provider = await newProvider(request);
  await signInAs(page, await newPatient(request));
  await page.goto(`/books/${provider.user_id}`);
  const day = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('Date').fill(day);
  await page.getByLabel('Time', { exact: true }).fill('07:05');
  await page.getByLabel('Problem').fill('A rash');
  const sent = page.waitForRequest('**/api/appointments/create/');
  await page.getByRole('button', { name: 'Send request' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ appointment_datetime: `${day}T07:05`, problem: 'A rash' });
});

test('blank questions, answers and messages are ignored, and the forms are for the signed-in', async ({
  page,
  request,
}) => {
  covers('5:blank-ignored', '5:logged-in-forms');
  const person = await newPatient(request);
  const { prob_id } = await person.good('POST', '/apis/help-center/create/', { problem: 'How much sleep is enough?' });
  const [room] = await person.good('GET', '/apis/chat-rooms/');
  await page.goto('/help');
  await expect(main(page).getByRole('article').first()).toBeVisible();
  await expect(page.getByLabel('Your question')).toBeHidden();

  await signInAs(page, person);
  const sent: string[] = [];
  page.on('request', (one) => {
    if (/create\/$|comments\/$|messages-create/.test(one.url()) && one.method() === 'POST') sent.push(one.url());
  });
  const places = [
    ['/help', 'Your question', 'Ask'],
    [`/comment/${prob_id}`, 'Your answer', 'Post answer'],
    [`/room/${room.id}`, 'Message', 'Send'],
  ] as const;
  for (const [address, field, action] of places) {
    await page.goto(address);
    await page.getByLabel(field, { exact: true }).fill(' \n ');
    await page.getByRole('button', { name: action, exact: true }).click();
  }
  await page.waitForLoadState('networkidle');
  expect(sent).toEqual([]);
});

test('the search of the help centre looks for a part of the problem, whatever its case', async ({ page, request }) => {
  covers('5:help-search');
  const person = await newPatient(request);
  const word = `Rooibos${crypto.randomUUID().slice(0, 6)}`;
  await person.good('POST', '/apis/help-center/create/', { problem: `Is ${word}tea good for the heart?` });
  await openUntilSeen(page, '/help', main(page).getByText(word));
  // Client-side only: the server does not answer.
  await page.route('**/apis/help-center/?*', () => {});
  await page.getByRole('searchbox').fill(`${word}TEA`.toUpperCase());
  await expect(main(page).getByRole('article')).toHaveCount(1);
  await expect(main(page).getByRole('article')).toContainText(word);
});

test('what one wrote, one alone may delete', async ({ page, request }) => {
  covers('5:delete-own', '6:owner');
  const [owner, other] = [await newPatient(request), await newPatient(request)];
  const { prob_id } = await other.good('POST', '/apis/help-center/create/', { problem: 'Is it too late to learn?' });
  const answer = `Never ${crypto.randomUUID()}`;
  const { id } = await owner.good('POST', `/apis/help-center/${prob_id}/comments/`, { comment: answer });
  const [room] = await owner.good('GET', '/apis/chat-rooms/');
  const said = await owner.good('POST', `/apis/messages-create/${room.id}/`, { content: answer });
  for (const [person, buttons] of [
    [other, 0],
    [owner, 1],
  ] as const) {
    await signInAs(page, person);
    for (const address of [`/comment/${prob_id}`, `/room/${room.id}`]) {
      await page.goto(address);
      const row = page.getByRole('article').filter({ hasText: answer });
      await expect(row).toBeVisible();
      await expect(row.getByRole('button', { name: quoted('2:delete') })).toHaveCount(buttons);
    }
  }
  for (const path of [`/apis/help-center/comments/${id}/`, `/apis/messages-del/${said.id}/`]) {
    expect([path, (await other.call('DELETE', path)).status]).toEqual([path, 403]);
    expect([path, (await owner.call('DELETE', path)).status]).toEqual([path, 200]);
  }
});
