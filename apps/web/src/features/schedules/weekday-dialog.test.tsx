import { scheduleDefaults } from '@carecommons/contract/schedule-rules';
import { expect, test, vi } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { WeekdayDialog } from './weekday-dialog.tsx';

const monday = { weekday: 1, hours: [{ from: '09:00', to: '12:00' }] };
const saved = { ...scheduleDefaults, weekly: [monday], dated: [], time_zone: 'Asia/Kolkata' };
const save = { name: 'Save hours' };
const open = (weekday: number, onClose = () => {}) =>
  show(<WeekdayDialog weekday={weekday} weekly={saved.weekly} onClose={onClose} />);

test('a time that ends before it begins, or goes into another, is not sent', async () => {
  const screen = await open(1);
  const first = screen.getByRole('group', { name: 'Time 1' });
  await first.getByLabelText('To').fill('08:00');
  await screen.getByRole('button', save).click();
  await expect.element(first.getByLabelText('To')).toHaveAccessibleDescription('The end is before the beginning.');
  await first.getByLabelText('To').fill('12:00');
  await screen.getByRole('button', { name: 'Add another time' }).click();
  const second = screen.getByRole('group', { name: 'Time 2' });
  await expect.element(second.getByLabelText('From')).toHaveFocus();
  await screen.getByRole('button', save).click();
  await expect.element(second.getByLabelText('From')).toHaveAccessibleDescription('This is required.');
  await second.getByLabelText('From').fill('11:00');
  await second.getByLabelText('To').fill('13:00');
  await screen.getByRole('button', save).click();
  await expect.element(second.getByLabelText('From')).toHaveAccessibleDescription('This overlaps with another time.');
});

test('a closed day is given the usual hours, and others the same', async () => {
  const onClose = vi.fn<() => void>();
  server.answer('GET /api/schedule/', saved);
  server.answer('PUT /api/schedule/', saved);
  const screen = await open(2, onClose);
  await expect.element(screen.getByText('Closed')).toBeVisible();
  await screen.getByRole('button', { name: 'Add hours' }).click();
  await screen.getByRole('checkbox', { name: 'Wednesday' }).click();
  await screen.getByRole('button', save).click();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const hours = [{ from: '09:00', to: '17:00' }];
  expect(server.asked('PUT /api/schedule/')[0]?.body.weekly).toEqual([
    monday,
    { weekday: 2, hours },
    { weekday: 3, hours },
  ]);
});

test('a day without any time is closed', async () => {
  const onClose = vi.fn<() => void>();
  server.answer('GET /api/schedule/', saved);
  server.answer('PUT /api/schedule/', saved);
  const screen = await open(1, onClose);
  await screen.getByRole('button', { name: 'Remove time 1' }).click();
  await expect.element(screen.getByRole('button', { name: 'Add hours' })).toHaveFocus();
  await screen.getByRole('button', save).click();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(server.asked('PUT /api/schedule/')[0]?.body.weekly).toEqual([]);
});

test('what the server finds wrong with the week is said under the day that is open', async () => {
  server.answer('GET /api/schedule/', saved);
  const message = 'Please enter at most 12 times for one day.';
  server.refuse('PUT /api/schedule/', 'invalid_input', { errors: [{ field: 'weekly.0.hours', message }] });
  const screen = await open(1);
  await screen.getByRole('button', save).click();
  await expect.element(screen.getByText('Your hours were not saved.')).toBeVisible();
  await expect.element(screen.getByText(message)).toBeVisible();
});

test('what was typed outlives a break of the line, and is tried again', async () => {
  const onClose = vi.fn<() => void>();
  server.answer('GET /api/schedule/', saved);
  server.lose('PUT /api/schedule/');
  const screen = await open(1, onClose);
  await screen.getByLabelText('To').fill('12:15');
  await screen.getByRole('button', save).click();
  await expect.element(screen.getByText('Your hours were not saved.')).toBeVisible();
  await expect.element(screen.getByLabelText('To')).toHaveValue('12:15');
  server.answer('PUT /api/schedule/', saved);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(server.asked('PUT /api/schedule/').at(-1)?.body.weekly).toEqual([
    { weekday: 1, hours: [{ from: '09:00', to: '12:15' }] },
  ]);
});
