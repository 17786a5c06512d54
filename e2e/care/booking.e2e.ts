import { ask, dayAfter, expect, test } from '../support/care.ts';
import { expectAccessible } from '../support/journey.ts';
import { covers, quoted } from '../specification/covers.ts';

test('of a time taken meanwhile the nearest free one is taken', { tag: '@desk' }, async ({ person, clock, allow }) => {
  allow(/409 \(Conflict\)/);
  const provider = await person('provider', 'Dr. Kavita Iyer');
  const faster = await person('patient', 'Faster Patient');
  const { page } = await person('patient', 'Asha Kiran');
  const day = dayAfter(clock.now(), 20);
  await page.goto(`/books/${provider.id}`);
  await page.getByLabel('Date').fill(day);
  await page.getByRole('radio', { name: '11:00' }).check();
  await page.getByLabel('Problem').fill('A rash');
  await ask(faster, provider, `${day}T11:00`);

  await page.getByRole('button', { name: 'Send request' }).click();
  const alert = page.getByRole('alertdialog', { name: quoted('8:booking-failure') });
  await expect(alert.getByText('That time has just been taken.')).toBeVisible();
  await expect(alert.getByRole('button', { name: /, 1\d:\d\d$/ })).toHaveCount(3);
  await expectAccessible(page);
  await alert.getByRole('button', { name: /11:30$/ }).click();
  await expect(alert).toBeHidden();
  await expect(page.getByLabel('Time', { exact: true })).toHaveValue('11:30');
  await expect(page.getByRole('button', { name: 'Send request' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Requested — not yet confirmed')).toBeVisible();
});

test('wrong fields are named, and nothing is sent', { tag: '@desk' }, async ({ person, clock }) => {
  covers('5:booking');
  const provider = await person('provider', 'Dr. Kavita Iyer');
  const { page } = await person('patient', 'Asha Kiran');
  await page.goto(`/books/${provider.id}`);
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByText('This is required.')).toHaveCount(3);
  await expect(page.getByLabel('Date')).toBeFocused();
  await page.getByRole('radiogroup', { name: 'The next two weeks' }).getByRole('radio').nth(1).check();
  await page.getByRole('radio', { name: '09:00' }).check();
  await expect(page.getByText('This is required.')).toHaveCount(1);
  await page.getByLabel('Date').fill(dayAfter(clock.now(), 0));
  await page.getByLabel('Time', { exact: true }).fill('00:00');
  await page.getByLabel('Problem').fill('A rash');
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByText('That time has passed. Please choose one in the future.')).toBeVisible();
  await expect(page).toHaveURL(/\/books\//);
  await expectAccessible(page);
});

test('a lost session keeps what was filled in, and sends it', { tag: '@desk' }, async ({ person, clock, allow }) => {
  allow(/401 \(Unauthorized\)/);
  const provider = await person('provider', 'Dr. Kavita Iyer');
  const { page } = await person('patient', 'Asha Kiran');
  await page.goto(`/books/${provider.id}`);
  await page.getByLabel('Date').fill(dayAfter(clock.now(), 3));
  await page.getByLabel('Time', { exact: true }).fill('12:00');
  await page.getByLabel('Problem').fill('A rash');
  const tokens = await page.evaluate(() => Object.fromEntries(Object.entries(localStorage)));
  const setTokens = async (present: Record<string, string>) =>
    await page.evaluate((entries) => {
      localStorage.clear();
      for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value);
      // As if another tab had changed it.
      window.dispatchEvent(new StorageEvent('storage'));
    }, present);

  await setTokens({});
  await page.getByRole('button', { name: 'Send request' }).click();
  const alert = page.getByRole('alertdialog', { name: 'Sign in to send your request' });
  await expect(alert.getByRole('link', { name: 'Sign in in a new tab' })).toBeVisible();
  await expectAccessible(page);
  await setTokens(tokens);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByText('Requested — not yet confirmed')).toBeVisible();
});

