import type { Page } from '@playwright/test';
import { ask, dayAfter, expect, test } from '../support/care.ts';
import { expectAccessible } from '../support/journey.ts';
import { pressOn, tabTo } from '../support/keyboard.ts';

const hours = 3_600_000;

// Each of them has two people with their own browsers.
test.describe.configure({ timeout: 90_000 });

const cardOf = (page: Page, text: string | RegExp) => page.getByRole('article').filter({ hasText: text });

test('a provider declines with a reason, takes it back, and declines: the patient sees why, and books another time', async ({
  person,
  clock,
}) => {
  const provider = await person('provider', 'Dr. Kavita Iyer');
  const patient = await person('patient', 'Asha Kiran');
  const id = await ask(patient, provider, `${dayAfter(clock.now(), 3)}T10:30`);
  await patient.page.goto('/book');
  await expect(patient.page.getByText(/^Dr\. Kavita Iyer can answer until .+, \d\d:\d\d$/)).toBeVisible();
  await provider.page.goto('/book/provider');
  const card = cardOf(provider.page, 'Asha Kiran');
  await expect(card.getByText(/^Answer by .+, \d\d:\d\d$/)).toBeVisible();

  await card.getByRole('button', { name: 'Decline' }).click();
  const dialog = provider.page.getByRole('alertdialog', { name: 'Decline this request?' });
  await dialog.getByRole('button', { name: 'Decline' }).click();
  await expect(dialog.getByText('This is required.')).toBeVisible();
  await expect(dialog.getByLabel('In your own words')).toBeFocused();
  await expectAccessible(provider.page);
  await dialog.getByRole('radio', { name: 'Closed that day' }).check();
  await expect(dialog.getByLabel('In your own words')).toHaveValue('The practice is closed that day.');
  await dialog.getByRole('button', { name: 'Decline' }).click();
  await expect(provider.page.getByText(/^Declined: Asha Kiran, .+, 10:30$/)).toBeFocused();
  await expect(card.getByText('Declined', { exact: true })).toBeVisible();
  await expect(patient.page.getByText('Declined', { exact: true })).toBeVisible();
  await expectAccessible(provider.page);

  await provider.page.getByRole('button', { name: 'Undo' }).click();
  await expect(provider.page.getByText(/^Taken back, .+: Asha Kiran/)).toBeFocused();
  await expect(card.getByText('Not Approved')).toBeVisible();
  await expect(patient.page.getByText('Pending Approval')).toBeVisible();

  await card.getByRole('button', { name: 'Decline' }).click();
  await dialog.getByLabel('In your own words').fill('Please see a dermatologist.');
  await dialog.getByRole('button', { name: 'Decline' }).click();
  await expect(provider.page.getByText(/^Declined: Asha Kiran/)).toBeFocused();
  await clock.move(11_000);
  await expect(provider.page.getByRole('button', { name: 'Undo' })).toBeHidden();
  await expect(provider.page.getByRole('main')).toBeFocused();

  await expect(patient.page.getByText('Dr. Kavita Iyer declined this time.')).toBeVisible();
  await patient.page.getByRole('link', { name: 'Choose another time' }).click();
  await expect(patient.page).toHaveURL(new RegExp(`/appointment/${id}$`));
  await expect(patient.page.getByText('“Please see a dermatologist.”')).toBeVisible();
  const free = patient.page.getByRole('list').getByRole('link', { name: /, \d\d:\d\d$/ });
  await expect(free).toHaveCount(3);
  await expectAccessible(patient.page);
  await free.first().click();
  await expect(patient.page).toHaveURL(new RegExp(`/books/${provider.id}\\?at=`));
  await patient.page.getByLabel('Problem').fill('A rash');
  await patient.page.getByRole('button', { name: 'Send request' }).click();
  await expect(patient.page.getByText('Requested — not yet confirmed')).toBeVisible();
});

