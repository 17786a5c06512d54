import { scheduleDefaults } from '@carecommons/contract/schedule-rules';
import type { Page } from '@playwright/test';
import { ask, dayAfter, expect, test } from '../support/care.ts';
import { expectAccessible } from '../support/journey.ts';
import type { Person } from '../support/people.ts';

const everyDay = [1, 2, 3, 4, 5, 6, 7];

/** Publishes a provider's hours through the API: from nine to one on every day. */
async function publish(provider: Person) {
  const weekly = everyDay.map((weekday) => ({ weekday, hours: [{ from: '09:00', to: '13:00' }] }));
  const saved = await provider.call('PUT', '/api/schedule/', { ...scheduleDefaults, weekly, dated: [] });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
}

const dayOf = (page: Page, day: string) => page.locator(`input[name=day][value="${day}"]`);

test('a far time that the address names is in sight, and a draft outlives a reload and another person', async ({
  person,
  clock,
}) => {
  test.slow();
  const provider = await person('provider', 'Dr. Kavita Iyer');
  await publish(provider);
  const [near, far] = [dayAfter(clock.now(), 9), dayAfter(clock.now(), 80)];
  const { page } = await person('patient', 'Asha Kiran');
  await page.goto(`/books/${provider.id}?at=${encodeURIComponent(`${far}T10:30:00+05:30`)}`);
  await expect(dayOf(page, far)).toBeChecked();
  await expect(page.locator('label').filter({ has: dayOf(page, far) })).toBeInViewport({ ratio: 0.9 });
  await expect(page.getByRole('radio', { name: '10:30' })).toBeChecked();

  // Drafts are encrypted with a key that each page fetches.
  const draftKey = page.waitForResponse(/\/account\/draft-key\/$/);
  await page.goto(`/books/${provider.id}`);
  await draftKey;
  await dayOf(page, near).check();
  await page.getByRole('radio', { name: '11:30' }).check();
  await page.getByLabel('Problem').fill('A rash');
  await expect(page.getByText('(your draft)')).toBeHidden();
  await page.reload();
  await expect(page.getByLabel('Problem')).toHaveValue('A rash');
  await expect(page.getByText('(your draft)')).toBeVisible();
  await expect(dayOf(page, near)).toBeChecked();
  await expect(page.getByRole('radio', { name: '11:30' })).toBeChecked();
  await expectAccessible(page);

  const tokensOf = async (of: Page) => await of.evaluate(() => Object.entries(localStorage));
  const signIn = async (tokens: [string, string][]) =>
    await page.evaluate((entries) => {
      localStorage.clear();
      for (const [name, value] of entries) localStorage.setItem(name, value);
      // As if another tab had changed it.
      window.dispatchEvent(new StorageEvent('storage'));
    }, tokens);
  const own = await tokensOf(page);
  await signIn(await tokensOf((await person('patient', 'Bela Nair')).page));
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByRole('alertdialog').getByText(/^Somebody else is signed in here now/)).toBeVisible();
  await page.getByRole('button', { name: 'Back to the request' }).click();
  await signIn(own);
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByText('Requested — not yet confirmed')).toBeVisible();
  await page.goto(`/books/${provider.id}`);
  await expect(page.getByLabel('Problem')).toHaveValue('');
});

test('a time taken out of a message leads to its day', { tag: '@desk' }, async ({ person, clock, allow }) => {
  allow(/409 \(Conflict\)/);
  const provider = await person('provider', 'Dr. Kavita Iyer');
  await publish(provider);
  const faster = await person('patient', 'Faster Patient');
  const { page } = await person('patient', 'Asha Kiran');
  const [day, next] = [dayAfter(clock.now(), 4), dayAfter(clock.now(), 5)];
  await page.goto(`/books/${provider.id}`);
  await dayOf(page, day).check();
  await page.getByRole('radio', { name: '10:00' }).check();
  await page.getByLabel('Problem').fill('A rash');
  await ask(faster, provider, `${day}T10:00`);
  await dayOf(page, next).check();
  await page.getByRole('button', { name: 'Send request' }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /10:30$/ })
    .click();
  await expect(dayOf(page, day)).toBeChecked();
  await expect(page.getByRole('radio', { name: '10:30' })).toBeChecked();
});

