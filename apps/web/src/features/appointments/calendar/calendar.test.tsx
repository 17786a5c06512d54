import type { Appointment } from '@carecommons/contract/appointments';
import type { ProviderDays } from '@carecommons/contract/schedules';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { server } from '../../../../test/server.ts';
import { show } from '../../../../test/show.tsx';
import { Calendar } from './calendar.tsx';
import type { CalendarPosition } from './use-calendar-view.ts';

const line = 'GET /api/provider-days/';
const visit: Appointment = {
  id: 4,
  appointment_datetime: '2036-01-09T10:30:00+05:30',
  ends_at: '2036-01-09T11:00:00+05:30',
  time_zone: 'Asia/Kolkata',
  problem: 'I cannot sleep.',
  is_approved: true,
  status: 'approved',
  requested_at: '2036-01-05T10:30:00+05:30',
  proposed_by: 'patient',
  offered: false,
  expires_at: null,
  undo_until: null,
  cancel_until: '2036-01-08T10:30:00+05:30',
  move_until: '2036-01-08T10:30:00+05:30',
  moves_id: null,
  moved_to_id: null,
  proposal: null,
  reason: null,
  ended_by: null,
  kind: null,
  confirmed_at_once: false,
  healthcare_provider: { user: 1, name: 'Dr. Asha', phone: '1', fees: 500, address: '1 Road', suspended: false },
  user: { user: 2, name: 'Ravi Kumar', phone: '2' },
};
const day: ProviderDays = {
  time_zone: 'Asia/Kolkata',
  today: '2036-01-09',
  publishes_hours: true,
  days: [
    {
      day: '2036-01-09',
      starts_at: '2036-01-09T00:00:00+05:30',
      ends_at: '2036-01-10T00:00:00+05:30',
      hours: [],
      leaves: [],
    },
  ],
  visits: [visit],
};

const onGo = vi.fn<(position: CalendarPosition) => void>();
function shown(more: { span?: 'day' | 'week'; day?: string } = {}) {
  onGo.mockReset();
  const { span = 'day' } = more;
  return show(<Calendar span={span} day={more.day} onGo={onGo} onMake={() => {}} Reports={() => null} />, {
    at: '/book/provider?view=day',
  });
}

test('says where it could not be loaded, and loads it again', async () => {
  server.refuse(line, 'busy');
  const screen = await shown();
  await expect.element(screen.getByText('Your calendar could not be loaded.')).toBeVisible();
  server.answer(line, day);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText(/· Today$/)).toBeVisible();
});

test('leads from day to day over the end of a year, and back to today', async () => {
  server.answer(line, day);
  const screen = await shown({ day: '2035-12-31' });
  await screen.getByRole('button', { name: 'The day after' }).click();
  await screen.getByRole('button', { name: 'The day before' }).click();
  await screen.getByRole('button', { name: 'Today' }).click();
  expect(onGo.mock.calls.map(([position]) => position)).toEqual([
    { view: 'day', day: '2036-01-01' },
    { view: 'day', day: '2035-12-30' },
    { view: 'day' },
  ]);
});

test('without a day in the address it goes on from the provider’s today, a week at a time', async () => {
  server.answer(line, day);
  const screen = await shown({ span: 'week' });
  await screen.getByRole('button', { name: 'The week after' }).click();
  expect(onGo.mock.calls).toEqual([[{ view: 'week', day: '2036-01-16' }]]);
  expect(server.asked(line)[0]?.query).toEqual({ span: 'week' });
});

test('a visit opens beside the days, and Escape closes it and gives the focus back', async () => {
  server.answer(line, day);
  const screen = await shown();
  await screen.getByRole('button', { name: /Ravi Kumar/ }).click();
  await expect.element(screen.getByText('I cannot sleep.')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => screen.getByText('I cannot sleep.').elements()).toEqual([]);
  await expect.element(screen.getByRole('button', { name: /Ravi Kumar/ })).toHaveFocus();
});
