import { expect, test } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { QuietHours } from './quiet-hours.tsx';

const night = { from: '22:00', to: '07:00', time_zone: 'Asia/Kolkata' };
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

test('says that there are none, and keeps those that are entered, by the clocks of this place', async () => {
  server.answer('PUT /api/quiet-hours/', {});
  const screen = await show(<QuietHours hours={null} />);
  await expect.element(screen.getByText(/^You have none/)).toBeVisible();
  await screen.getByLabelText('From').fill('21:30');
  await screen.getByRole('button', { name: 'Keep quiet hours' }).click();
  await expect.element(screen.getByText('Your quiet hours are from 21:30 to 07:00.')).toBeInTheDocument();
  expect(server.asked('PUT /api/quiet-hours/').map(({ body }) => body)).toEqual([
    { from: '21:30', to: '07:00', time_zone: zone },
  ]);
});

test('hours without a length are refused at their field', async () => {
  server.refuse('PUT /api/quiet-hours/', 'invalid_input', {
    errors: [{ field: 'to', message: 'Please enter a time other than the first one.' }],
  });
  const screen = await show(<QuietHours hours={night} />);
  await screen.getByRole('button', { name: 'Change the quiet hours' }).click();
  const field = screen.getByLabelText('To', { exact: true });
  await expect.element(field).toHaveAccessibleDescription(/other than the first one/);
});

test('ending them is said, and so is that it was not saved', async () => {
  server.refuse('DELETE /api/quiet-hours/', 'busy');
  const screen = await show(<QuietHours hours={night} />);
  await expect.element(screen.getByText(/^From 22:00 to 07:00, by the clocks of /)).toBeVisible();
  const end = screen.getByRole('button', { name: 'End the quiet hours' });
  await end.click();
  await expect.element(screen.getByText('That was not saved. Please try again.')).toBeVisible();
  server.answer('DELETE /api/quiet-hours/', {});
  await end.click();
  await expect.element(screen.getByText('The quiet hours have ended.')).toBeInTheDocument();
});