test(
  'where nothing is free, nothing can be sent, and two calls say so',
  { tag: '@desk' },
  async ({ person, clock }) => {
    const provider = await person('provider', 'Dr. Kavita Iyer');
    await publish(provider);
    const away = { from: `${dayAfter(clock.now(), 0)}T00:00`, to: `${dayAfter(clock.now(), 400)}T00:00`, reason: null };
    const leave = await provider.call('POST', '/api/leaves/', away);
    expect(leave.status, JSON.stringify(leave.body)).toBe(201);
    const { page } = await person('patient', 'Asha Kiran');
    const asked: string[] = [];
    page.on('request', (request) => /slots|next-times/.test(request.url()) && asked.push(request.url()));
    await page.goto(`/books/${provider.id}`);
    await expect(page.getByRole('heading', { name: 'Nothing is free at present' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send request' })).toHaveCount(0);
    await expect(page.getByLabel('Problem')).toHaveCount(0);
    expect(asked).toHaveLength(2);
  },
);

test('a day can be typed, and waiting on no day is said to be wrong', { tag: '@desk' }, async ({ person }) => {
  const provider = await person('provider', 'Dr. Kavita Iyer');
  const { page } = await person('patient', 'Asha Kiran');
  await page.goto(`/books/${provider.id}`);
  await page.getByLabel('Date').focus();
  // Digit by digit: the year is 2 first.
  const year = new Date().getFullYear() + 1;
  await page.keyboard.type(`0101${year}`);
  await expect(page.getByLabel('Date')).toHaveValue(`${year}-01-01`);

  const card = page.getByRole('region', { name: 'No time that suits you?' });
  await expect(card.getByText('Each person has up to 1 hour to accept it.')).toBeVisible();
  await card.getByRole('button', { name: 'Tell me when one is free' }).click();
  await card.getByLabel('What is it about?').fill('A cough that stays.');
  for (const day of await card.getByRole('checkbox').all()) await day.uncheck();
  await card.getByRole('button', { name: 'Join the waiting list' }).click();
  await expect(card.getByRole('alert')).toHaveText('Please choose at least one day.');
  await expect(card.getByRole('checkbox').first()).toBeFocused();
  await card.getByRole('checkbox').nth(1).check();
  await expect(card.getByRole('alert')).toHaveCount(0);
});

test('what is wrong with a new time is said where it is', { tag: '@desk' }, async ({ person, clock, allow }) => {
  test.slow();
  allow(/ERR_FAILED/);
  const provider = await person('provider', 'Dr. Kavita Iyer');
  const asha = await person('patient', 'Asha Kiran');
  const id = await ask(asha, provider, `${dayAfter(clock.now(), 3)}T10:30`);
  await publish(provider);
  await asha.page.route('**/api/booking-terms/**', (route) => route.abort());
  await asha.page.goto(`/appointment/${id}`);
  await asha.page.getByRole('button', { name: 'Ask for another time' }).click();
  const dialog = asha.page.getByRole('alertdialog');
  await expect(dialog.getByText('The free times could not be loaded.')).toBeVisible();
  await expect(dialog.getByLabel('Date')).toHaveCount(0);
  await asha.page.unroute('**/api/booking-terms/**');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.getByRole('button', { name: 'Show all free times' }).click();
  await dialog.getByRole('button', { name: 'Ask for this time' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Please choose a time.');
  await expect(dialog.locator('input[name=appointment_datetime]').first()).toBeFocused();
  await asha.page.keyboard.press('Space');
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  expect(await dialog.evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true);
  await expectAccessible(asha.page);
});

test('a provider says when and why before another time is proposed', { tag: '@desk' }, async ({ person, clock }) => {
  const provider = await person('provider', 'Dr. Kavita Iyer');
  const asha = await person('patient', 'Asha Kiran');
  const id = await ask(asha, provider, `${dayAfter(clock.now(), 3)}T10:30`);
  const { page } = provider;
  await page.goto(`/appointment/${id}`);
  await page.getByRole('button', { name: 'Propose another time' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel('In your own words').fill('   ');
  await dialog.getByRole('button', { name: 'Propose this time' }).click();
  await expect(dialog.getByRole('radiogroup', { name: 'Nearest free times' }).getByRole('radio').first()).toBeFocused();
  await expect(dialog.getByRole('alert')).toHaveText('Please choose a time.');
  await expect(dialog.getByText('This is required.')).toBeVisible();
  await dialog.getByLabel('Date').fill(dayAfter(clock.now(), 5));
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await dialog.getByText('Not available then').click();
  await expect(dialog.getByText('This is required.')).toBeHidden();
});
