import { scheduleDefaults, type ScheduleSettings } from '@carecommons/contract/schedule-rules';
import type { Page } from '@playwright/test';
import { ask, dayAfter, expect, test } from '../support/care.ts';
import { expectAccessible } from '../support/journey.ts';
import { pressOn, tabTo } from '../support/keyboard.ts';
import type { Person } from '../support/people.ts';
import { shiftOf, watchShift } from '../support/shift.ts';

const everyDay = [1, 2, 3, 4, 5, 6, 7];
const nineToOne = [{ from: '09:00', to: '13:00' }];

/** Publishes a provider's hours through the API. */
async function publish(provider: Person, hours = nineToOne, settings: Partial<ScheduleSettings> = {}) {
  const weekly = everyDay.map((weekday) => ({ weekday, hours }));
  const saved = await provider.call('PUT', '/api/schedule/', { ...scheduleDefaults, ...settings, weekly, dated: [] });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
}

const daysOf = (page: Page) => page.getByRole('radiogroup', { name: 'Days with free times' }).getByRole('radio');
const timesOf = (page: Page) => page.getByRole('radiogroup', { name: /^Free times on/ }).getByRole('radio');

test('a provider publishes hours, and a patient books one of the free times', async ({ person, clock }) => {
  test.slow();
  const provider = await person('provider', 'Dr. Kavita Iyer');
  const patient = await person('patient', 'Asha Kiran');
  const { page: own } = provider;
  await own.goto('/book/provider');
  await own.getByRole('link', { name: 'Your hours' }).click();
  await expect(own.getByText('You publish no hours yet')).toBeVisible();
  await expect(own.getByText('India Standard Time (Asia/Kolkata)')).toBeVisible();
  await expectAccessible(own);

  await own.getByRole('button', { name: 'Change Monday' }).click();
  const dialog = own.getByRole('alertdialog', { name: 'Monday' });
  await dialog.getByRole('button', { name: 'Add hours' }).click();
  await dialog.getByLabel('To', { exact: true }).fill('08:00');
  for (const day of ['Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'])
    await dialog.getByLabel(day).check();
  await dialog.getByRole('button', { name: 'Save hours' }).click();
  await expect(dialog.getByText('The end is before the beginning.')).toBeVisible();
  await expect(dialog.getByLabel('To', { exact: true })).toBeFocused();
  await dialog.getByLabel('To', { exact: true }).fill('11:00');
  await dialog.getByRole('button', { name: 'Add another time' }).click();
  await dialog.getByLabel('From', { exact: true }).nth(1).fill('10:30');
  await dialog.getByLabel('To', { exact: true }).nth(1).fill('12:00');
  await dialog.getByRole('button', { name: 'Save hours' }).click();
  await expect(dialog.getByText('This overlaps with another time.')).toBeVisible();
  await expectAccessible(own);
  await dialog.getByLabel('From', { exact: true }).nth(1).fill('11:30');
  await dialog.getByRole('button', { name: 'Save hours' }).click();
  await expect(dialog).toBeHidden();
  await expect(own.getByRole('button', { name: 'Change Monday' })).toBeFocused();
  const week = own.getByRole('listitem').filter({ has: own.getByRole('heading', { level: 3 }) });
  await expect(week).toHaveText(everyDay.map(() => /09:00–11:00\s*11:30–12:00/));

  await own.getByRole('button', { name: 'Add a day' }).click();
  await own.getByRole('alertdialog').getByLabel('Day', { exact: true }).fill(dayAfter(clock.now(), 2));
  await expectAccessible(own);
  await own.getByRole('button', { name: 'Save the day' }).click();
  await expect(own.getByRole('button', { name: /^Remove / })).toBeVisible();

  await own.getByLabel('Length of a visit').fill('2');
  await own.getByRole('button', { name: 'Save rules' }).click();
  await expect(own.getByText('Please enter a whole number from 5 to 480.')).toBeVisible();
  await own.getByLabel('Length of a visit').fill('20');
  await own.getByLabel('Patients can cancel until').selectOption('4 hours');
  await own.getByRole('button', { name: 'Save rules' }).click();
  await expect(own.getByText('Your rules are saved.')).toBeVisible();
  await expect(own.getByLabel('Length of a visit')).toHaveValue('20');
  await expectAccessible(own);

  const { page } = patient;
  await page.goto(`/books/${provider.id}`);
  await expect(page.getByText('There is no figure yet for how soon.')).toBeVisible();
  await expect(page.getByText('You can cancel a confirmed visit until 4 hours before it.')).toBeVisible();
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByText('Please choose a time.')).toBeVisible();
  await expect(timesOf(page).first()).toBeFocused();
  const closed = dayAfter(clock.now(), 2);
  await expect(page.locator(`input[name=day][value="${closed}"]`)).toHaveCount(0);
  await page.locator(`input[name=day][value="${dayAfter(clock.now(), 1)}"]`).check();
  await expect(timesOf(page)).toHaveCount(7);
  await expectAccessible(page);
  await page.getByRole('radio', { name: '11:30' }).check();
  await expect(page.getByText('Please choose a time.')).toBeHidden();
  await page.getByLabel('Problem').fill('A rash');
  await expect(page.getByText(/^The request waits until .+, 09:30\. If nobody answers/)).toBeVisible();
  await expect(page.getByText(/^Once it is confirmed, you can cancel until .+, 07:30\./)).toBeVisible();
  const before = await daysOf(page).count();
  await page.getByRole('button', { name: 'Later days' }).click();
  await expect(daysOf(page)).toHaveCount(before + 28);
  await expect(daysOf(page).nth(before)).toBeFocused();
  await expect(page.getByText(/Dr\. Kavita Iyer · .+, 11:30 · ₹1,500 · Requested first/)).toBeVisible();
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByText('Requested — not yet confirmed')).toBeVisible();
  await expect(
    page
      .getByRole('main')
      .getByText(/, 11:30/)
      .first(),
  ).toBeVisible();
});

