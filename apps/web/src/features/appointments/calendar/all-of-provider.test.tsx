import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { appointmentOf } from '../../../../test/appointments.ts';
import { server } from '../../../../test/server.ts';
import { show } from '../../../../test/show.tsx';
import { AllOfProvider } from './all-of-provider.tsx';

const line = 'GET /api/appointments/provider/';
const rows = [appointmentOf('Asha Kiran', { id: 1 }), appointmentOf('Bela Rao', { id: 2 })];

test('all appointments are searched by words and days, which stand in the address', async () => {
  server.answer('GET /check/', { role: 'healthcare_provider', grants: [] });
  server.answer(line, ({ query }) => rows.filter(({ user }) => user.name.includes(query.q ?? '')));
  await show(<AllOfProvider />, { at: '/book/provider/all' });
  await expect.element(page.getByText('Bela Rao')).toBeVisible();
  await page.getByLabelText('Search').fill('Asha');
  await page.getByLabelText('From').fill('2026-01-01');
  await page.getByLabelText('To').fill('2026-12-31');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect.element(page.getByText('Bela Rao')).not.toBeInTheDocument();
  await expect.element(page.getByText('Asha Kiran')).toBeVisible();
  expect(window.location.search).toBe('?q=Asha&from=2026-01-01&to=2026-12-31');
  expect(server.asked(line).at(-1)?.query).toEqual({ q: 'Asha', from: '2026-01-01', to: '2026-12-31' });
  await page.getByLabelText('Search').fill('Nobody');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect.element(page.getByText('No appointment has these words on these days.')).toBeVisible();
  await page.getByRole('link', { name: 'Clear the search' }).click();
  await expect.element(page.getByText('Bela Rao')).toBeVisible();
});

test('a day that is none is said at its field', async () => {
  server.refuse(line, 'invalid_input', {
    errors: [{ field: 'from', message: 'Please enter a day, such as 2026-12-24.' }],
  });
  await show(<AllOfProvider />, { at: '/book/provider/all?from=2026-02-28' });
  await expect
    .element(page.getByLabelText('From'))
    .toHaveAccessibleDescription('Please enter a day, such as 2026-12-24.');
});
