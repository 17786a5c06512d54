import type { AdministeredSpeciality } from '@carecommons/contract/administration';
import type { Room } from '@carecommons/contract/chat';
import { beforeEach, expect, test } from 'vitest';
import { ravi } from '../../../test/people.ts';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { People } from './people.tsx';
import { Person } from './person.tsx';
import { Rooms } from './rooms.tsx';
import { Specialities } from './specialities.tsx';

const rooms = 'GET /apis/chat-rooms/';
const editRoom = 'PATCH /api/admin/rooms/:room_id/';
const closeRoom = 'POST /api/admin/rooms/:room_id/close/';
const specialities = 'GET /api/admin/specialities/';
const merge = 'POST /api/admin/specialities/:speciality_id/merge/';
const people = 'GET /api/admin/users/';
const person = 'GET /api/admin/users/:user_id/';
const disable = 'POST /api/admin/users/:user_id/disable/';

const room: Room = {
  id: 3,
  name: 'Sleep',
  description: '',
  member_count: 1,
  closed: false,
  seq: 0,
  read_seq: null,
  unread_count: 0,
};
const sleep: AdministeredSpeciality = {
  id: 2,
  name: 'Sleep medicine',
  desc: null,
  also_called: '',
  words: '',
  provider_count: 0,
  retired: false,
  merged_into: null,
};

beforeEach(() => {
  server.answer('GET /check/', { role: 'patient', grants: ['administrator'] });
  server.answer('GET /api/admin/overview/', { people: 2, reports_waiting: 0, claims_waiting: 0, dead_letters: 0 });
});

test('a room keeps its name where a new one is refused, and each wrong field is named', async () => {
  server.answer(rooms, [room]);
  const message = 'There is a room with that name already.';
  server.refuse(editRoom, 'invalid_input', { errors: [{ field: 'name', message }] });
  const screen = await show(<Rooms add={null} />, { at: '/admin/rooms' });
  await screen.getByRole('button', { name: /^Edit/ }).click();
  const dialog = screen.getByRole('alertdialog', { name: 'Edit Sleep' });
  await dialog.getByLabelText('Name').fill('');
  await dialog.getByRole('button', { name: /^Save/ }).click();
  await expect.element(dialog.getByLabelText('Name')).toHaveAccessibleDescription('This is required.');
  await dialog.getByLabelText('Name').fill('Food');
  await dialog.getByRole('button', { name: /^Save/ }).click();
  await expect.element(dialog.getByLabelText('Name')).toHaveAccessibleDescription(message);
  await dialog.getByLabelText('Name').fill('Good sleep');
  server.answer(editRoom, {});
  server.answer(rooms, [{ ...room, name: 'Good sleep' }]);
  await dialog.getByRole('button', { name: /^Save/ }).click();
  await expect.element(screen.getByRole('heading', { name: 'Good sleep' })).toBeVisible();
  expect(server.asked(editRoom).at(-1)?.body).toEqual({ name: 'Good sleep', description: '' });
});

test('a room is closed after a question, and can be opened again', async () => {
  server.answer(rooms, [room]);
  server.answer(closeRoom, () => {
    server.answer(rooms, [{ ...room, closed: true }]);
    return {};
  });
  const screen = await show(<Rooms add={null} />, { at: '/admin/rooms' });
  await screen.getByRole('button', { name: /^Close ?:/ }).click();
  expect(server.asked(closeRoom)).toEqual([]);
  await screen
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Close the room/ })
    .click();
  await expect.element(screen.getByText('Closed', { exact: true })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /^Open again/ })).toBeVisible();
});

test('what can be done with a speciality depends on how it stands', async () => {
  server.answer(specialities, [
    sleep,
    { ...sleep, id: 3, name: 'Old', retired: true },
    { ...sleep, id: 4, name: 'Merged', retired: true, merged_into: { id: 2, name: 'Sleep medicine' } },
  ]);
  const screen = await show(<Specialities />, { at: '/admin/specialities' });
  await expect.element(screen.getByText('Merged into Sleep medicine')).toBeVisible();
  await expect.element(screen.getByText('Retired', { exact: true })).toBeVisible();
  const buttonsOf = (at: number) =>
    screen
      .getByRole('article')
      .nth(at)
      .getByRole('button')
      .elements()
      .map((one) => one.textContent.split(':')[0]);
  expect([0, 1, 2].map(buttonsOf)).toEqual([['Edit', 'Merge', 'Retire'], ['Edit', 'Merge', 'Offer again'], []]);
});