test(
  'without a profile the way leads to it, and back to what was filled in',
  { tag: '@desk' },
  async ({ person, clock, allow }) => {
    allow(/403 \(Forbidden\)/);
    const provider = await person('provider', 'Dr. Kavita Iyer');
    const { page } = await person('unknown', '');
    await page.goto(`/books/${provider.id}`);
    await page.getByLabel('Date').fill(dayAfter(clock.now(), 4));
    await page.getByLabel('Time', { exact: true }).fill('12:00');
    await page.getByLabel('Problem').fill('A rash');
    await page.getByRole('button', { name: 'Send request' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Complete your profile' }).click();
    await page.getByLabel('Name').fill('Asha Kiran');
    await page.getByLabel('Phone').fill('+91 98765 43210');
    await page.getByLabel('About').fill('Runs.');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await expect(page.getByLabel('Problem')).toHaveValue('A rash');
    await expect(page.getByLabel('Time', { exact: true })).toHaveValue('12:00');
    await page.getByRole('button', { name: 'Send request' }).click();
    await expect(page.getByText('Requested — not yet confirmed')).toBeVisible();
  },
);

test('a reader elsewhere is told which zone the time is in', { tag: '@desk' }, async ({ person, clock }) => {
  const provider = await person('provider', 'Dr. Kavita Iyer');
  const { page } = await person('patient', 'Asha Kiran', { timezoneId: 'Europe/London' });
  await page.goto(`/books/${provider.id}`);
  await expect(page.getByText('All times are where the provider is: India Standard Time.')).toBeVisible();
  await page.getByLabel('Date').fill(dayAfter(clock.now(), 5));
  await page.getByLabel('Time', { exact: true }).fill('15:00');
  // The deadline of the request is shown too, and may be the same time on another day.
  await expect(page.getByText(/^Dr\. Kavita Iyer · .*15:00 India Standard Time \(.+ where you are\)/)).toBeVisible();
});

test('an approval that the server did not take is taken back', { tag: '@desk' }, async ({ person, clock, allow }) => {
  allow(/ERR_FAILED/);
  const provider = await person('provider', 'Dr. Kavita Iyer');
  const patient = await person('patient', 'Asha Kiran');
  await ask(patient, provider, `${dayAfter(clock.now(), 2)}T09:00`, 'Cough');
  const { page } = provider;
  await page.route('**/api/approve-appointment/**', (route) => route.abort());
  await page.goto('/book/provider');
  await page.getByRole('button', { name: 'Approve' }).click();
  const alert = page.getByRole('alertdialog', { name: 'The request was not approved' });
  await expectAccessible(page);
  await alert.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('Not Approved')).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await page.unroute('**/api/approve-appointment/**');
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText(/^Approved: Asha Kiran/)).toBeVisible();
});

test(
  'a refusal that the server did not take can be sent again with its reason, also after signing in again',
  { tag: '@desk' },
  async ({ person, clock, allow }) => {
    allow(/429 \(Too Many Requests\)|401 \(Unauthorized\)/);
    const provider = await person('provider', 'Dr. Kavita Iyer');
    const patient = await person('patient', 'Asha Kiran');
    const id = await ask(patient, provider, `${dayAfter(clock.now(), 2)}T09:00`);
    const { page } = provider;
    const declining = '**/api/decline-appointment/**';
    const busy = { code: 'too_many_requests', message: 'That was too often.' };
    await page.route(declining, (route) => route.fulfill({ status: 429, json: busy }));
    await page.goto('/book/provider');
    await page.getByRole('button', { name: 'Decline' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Decline this request?' });
    await dialog.getByLabel('In your own words').fill('Please see a dermatologist.');

    // The session ends while the reason is being written.
    const tokens = await page.evaluate(() => Object.fromEntries(Object.entries(localStorage)));
    const setTokens = async (present: Record<string, string>) =>
      await page.evaluate((entries) => {
        localStorage.clear();
        for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value);
        window.dispatchEvent(new StorageEvent('storage'));
      }, present);
    await setTokens({});
    await expect(dialog.getByLabel('In your own words')).toHaveValue('Please see a dermatologist.');
    await setTokens(tokens);
    await expect(dialog.getByLabel('In your own words')).toHaveValue('Please see a dermatologist.');

    await dialog.getByRole('button', { name: 'Decline' }).click();
    const alert = page.getByRole('alertdialog', { name: 'The request was not declined' });
    await expect(alert.getByText(busy.message)).toBeVisible();
    await page.unroute(declining);
    await setTokens({});
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(alert.getByRole('link', { name: 'Sign in in a new tab' })).toBeVisible();
    await expectAccessible(page);
    await setTokens(tokens);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText(/^Declined: Asha Kiran/)).toBeFocused();
    // It shows at once, before the server's answer.
    await expect
      .poll(async () => (await patient.call('GET', `/api/appointments/${id}/`)).body)
      .toMatchObject({ status: 'declined', reason: 'Please see a dermatologist.' });
  },
);
