import type { Schedule } from '@carecommons/contract/schedules';
import { scheduleBounds } from '@carecommons/contract/schedule-rules';
import { expect, test } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { SingleDays } from './single-days.tsx';

type Saved = Schedule & { time_zone: string };
const least = Object.fromEntries(Object.entries(scheduleBounds).map(([name, [value]]) => [name, value]));
const dated = [
  { day: '2030-03-02', hours: [{ from: '10:00', to: '12:00' }] },
  { day: '2030-03-01', hours: [] },
  { day: '2029-12-31', hours: [] },
];
const schedule = { ...least, weekly: [], dated, time_zone: 'Asia/Kolkata' } as unknown as Saved;
const days = (of: Schedule['dated']) => <SingleDays dated={of} today="2030-01-01" />;

test('says that no day differs', async () => {
  const screen = await show(days([]));
  await expect.element(screen.getByText(/^No day differs from your week/)).toBeVisible();
});

test('lists those to come, soonest first', async () => {
  const screen = await show(days(dated));
  const named = screen
    .getByRole('button', { name: /^Change / })
    .elements()
    .map((button) => button.ariaLabel ?? '');
  expect(named).toHaveLength(2);
  expect(named[0]).toContain('1 Mar');
  expect(named[1]).toContain('2 Mar');
});

test('a day that is listed already is refused at its field', async () => {
  const screen = await show(days(dated));
  await screen.getByRole('button', { name: 'Add a day' }).click();
  const dialog = screen.getByRole('alertdialog', { name: 'A single day' });
  await dialog.getByLabelText('Day', { exact: true }).fill('2030-03-01');
  await dialog.getByRole('button', { name: 'Save the day' }).click();
  await expect.element(dialog.getByText('This day is in your list already. Please change it there.')).toBeVisible();
  expect(server.asked('PUT /api/schedule/')).toEqual([]);
});

test('a new day is saved beside those to come, and what is over goes', async () => {
  server.answer('GET /api/schedule/', schedule);
  server.answer('PUT /api/schedule/', schedule);
  const screen = await show(days(dated));
  await screen.getByRole('button', { name: 'Add a day' }).click();
  const dialog = screen.getByRole('alertdialog', { name: 'A single day' });
  await dialog.getByLabelText('Day', { exact: true }).fill('2030-02-01');
  await dialog.getByRole('button', { name: 'Save the day' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.asked('PUT /api/schedule/').map(({ body }) => body.dated)).toEqual([
    [{ day: '2030-02-01', hours: [] }, dated[1], dated[0]],
  ]);
});

test('removing one asks first, and says where it was not removed', async () => {
  server.answer('GET /api/schedule/', schedule);
  server.refuse('PUT /api/schedule/', 'busy');
  const screen = await show(days(dated));
  await screen
    .getByRole('button', { name: /^Remove / })
    .first()
    .click();
  const dialog = screen.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Remove the day' }).click();
  await expect.element(dialog.getByText('It was not removed.')).toBeVisible();
  server.answer('PUT /api/schedule/', schedule);
  await dialog.getByRole('button', { name: 'Remove the day' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.asked('PUT /api/schedule/').at(-1)?.body.dated).toEqual([dated[0], dated[2]]);
});