test('an approval, and taking it back, is seen at once', { tag: '@desk' }, async ({ person, clock }) => {
  const provider = await person('provider', 'Dr. Kavita Iyer');
  const patient = await person('patient', 'Asha Kiran');
  const id = await ask(patient, provider, `${dayAfter(clock.now(), 3)}T10:30`);
  await patient.page.goto(`/appointment/${id}`);
  await expect(patient.page.getByText('Pending Approval')).toBeVisible();
  await provider.page.goto('/book/provider');
  await provider.page.getByRole('button', { name: 'Approve' }).click();
  await expect(provider.page.getByText(/^Approved: Asha Kiran, .+, 10:30$/)).toBeFocused();
  await expect(patient.page.getByText('Approved', { exact: true })).toBeVisible();
  await provider.page.getByRole('button', { name: 'Undo' }).click();
  await expect(patient.page.getByText('Pending Approval')).toBeVisible();
  await provider.page.getByRole('button', { name: 'Approve' }).click();
  await expect(patient.page.getByText('Approved', { exact: true })).toBeVisible();
  await expect(patient.page.getByText(/^You can cancel until .+, 08:30\.$/)).toBeVisible();
  await expect(provider.page.getByRole('heading', { name: 'Your days' })).toBeVisible();
});

test(
  'a decision can be taken back on whichever page one is by then, and stands where that fails',
  { tag: '@desk' },
  async ({ person, clock, allow }) => {
    allow(/ERR_FAILED/);
    const provider = await person('provider', 'Dr. Kavita Iyer');
    const patient = await person('patient', 'Asha Kiran');
    const id = await ask(patient, provider, `${dayAfter(clock.now(), 3)}T10:30`);
    const { page } = provider;
    await page.goto('/book/provider');
    await page.getByRole('button', { name: 'Approve' }).click();
    await cardOf(page, 'Asha Kiran')
      .getByRole('link', { name: /10:30$/ })
      .click();
    await expect(page).toHaveURL(new RegExp(`/appointment/${id}$`));
    const undo = page.getByRole('button', { name: 'Undo' });
    await page.route('**/api/undo-decision/**', (route) => route.abort());
    await undo.click();
    const alert = page.getByRole('alertdialog', { name: 'The decision was not taken back' });
    await expect(alert.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expectAccessible(page);
    await alert.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByText(/^Approved: Asha Kiran/)).toBeFocused();
    await expect(page.getByText('Approved', { exact: true })).toBeVisible();
    await page.unroute('**/api/undo-decision/**');
    await undo.click();
    await expect(page.getByText(/^Taken back, .+: Asha Kiran/)).toBeFocused();
    await expect(page.getByText('Not Approved')).toBeVisible();
  },
);

test('a patient declines the only row of a list, and takes it back', { tag: '@desk' }, async ({ person, clock }) => {
  const provider = await person('provider', 'Dr. Kavita Iyer');
  const patient = await person('patient', 'Asha Kiran');
  const { page } = patient;
  const day = dayAfter(clock.now(), 3);
  const id = await ask(patient, provider, `${day}T10:30`);
  const proposal = { appointment_datetime: `${day}T16:00`, reason: 'A congress' };
  expect((await provider.call('POST', `/api/appointments/${id}/move/`, proposal)).status).toBe(201);
  const declined = await provider.call('PUT', `/api/decline-appointment/${id}/`, { reason: 'A congress' });
  expect(declined.status).toBe(200);
  await page.goto('/book');
  await page.getByRole('button', { name: 'Decline' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByText(/^Declined: Dr\. Kavita Iyer, .+, 16:00$/)).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { name: 'Waiting for your answer' })).toBeVisible();
});

