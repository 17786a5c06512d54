import type { Appointment } from '@carecommons/contract/appointments';
import { beforeEach, expect, test } from 'vitest';
import { appointmentOf } from '../../../test/appointments.ts';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { History } from './history.tsx';
import { Upcoming } from './upcoming.tsx';

const upcoming = 'GET /api/upcoming/';
const history = 'GET /api/aappointments/';
const daysAway = (days: number) => ({
  appointment_datetime: new Date(Date.now() + days * 86_400_000).toISOString(),
  ends_at: new Date(Date.now() + days * 86_400_000 + 1_800_000).toISOString(),
});
const mine = (id: number, changes: Partial<Appointment> = {}) =>
  appointmentOf('Asha Kiran', { id, problem: `Problem ${id}`, ...changes });

beforeEach(() => server.answer('GET /current-user/', { user_id: 20, username: 'asha', email: 'asha@example.org' }));

test.for([
  ['Your appointments could not be loaded.', 'No upcoming appointments scheduled', upcoming, <Upcoming key="list" />],
  ['Your past appointments could not be loaded.', 'No past appointments found', history, <History key="list" />],
] as const)('%s', async ([failure, empty, line, list]) => {
  server.refuse(line, 'busy');
  const screen = await show(list, { at: '/book' });
  await expect.element(screen.getByText(failure)).toBeVisible();
  server.answer(line, []);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText(empty)).toBeVisible();
});

test('what asks for an answer comes first, then the next visit, what waits for others, and the rest', async () => {
  server.answer(upcoming, [
    mine(1, { ...daysAway(1) }),
    mine(2, { status: 'approved', ...daysAway(2) }),
    mine(3, { proposed_by: 'provider', ...daysAway(3) }),
    mine(4, { status: 'approved', ...daysAway(4) }),
  ]);
  const screen = await show(<Upcoming />, { at: '/book' });
  await expect.element(screen.getByText('Problem 4')).toBeVisible();
  const groups = [...screen.container.querySelectorAll('section:has(> h3)')].map((group) => [
    group.querySelector('h3')?.textContent,
    ...(/Problem \d/g[Symbol.match](group.textContent) ?? []),
  ]);
  expect(groups).toEqual([
    ['Waiting for your answer', 'Problem 3'],
    ['Next', 'Problem 2'],
    ['Waiting for an answer', 'Problem 1'],
    ['After that', 'Problem 4'],
  ]);
});

test('a proposed time that was accepted says so where it stood, and the way back', async () => {
  const proposed = mine(3, { proposed_by: 'provider', ...daysAway(3) });
  server.answer(upcoming, [proposed]);
  const accepted = { ...proposed, status: 'approved', is_approved: true } as const;
  server.answer('PUT /api/approve-appointment/:appointment_id/', () => {
    server.answer(upcoming, [accepted]);
    return accepted;
  });
  const screen = await show(<Upcoming />, { at: '/book' });
  await screen.getByRole('button', { name: /^Accept/ }).click();
  await expect.element(screen.getByRole('button', { name: 'Undo' })).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Waiting for your answer' })).toBeVisible();
});

test.for<[string, Partial<Appointment>, boolean]>([
  ['a declined one', { status: 'declined', ...daysAway(2) }, true],
  ['one that expired', { status: 'expired', ...daysAway(2) }, true],
  ['one that was cancelled', { status: 'cancelled', ...daysAway(2) }, true],
  ['one that was moved', { status: 'cancelled', moved_to_id: 9, ...daysAway(2) }, false],
  ['a proposed time that came to nothing', { status: 'declined', moves_id: 8, ...daysAway(2) }, false],
  ['one whose time is past', { status: 'declined', ...daysAway(-2) }, false],
  ['a visit that took place', { status: 'completed', ...daysAway(-2) }, false],
])('of %s, another time can be chosen or not', async ([, changes, may]) => {
  server.answer(history, [mine(5, changes)]);
  server.answer('GET /api/appointments/:appointment_id/', mine(8, daysAway(1)));
  const screen = await show(<History />, { at: '/book' });
  await expect.element(screen.getByText('Problem 5')).toBeVisible();
  const again = screen.getByRole('link', { name: /^Choose another time: / }).elements();
  expect(again.map((link) => link.getAttribute('href'))).toEqual(may ? ['/appointment/5'] : []);
});

test('of a suspended provider no other time can be chosen', async () => {
  const declined = mine(5, { status: 'declined', ...daysAway(2) });
  server.answer(history, [{ ...declined, healthcare_provider: { ...declined.healthcare_provider, suspended: true } }]);
  const screen = await show(<History />, { at: '/book' });
  await expect.element(screen.getByText('Problem 5')).toBeVisible();
  expect(screen.getByRole('link', { name: /^Choose another time: / }).elements()).toEqual([]);
});

test('past appointments stand by the month in which they were', async () => {
  server.answer(history, [
    mine(1, { status: 'completed', appointment_datetime: '2025-03-31T20:00:00Z', ends_at: '2025-03-31T20:30:00Z' }),
    mine(2, { status: 'completed', appointment_datetime: '2025-03-03T08:00:00Z', ends_at: '2025-03-03T08:30:00Z' }),
  ]);
  const screen = await show(<History />, { at: '/book' });
  // By the clocks of the place: there it was the first of April already.
  await expect.element(screen.getByRole('heading', { name: 'April 2025' })).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'March 2025' })).toBeVisible();
});