test('of a free time taken meanwhile another one is taken', { tag: '@desk' }, async ({ person, clock, allow }) => {
  allow(/409 \(Conflict\)/);
  const provider = await person('provider', 'Dr. Kavita Iyer');
  await publish(provider);
  const faster = await person('patient', 'Faster Patient');
  const { page } = await person('patient', 'Asha Kiran');
  const day = dayAfter(clock.now(), 4);
  await page.goto(`/books/${provider.id}`);
  await page.locator(`input[name=day][value="${day}"]`).check();
  await page.getByRole('radio', { name: '10:00' }).check();
  await page.getByLabel('Problem').fill('A rash');
  await ask(faster, provider, `${day}T10:00`);
  await page.getByRole('button', { name: 'Send request' }).click();
  const alert = page.getByRole('alertdialog');
  await expect(alert.getByText('That time has just been taken.')).toBeVisible();
  await alert.getByRole('button', { name: /10:30$/ }).click();
  await expect(alert).toBeHidden();
  await expect(page.getByRole('radio', { name: '10:30' })).toBeChecked();
  await expect(page.getByRole('radio', { name: '10:00' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByText('Requested — not yet confirmed')).toBeVisible();
});

test(
  'a reader elsewhere chooses by the clocks of the place, and reads their own beside',
  { tag: '@desk' },
  async ({ person, clock }) => {
    const provider = await person('provider', 'Dr. Kavita Iyer');
    await publish(provider, [{ from: '02:00', to: '03:00' }]);
    const { page } = await person('patient', 'Asha Kiran', { timezoneId: 'America/New_York' });
    await page.goto(`/books/${provider.id}`);
    await expect(page.getByText('All times are where the provider is: India Standard Time.')).toBeVisible();
    await expect(page.getByText(/stands below each: Eastern (Standard|Daylight) Time\.$/)).toBeVisible();
    // Two in the morning in India is the afternoon of the previous day in New York.
    await page.locator(`input[name=day][value="${dayAfter(clock.now(), 4)}"]`).check();
    await page.getByRole('radio', { name: /^02:00 \w+ 1[56]:30$/ }).check();
    await expect(page.getByText(/02:00 India Standard Time \(.+, 1[56]:30 where you are\) ·/)).toBeVisible();
    await page.getByLabel('Problem').fill('A rash');
    await page.getByRole('button', { name: 'Send request' }).click();
    await expect(page.getByText('Requested — not yet confirmed')).toBeVisible();
    await page.goto(`/profile/${provider.id}`);
    await expect(
      page.getByText(/^Next free .+, 02:[03]0 India Standard Time \(.+, 1[5-7]:[03]0 where you are\)$/),
    ).toBeVisible();
  },
);

test('a leave names the visits that it falls upon, cancels them, and can be ended', async ({ person, clock }) => {
  test.slow();
  const provider = await person('provider', 'Dr. Kavita Iyer');
  await publish(provider);
  const [asha, bela] = [await person('patient', 'Asha Kiran'), await person('patient', 'Bela Rao')];
  const [first, last, after] = [3, 4, 5].map((days) => dayAfter(clock.now(), days)) as [string, string, string];
  const visits = [await ask(asha, provider, `${first}T10:00`), await ask(asha, provider, `${last}T09:00`)];
  visits.push(await ask(bela, provider, `${last}T12:30`));
  const spared = await ask(bela, provider, `${after}T09:00`);
  const { page } = provider;
  await page.goto('/schedule');
  await expect(page.getByText('No leave is planned.')).toBeVisible();
  await page.getByRole('button', { name: 'Take leave' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel('From').fill(`${after}T00:00`);
  await dialog.getByLabel('To').fill(`${first}T00:00`);
  await dialog.getByLabel('Reason').fill('A congress');
  await dialog.getByRole('button', { name: 'See what it affects' }).click();
  await expect(dialog.getByText('The end is before the beginning.')).toBeVisible();
  await dialog.getByLabel('From').fill(`${first}T00:00`);
  await dialog.getByLabel('To').fill(`${after}T00:00`);
  await dialog.getByRole('button', { name: 'See what it affects' }).click();
  await expect(page.getByRole('alertdialog', { name: 'This leave affects 3 visits' })).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveText([
    /10:00\s*Asha Kiran/,
    /09:00\s*Asha Kiran/,
    /12:30\s*Bela Rao/,
  ]);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Back' }).click();
  await expect(dialog.getByLabel('Reason')).toHaveValue('A congress');
  await dialog.getByRole('button', { name: 'See what it affects' }).click();
  await dialog.getByRole('button', { name: 'Take leave and tell 2 patients' }).click();
  await expect(page.getByText('Your leave is saved. 3 visits were cancelled and their patients told.')).toBeVisible();
  await expect(page.getByText('A congress')).toBeVisible();
  await expectAccessible(page);
  for (const id of visits)
    expect((await provider.call('GET', `/api/appointments/${id}/`)).body).toMatchObject({ status: 'declined' });
  expect((await provider.call('GET', `/api/appointments/${spared}/`)).body).toMatchObject({ status: 'requested' });

  const booking = asha.page;
  await booking.goto(`/books/${provider.id}`);
  await expect(daysOf(booking).first()).toBeVisible();
  await expect(booking.locator(`input[name=day][value="${last}"]`)).toHaveCount(0);
  await page.getByRole('button', { name: /^End leave/ }).click();
  await dialog.getByRole('button', { name: 'End leave' }).click();
  await expect(page.getByText('No leave is planned.')).toBeVisible();
  await booking.reload();
  await booking.locator(`input[name=day][value="${last}"]`).check();
  await expect(booking.getByRole('radio', { name: '09:00' })).toBeVisible();
});

test('where nothing is free, the booking page says so', { tag: '@desk' }, async ({ person, clock }) => {
  const provider = await person('provider', 'Dr. Kavita Iyer');
  await publish(provider, nineToOne, { horizon_days: 2, visit_minutes: 240 });
  const patient = await person('patient', 'Asha Kiran');
  for (const days of [0, 1, 2]) {
    const body = { user: patient.id, healthcare_provider: provider.id, problem: 'Cough' };
    const at = { appointment_datetime: `${dayAfter(clock.now(), days)}T09:00` };
    // Depending on the time of day, today's slot is past or the last one is too far ahead.
    const { status } = await patient.call('POST', '/api/appointments/create/', { ...body, ...at });
    expect([201, 400, 409]).toContain(status);
  }
  const other = await person('patient', 'Bela Rao');
  await other.page.goto(`/books/${provider.id}`);
  await expect(other.page.getByRole('heading', { name: 'Nothing is free at present' })).toBeVisible();
  await expectAccessible(other.page);
});

test('cards say when a provider is free next, in one call and without moving', async ({ person }) => {
  const provider = await person('provider', 'Dr. Aabha Zzyzx');
  await publish(provider, nineToOne, { notice_minutes: 1440 });
  const any = await person('provider', 'Dr. Walter Zzyzx');
  const { page } = await person('patient', 'Asha Kiran');
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/api/next-times/') && asked.push(request.url()));
  await watchShift(page);
  await page.goto('/providers?q=Zzyzx');
  const card = (name: string) => page.getByRole('article').filter({ hasText: name });
  await expect(card(provider.name).getByText(/^Next free .+, (09|1[0-3]):[03]0$/)).toBeVisible();
  await expect(card(any.name).getByText('Takes requests for any time')).toBeVisible();
  expect(asked).toHaveLength(1);
  expect(await shiftOf(page)).toBe(0);
  await page.goto('/all/1');
  await expect(card(provider.name).getByText(/^Next free/)).toBeVisible();
  expect(asked).toHaveLength(2);
  expect(await shiftOf(page)).toBe(0);
  await page.goto('/');
  await expect(page.getByText(/^(Next free|Takes requests)/).first()).toBeVisible();
  expect(asked).toHaveLength(3);
});

test('hours and a free time of them by keyboard alone', { tag: '@phone' }, async ({ person }) => {
  const provider = await person('provider', 'Dr. Kavita Iyer');
  const patient = await person('patient', 'Asha Kiran');
  const { page: own } = provider;
  await own.goto('/schedule');
  await pressOn(own.getByRole('button', { name: 'Change Tuesday' }));
  await own.keyboard.press('Enter');
  await expect(own.getByLabel('From', { exact: true })).toBeFocused();
  await tabTo(own.getByRole('checkbox', { name: 'Monday' }));
  for (let day = 0; day < everyDay.length - 1; day++) {
    await own.keyboard.press('Space');
    await own.keyboard.press('Tab');
  }
  await pressOn(own.getByRole('button', { name: 'Save hours' }));
  await expect(own.getByRole('button', { name: 'Change Tuesday' })).toBeFocused();
  await expect(own.getByText('09:00–17:00')).toHaveCount(everyDay.length);

  const { page } = patient;
  await page.goto(`/books/${provider.id}`);
  await tabTo(daysOf(page).first());
  await page.keyboard.press('ArrowRight');
  await expect(daysOf(page).nth(1)).toBeChecked();
  await tabTo(timesOf(page).first());
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: '09:30' })).toBeChecked();
  await tabTo(page.getByLabel('Problem'));
  await page.keyboard.type('A rash');
  await pressOn(page.getByRole('button', { name: 'Send request' }));
  await expect(page.getByText('Requested — not yet confirmed')).toBeVisible();
});