test('a patient cancels, and the provider sees it at once; after the cut-off it says whom to phone', async ({
  person,
  clock,
  allow,
}) => {
  allow(/401 \(Unauthorized\)/);
  const provider = await person('provider', 'Dr. Kavita Iyer');
  const patient = await person('patient', 'Asha Kiran');
  const day = dayAfter(clock.now(), 3);
  for (const time of ['10:30', '16:00']) {
    const id = await ask(patient, provider, `${day}T${time}`);
    expect((await provider.call('PUT', `/api/approve-appointment/${id}/`)).status).toBe(200);
  }
  await provider.page.goto('/book/provider');
  await expect(cardOf(provider.page, '10:30')).toBeVisible();
  await patient.page.goto('/book');
  await cardOf(patient.page, '10:30').getByRole('button', { name: 'Cancel the visit' }).click();
  const dialog = patient.page.getByRole('alertdialog', { name: 'Cancel this visit?' });
  await expectAccessible(patient.page);
  await dialog.getByRole('radio', { name: 'Not needed' }).check();
  await dialog.getByRole('button', { name: 'Cancel the visit' }).click();
  await expect(dialog).toBeHidden();
  await expect(patient.page.getByText(/^Cancelled: Dr\. Kavita Iyer, .+, 10:30$/)).toBeFocused();
  await expect(patient.page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await expect(cardOf(patient.page, '10:30').getByText('You cancelled this.')).toBeVisible();
  await expect(cardOf(provider.page, '10:30')).toBeHidden();
  await provider.page.goto('/book/provider/all');
  await expect(cardOf(provider.page, '10:30').getByText('Patient cancelled this.')).toBeVisible();
  await expect(cardOf(provider.page, '10:30').getByText('“I do not need the visit any more.”')).toBeVisible();

  const visit = new Date(`${day}T16:00:00+05:30`).getTime();
  await clock.move(visit - clock.now().getTime() - hours);
  await patient.page.reload();
  const late = cardOf(patient.page, '16:00');
  await expect(late.getByText('It is too late to cancel here.')).toBeVisible();
  await expect(late.getByRole('link', { name: '+91 80 1234 5678' })).toHaveCount(2);
  await expect(late.getByRole('button')).toHaveCount(0);
});

test('the old time stays until the new one is granted', { tag: '@desk' }, async ({ person, clock }) => {
  const provider = await person('provider', 'Dr. Kavita Iyer');
  const patient = await person('patient', 'Asha Kiran');
  const id = await ask(patient, provider, `${dayAfter(clock.now(), 3)}T10:30`);
  expect((await provider.call('PUT', `/api/approve-appointment/${id}/`)).status).toBe(200);
  await patient.page.goto(`/appointment/${id}`);
  await patient.page.getByRole('button', { name: 'Ask for another time' }).click();
  const dialog = patient.page.getByRole('alertdialog', { name: 'Ask for another time' });
  await expect(dialog.getByText(/^The visit stays on .+, 10:30 until Dr\. Kavita Iyer has accepted/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Ask for this time' }).click();
  await expect(dialog.getByText('Please choose a time.')).toBeVisible();
  await expectAccessible(patient.page);
  const nearest = dialog.getByRole('radiogroup', { name: 'Nearest free times' }).getByRole('radio');
  await expect(nearest).toHaveCount(3);
  await nearest.nth(1).check();
  await dialog.getByRole('button', { name: 'Ask for this time' }).click();
  await expect(dialog).toBeHidden();
  await expect(patient.page.getByText(/^New time proposed: Dr\. Kavita Iyer, /)).toBeFocused();
  await expect(patient.page.getByText('You proposed another time:')).toBeVisible();
  await expect(patient.page.getByText('Approved', { exact: true })).toBeVisible();
  await expect(patient.page.getByRole('button', { name: 'Ask for another time' })).toBeHidden();

  await provider.page.goto('/book/provider');
  const asked = cardOf(provider.page, 'Asha Kiran proposes another time.');
  await expect(asked.getByText('The visit stays at the old time until the new one is accepted.')).toBeVisible();
  await expectAccessible(provider.page);
  await asked.getByRole('button', { name: 'Approve' }).click();
  await expect(patient.page.getByText('Moved', { exact: true })).toBeVisible();
  await patient.page.getByRole('link', { name: 'another time' }).click();
  await expect(patient.page.getByText('Approved', { exact: true })).toBeVisible();
});

test('a provider proposes another time for a request, and the patient accepts it', async ({ person, clock }) => {
  const provider = await person('provider', 'Dr. Kavita Iyer');
  const patient = await person('patient', 'Asha Kiran');
  const day = dayAfter(clock.now(), 3);
  await ask(patient, provider, `${day}T10:30`);
  await patient.page.goto('/book');
  await provider.page.goto('/book/provider');
  await provider.page.getByRole('button', { name: 'Propose another time' }).click();
  const dialog = provider.page.getByRole('alertdialog', { name: 'Propose another time' });
  await dialog.getByLabel('Date').fill(day);
  await dialog.getByLabel('Time', { exact: true }).fill('17:00');
  await dialog.getByRole('button', { name: 'Propose this time' }).click();
  await expect(dialog.getByText('This is required.')).toBeVisible();
  await dialog.getByRole('radio', { name: 'More time needed' }).check();
  await dialog.getByRole('button', { name: 'Propose this time' }).click();
  await expect(dialog).toBeHidden();
  await expect(provider.page.getByRole('heading', { name: "Waiting for a patient's answer" })).toBeVisible();

  await expect(patient.page.getByRole('heading', { name: 'Waiting for your answer' })).toBeVisible();
  const proposal = cardOf(patient.page, 'Dr. Kavita Iyer proposes another time.');
  await expect(proposal.getByText('“I need more time for your visit.”')).toBeVisible();
  await expect(proposal.getByRole('link', { name: /, 10:30$/ })).toBeVisible();
  await expectAccessible(patient.page);
  await proposal.getByRole('button', { name: 'Accept' }).click();
  await expect(patient.page.getByText(/^Accepted: Dr\. Kavita Iyer, .+, 17:00$/)).toBeFocused();
  // The pressed button keeps its place until the pointer has left it and nothing can be undone.
  await expect(patient.page.getByRole('heading', { name: 'Waiting for your answer' })).toBeVisible();
  await clock.move(11_000);
  await patient.page.mouse.move(0, 0);
  await expect(patient.page.getByRole('heading', { name: 'Next', exact: true })).toBeVisible();
  await expect(provider.page.getByText('Approved', { exact: true })).toBeVisible();
  await expect(provider.page.getByText('Not Approved')).toBeHidden();
});

test('a request that nobody answers expires', { tag: '@desk' }, async ({ person, clock, allow }) => {
  allow(/401 \(Unauthorized\)/);
  const provider = await person('provider', 'Dr. Kavita Iyer');
  const patient = await person('patient', 'Asha Kiran');
  await ask(patient, provider, `${dayAfter(clock.now(), 5)}T10:30`);
  await provider.page.goto('/book/provider');
  await expect(cardOf(provider.page, 'Asha Kiran').getByRole('button', { name: 'Approve' })).toBeVisible();
  await clock.move(49 * hours);
  await expect(cardOf(provider.page, 'Asha Kiran')).toBeHidden();
  await provider.page.goto('/book/provider/all');
  await expect(provider.page.getByText('Expired', { exact: true })).toBeVisible();
  await expect(provider.page.getByText('You did not answer in time.')).toBeVisible();
  await patient.page.goto('/book');
  await expect(patient.page.getByText('Dr. Kavita Iyer did not answer in time.')).toBeVisible();
  await patient.page.getByRole('link', { name: 'Choose another time' }).click();
  await expect(patient.page.getByRole('heading', { name: 'Another time with Dr. Kavita Iyer' })).toBeVisible();
  await expect(patient.page.getByRole('list').getByRole('link', { name: /, \d\d:\d\d$/ })).toHaveCount(3);
});

test('a provider notes how a visit went, and corrects it', { tag: '@desk' }, async ({ person, clock, allow }) => {
  allow(/401 \(Unauthorized\)/);
  const provider = await person('provider', 'Dr. Kavita Iyer');
  const patient = await person('patient', 'Asha Kiran');
  const id = await ask(patient, provider, `${dayAfter(clock.now(), 2)}T10:30`);
  expect((await provider.call('PUT', `/api/approve-appointment/${id}/`)).status).toBe(200);
  await clock.move(3 * 24 * hours);
  await provider.page.goto('/book/provider/all');
  const card = cardOf(provider.page, 'Asha Kiran');
  await card.getByRole('button', { name: 'Did not come' }).click();
  await expect(provider.page.getByText(/^Did not come: Asha Kiran, .+, 10:30$/)).toBeFocused();
  await expect(card.getByRole('link', { name: 'Generate Report' })).toBeHidden();
  await card.getByRole('button', { name: 'Mark as completed' }).click();
  await expect(card.getByText('Completed', { exact: true })).toBeVisible();
  await expect(card.getByRole('link', { name: 'Generate Report' })).toBeVisible();
  await expectAccessible(provider.page);
  await patient.page.goto('/book');
  await expect(patient.page.getByText('Completed', { exact: true })).toBeVisible();
});

test('deciding, moving and cancelling by keyboard alone', { tag: '@phone' }, async ({ person, clock }) => {
  const provider = await person('provider', 'Dr. Kavita Iyer');
  const patient = await person('patient', 'Asha Kiran');
  const id = await ask(patient, provider, `${dayAfter(clock.now(), 3)}T10:30`);
  const { keyboard } = provider.page;
  await provider.page.goto('/book/provider');
  const decline = provider.page.getByRole('button', { name: 'Decline' });
  await pressOn(decline);
  const dialog = provider.page.getByRole('alertdialog', { name: 'Decline this request?' });
  await expect(dialog.getByRole('radio', { name: 'Not available then' })).toBeFocused();
  await keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(decline).toBeFocused();
  await keyboard.press('Enter');
  await expect(dialog.getByRole('radio', { name: 'Not available then' })).toBeFocused();
  await keyboard.press('Space');
  await keyboard.press('ArrowRight');
  await expect(dialog.getByLabel('In your own words')).toHaveValue('The practice is closed that day.');
  await pressOn(dialog.getByRole('button', { name: 'Decline' }));
  await expect(provider.page.getByText(/^Declined: Asha Kiran/)).toBeFocused();
  await keyboard.press('Tab');
  await expect(provider.page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await keyboard.press('Enter');
  await expect(provider.page.getByText(/^Taken back/)).toBeFocused();
  await pressOn(provider.page.getByRole('button', { name: 'Approve' }));
  await expect(provider.page.getByText(/^Approved: Asha Kiran/)).toBeFocused();

  await patient.page.goto(`/appointment/${id}`);
  const move = patient.page.getByRole('button', { name: 'Ask for another time' });
  await pressOn(move);
  const times = patient.page.getByRole('radiogroup', { name: 'Nearest free times' }).getByRole('radio');
  await expect(times.first()).toBeFocused();
  await patient.page.keyboard.press('Space');
  await patient.page.keyboard.press('ArrowDown');
  await expect(times.nth(1)).toBeChecked();
  const send = patient.page.getByRole('button', { name: 'Ask for this time' });
  await tabTo(send);
  await patient.page.keyboard.press('Enter');
  await expect(patient.page.getByText('You proposed another time:')).toBeVisible();

  await pressOn(patient.page.getByRole('button', { name: 'Cancel the visit' }));
  const cancelling = patient.page.getByRole('alertdialog', { name: 'Cancel this visit?' });
  await expect(cancelling.getByRole('radio').first()).toBeFocused();
  await pressOn(cancelling.getByRole('button', { name: 'Cancel the visit' }));
  await expect(patient.page.getByText('You cancelled this.')).toBeVisible();
});
