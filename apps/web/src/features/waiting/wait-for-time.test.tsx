import type { BookingTerms } from '@carecommons/contract/schedules';
import type { Wait } from '@carecommons/contract/waiting';
import { beforeEach, expect, test } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { WaitForTime } from './wait-for-time.tsx';

const get = 'GET /api/waiting/:provider_id/';
const join = 'POST /api/waiting/:provider_id/';
const wait: Wait = {
  provider: { user: 7, name: 'Dr. Mehta' },
  problem: 'A rash.',
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  from_day: null,
  to_day: null,
  joined_at: '2026-01-05T08:00:00Z',
  open: true,
  offer_id: null,
};
const terms: BookingTerms = {
  publishes_hours: true,
  visit_minutes: 30,
  horizon_days: 365,
  answer_hours: 48,
  cancel_minutes: 60,
  move_minutes: 60,
  offer_minutes: 90,
  usual_answer_minutes: null,
  kinds: [],
};
const tell = { name: 'Tell me when one is free' };

beforeEach(() => server.answer('GET /api/booking-terms/:provider_id/', terms));

const shown = (user = 7) => show(<WaitForTime provider={{ user, name: 'Dr. Mehta' }} />, { at: '/books/7' });

test.for([
  ['whose list is closed', 7, () => server.answer(get, { open: false, wait: null })],
  ['whose list could not be loaded', 7, () => server.refuse(get, 'busy')],
] as const)('for a provider %s there is no offer', async ([, user, answer]) => {
  answer();
  const screen = await shown(user);
  await expect.poll(() => server.asked(get).length).toBeGreaterThan(0);
  expect(screen.getByRole('heading').elements()).toEqual([]);
});

test('nobody waits for themselves', async () => {
  const screen = await shown(1);
  await expect.poll(() => server.asked('GET /current-user/')).toHaveLength(1);
  expect(screen.getByRole('heading').elements()).toEqual([]);
  expect(server.asked(get)).toEqual([]);
});

test('says how long an offer stands, and takes one onto the list', async () => {
  server.answer(get, { open: true, wait: null });
  const screen = await shown();
  await expect.element(screen.getByText(/Each person has up to .* to accept it\.$/)).toBeVisible();
  await screen.getByRole('button', tell).click();
  await screen.getByLabelText('What is it about?').fill('A rash.');
  server.answer(join, () => {
    server.answer(get, { open: true, wait });
    return wait;
  });
  await screen.getByRole('button', { name: 'Join the waiting list' }).click();
  await expect.element(screen.getByRole('heading', { name: 'You are on the waiting list' })).toHaveFocus();
  expect(screen.getByRole('button', tell).elements()).toEqual([]);
});

test('who cancels is back at the heading, and on no list', async () => {
  server.answer(get, { open: true, wait: null });
  const screen = await shown();
  await screen.getByRole('button', tell).click();
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(screen.getByRole('heading', { name: 'No time that suits you?' })).toHaveFocus();
  await expect.element(screen.getByRole('button', tell)).toBeVisible();
  expect(server.asked(join)).toEqual([]);
});

test('who waits already reads so, though the list is closed by now', async () => {
  server.answer(get, { open: false, wait: { ...wait, open: false } });
  const screen = await shown();
  await expect.element(screen.getByRole('heading', { name: 'You are on the waiting list' })).toBeVisible();
  await expect.element(screen.getByText('The list is closed at present: nothing is offered.')).toBeVisible();
});
