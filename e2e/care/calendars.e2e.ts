import { readFile } from 'node:fs/promises';
import { ask, dayAfter, expect, test } from '../support/care.ts';
import { expectAccessible } from '../support/journey.ts';

test('a visit goes into the calendar, and all of them by a private address', async ({ person, clock }) => {
  test.slow();
  const patient = await person('patient', 'आशा राव');
  const { page } = patient;
  const provider = await person('provider', 'Dr. Meera Iyer');
  const day = dayAfter(clock.now(), 6);
  const id = await ask(patient, provider, `${day}T10:30`, 'A cough that stays.');

  await page.goto(`/appointment/${id}`);
  const main = page.getByRole('main');
  const coming = page.waitForEvent('download');
  await main.getByRole('button', { name: 'Add to your calendar' }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toBe('visit.ics');
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toContain(`DTSTART:${day.replaceAll('-', '')}T050000Z`);
  expect(text).not.toContain('cough');
  await expectAccessible(page);

  await main.getByRole('link', { name: 'Or see all your visits there' }).click();
  const calendars = page.getByRole('region', { name: 'Your visits in your calendar' });
  await calendars.getByRole('button', { name: 'Make a private address' }).click();
  const field = calendars.getByLabel('Your private address');
  const address = await field.inputValue();
  expect(address).toMatch(/\/calendars\/[\w-]{43}\/$/);
  await expect(calendars.getByRole('link', { name: 'Open in a calendar' })).toHaveAttribute('href', /^webcal:/);
  await expectAccessible(page);
  const read = async (from = address) => (await page.request.get(from)).text();
  expect(await read()).toContain('SUMMARY:Busy');
  expect(await read()).not.toContain('Meera');

  await calendars.getByRole('radio', { name: 'Names and places too' }).check();
  await expect.poll(() => read()).toContain('SUMMARY:Requested: Dr. Meera Iyer');
  // Later, the page shows what the address reveals, but not the address.
  await page.reload();
  await expect(calendars.getByRole('radio', { name: 'Names and places too' })).toBeChecked();
  await expect(field).toHaveCount(0);

  await calendars.getByRole('button', { name: 'Make a new address' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Make a new address?' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Make a new one' }).click();
  await expect(field).toHaveValue(/\/calendars\//);
  const second = await field.inputValue();
  expect((await page.request.get(address)).status()).toBe(404);
  expect(await read(second)).toContain('Meera');
  await calendars.getByRole('button', { name: 'Remove the address' }).click();
  await page.getByRole('button', { name: 'Remove it' }).click();
  await expect(calendars.getByRole('button', { name: 'Make a private address' })).toBeVisible();
  expect((await page.request.get(second)).status()).toBe(404);
});

test(
  'a visit that took place is not taken out of the calendar, also before its end',
  { tag: '@desk' },
  async ({ person, clock, allow }) => {
    allow(/401 \(Unauthorized\)/);
    const patient = await person('patient', 'Asha Kiran');
    const { page } = patient;
    const provider = await person('provider', 'Dr. Meera Iyer');
    const day = dayAfter(clock.now(), 2);
    const id = await ask(patient, provider, `${day}T10:30`);
    expect((await provider.call('PUT', `/api/approve-appointment/${id}/`)).status).toBe(200);
    await clock.move(Date.parse(`${day}T10:40+05:30`) - clock.now().getTime());
    await page.goto(`/appointment/${id}`);
    const main = page.getByRole('main');
    await expect(main.getByRole('button', { name: 'Add to your calendar' })).toBeVisible();
    await provider.signIn();
    expect((await provider.call('PUT', `/api/complete-appointment/${id}/`)).status).toBe(200);
    await expect(main.getByText('Completed', { exact: true })).toBeVisible();
    await expect(main.getByRole('button', { name: /calendar/ })).toHaveCount(0);
  },
);
