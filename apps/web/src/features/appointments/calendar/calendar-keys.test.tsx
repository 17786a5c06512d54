import type { Appointment } from '@carecommons/contract/appointments';
import type { ProviderDays } from '@carecommons/contract/schedules';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { appointmentOf } from '../../../../test/appointments.ts';
import { show } from '../../../../test/show.tsx';
import { CalendarGrid } from './calendar-grid.tsx';

// Three days: two visits on the first, none on the second, three on the third.
const visits = [
  ['Asha', '03T09:00'],
  ['Bela', '03T15:00'],
  ['Chitra', '05T08:00'],
  ['Dev', '05T14:30'],
  ['Esha', '05T18:00'],
].map(([name, at], index) => {
  const starts = Date.parse(`2031-03-${at}:00+05:30`);
  return appointmentOf(name!, {
    id: index + 1,
    status: 'approved',
    appointment_datetime: new Date(starts).toISOString(),
    ends_at: new Date(starts + 30 * 60_000).toISOString(),
  });
});
const days: ProviderDays = {
  time_zone: 'Asia/Kolkata',
  today: '2031-03-05',
  publishes_hours: false,
  days: ['03', '04', '05'].map((day) => ({
    day: `2031-03-${day}`,
    starts_at: new Date(`2031-03-${day}T00:00:00+05:30`).toISOString(),
    ends_at: new Date(Date.parse(`2031-03-${day}T00:00:00+05:30`) + 86_400_000).toISOString(),
    hours: [],
    leaves: [],
  })),
  visits,
};

const onOpen = vi.fn<(visit: Appointment) => void>();
const onTurn = vi.fn<(by: 1 | -1) => void>();

beforeEach(async () => {
  onOpen.mockReset();
  onTurn.mockReset();
  await page.viewport(1280, 900);
});

const shown = (of = days) =>
  show(
    <>
      <button type="button">Before</button>
      <CalendarGrid days={of} open={undefined} onOpen={onOpen} onTurn={onTurn} onDay={() => undefined} />
    </>,
  );
const focused = () => document.activeElement?.closest('[data-visit]')?.querySelector('.font-semibold')?.textContent;
const visit = (name: string) => page.getByRole('button', { name: new RegExp(name) });

/** Presses keys one after the other, and gives the patient whose visit has the focus after each. */
async function after(...keys: string[]) {
  const names = [];
  for (const key of keys) {
    await userEvent.keyboard(`{${key}}`);
    names.push(focused());
  }
  return names;
}

test('Tab leads to one visit only, and then past the others', async () => {
  const screen = await shown();
  await screen.getByRole('button', { name: 'Before' }).click();
  const reached = [];
  for (let time = 0; time < 5; time++) reached.push(...(await after('Tab')));
  expect(reached.filter((name) => name !== undefined)).toEqual(['Asha']);
});

test('up and down, Home and End go through one day, and stop at its ends', async () => {
  await shown();
  visit('Chitra').element().focus();
  expect(await after('ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Home', 'ArrowUp', 'End')).toEqual([
    'Dev',
    'Esha',
    'Esha',
    'Dev',
    'Chitra',
    'Chitra',
    'Esha',
  ]);
});

test('left and right lead to the visit as high in the next day that has one', async () => {
  await shown();
  visit('Bela').element().focus();
  expect(await after('ArrowRight', 'ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowRight')).toEqual([
    'Dev',
    'Dev',
    'Bela',
    'Asha',
    'Chitra',
  ]);
});

test('where the page runs from right to left, so do the arrows', async () => {
  document.documentElement.dir = 'rtl';
  try {
    await shown();
    visit('Asha').element().focus();
    expect(await after('ArrowLeft', 'ArrowLeft', 'ArrowRight')).toEqual(['Chitra', 'Chitra', 'Asha']);
  } finally {
    document.documentElement.removeAttribute('dir');
  }
});

test('Tab comes back to the visit where the focus was last, and Enter opens it', async () => {
  await shown();
  visit('Dev').element().focus();
  await userEvent.keyboard('{Enter}');
  expect(onOpen.mock.calls.map(([one]) => one.user.name)).toEqual(['Dev']);
  expect(await after('Shift>}{Tab}{/Shift', 'Tab')).toContain('Dev');
});

test('Page Up and Page Down turn the days, and the focus stays in the calendar', async () => {
  const screen = await shown();
  visit('Dev').element().focus();
  await userEvent.keyboard('{PageDown}');
  await expect.element(screen.getByRole('group', { name: 'Calendar' })).toHaveFocus();
  await userEvent.keyboard('{PageUp}');
  expect(onTurn.mock.calls).toEqual([[1], [-1]]);
  // From there an arrow leads into the visits.
  expect(await after('ArrowDown')).toEqual(['Dev']);
});

test('keys of the browser and of the person’s programs stay theirs', async () => {
  await shown();
  visit('Asha').element().focus();
  for (const held of ['Control', 'Alt', 'Meta', 'Shift'])
    await userEvent.keyboard(`{${held}>}{ArrowDown}{PageDown}{/${held}}`);
  expect(focused()).toBe('Asha');
  expect(onTurn).not.toHaveBeenCalled();
});

test('arrows do nothing on what is no visit, and nothing where there is none', async () => {
  const screen = await shown({ ...days, visits: [] });
  const day = screen.getByRole('button', { name: /^Show / }).first();
  day.element().focus();
  await userEvent.keyboard('{ArrowDown}{ArrowRight}');
  await expect.element(day).toHaveFocus();
  await userEvent.keyboard('{PageDown}{ArrowDown}{ArrowRight}{Home}');
  await expect.element(screen.getByRole('group', { name: 'Calendar' })).toHaveFocus();
});