test('a speciality is merged into one that is offered, and not into itself', async () => {
  server.answer(specialities, [
    sleep,
    { ...sleep, id: 3, name: 'Old', retired: true },
    { ...sleep, id: 5, name: 'Neurology' },
  ]);
  server.answer(merge, {});
  const screen = await show(<Specialities />, { at: '/admin/specialities' });
  await screen.getByRole('button', { name: /^Merge.*Sleep medicine/ }).click();
  const dialog = screen.getByRole('alertdialog');
  const into = dialog.getByLabelText('Into');
  expect([...(into.element() as HTMLSelectElement).options].map(({ text }) => text)).toEqual([
    'Please choose',
    'Neurology',
  ]);
  await dialog.getByRole('button', { name: /^Merge/ }).click();
  await expect.element(into).toHaveAccessibleDescription('This is required.');
  await into.selectOptions('Neurology');
  await dialog.getByRole('button', { name: /^Merge/ }).click();
  await expect.poll(() => screen.getByRole('alertdialog').elements()).toEqual([]);
  expect(server.asked(merge).map(({ params, body }) => [params.speciality_id, body.into])).toEqual([['2', '5']]);
});

test('people are found by a name and by a grant, which stand in the address', async () => {
  server.answer(people, []);
  const screen = await show(<People />, { at: '/admin/users?grant=moderator' });
  await expect.element(screen.getByText('Nobody is called so.')).toBeVisible();
  expect(server.asked(people).at(-1)?.query).toEqual({ grant: 'moderator' });
  await screen.getByRole('searchbox').fill('ra');
  await screen.getByRole('button', { name: 'Search' }).click();
  await expect.poll(() => window.location.search).toBe('?q=ra&grant=moderator');
  await screen.getByRole('button', { name: 'Everybody' }).click();
  await expect.poll(() => window.location.search).toBe('?q=ra');
});

test('an account is disabled with a reason; nobody disables their own', async () => {
  server.answer(person, ravi);
  server.answer('GET /api/admin/users/:user_id/decisions/', []);
  server.answer(disable, () => {
    server.answer(person, { ...ravi, disabled: true, disabled_at: '2026-01-06T08:00:00Z', session_count: 0 });
    return {};
  });
  const screen = await show(<Person />, { at: '/admin/users/2' });
  await screen.getByRole('button', { name: 'Disable the account' }).click();
  const dialog = screen.getByRole('alertdialog', { name: 'Disable ravi?' });
  await dialog.getByRole('button', { name: /^Disable/ }).click();
  await expect.element(dialog.getByLabelText('Reason')).toHaveAccessibleDescription(/This is required\.$/);
  await dialog.getByLabelText('Reason').fill('Spam');
  await dialog.getByRole('button', { name: /^Disable/ }).click();
  await expect.element(screen.getByRole('button', { name: 'Enable the account' })).toBeVisible();
  await expect.element(screen.getByText(/^Disabled since/)).toBeVisible();
  expect(server.asked(disable).map(({ body }) => body)).toEqual([{ reason: 'Spam' }]);
});

test.for([
  ['is the reader', () => server.answer(person, { ...ravi, id: 1 }), 'This is you.'],
  ['is not there', () => server.refuse(person, 'not_found'), 'There is nobody at this address'],
  ['could not be loaded', () => server.refuse(person, 'busy'), 'The person could not be loaded.'],
] as const)('a person who %s', async ([, answer, message]) => {
  answer();
  server.answer('GET /api/admin/users/:user_id/decisions/', []);
  const screen = await show(<Person />, { at: '/admin/users/1' });
  await expect.element(screen.getByText(message, { exact: false })).toBeVisible();
  expect(screen.getByRole('button', { name: /account$/ }).elements()).toEqual([]);
});
