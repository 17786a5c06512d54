import { useState } from 'react';
import { expect, test } from 'vitest';
import { server } from '../../../../test/server.ts';
import { show } from '../../../../test/show.tsx';
import { wallTimeAt } from '../../../lib/texts/zoned.ts';
import { SlotSteps } from './slot-steps.tsx';

const slots = 'GET /api/slots/:provider_id/';
const next = 'GET /api/next-times/';
const zone = 'Asia/Kolkata';
const dayMs = 86_400_000;

/** A free time some days from now, at an hour of the provider's. */
function slotOn(days: number, hour: string) {
  const { date } = wallTimeAt(new Date(Date.now() + days * dayMs), zone);
  const start = `${date}T${hour}:00+05:30`;
  return { start, end: new Date(Date.parse(start) + 1_800_000).toISOString() };
}
const [first, second, later] = [slotOn(2, '10:00'), slotOn(2, '11:00'), slotOn(5, '09:00')];

function Form({ at = '', horizon = 10 }: { at?: string; horizon?: number }) {
  const [start, setStart] = useState(at);
  return (
    <>
      <SlotSteps
        provider={5}
        zone={zone}
        horizonDays={horizon}
        name="time"
        start={start}
        onChange={setStart}
        error={undefined}
      />
      <output>{start === '' ? 'none' : start}</output>
    </>
  );
}

const shown = (form = <Form />) => show(form, { at: '/book/5' });

test('says where the free times could not be loaded, and loads them again', async () => {
  server.refuse(slots, 'busy');
  const screen = await shown();
  await expect.element(screen.getByText('The free times could not be loaded.')).toBeVisible();
  server.answer(slots, [first]);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByRole('radiogroup', { name: 'Days with free times' })).toBeVisible();
});

test('a day leads to its times, and a time is chosen as the server named it', async () => {
  server.answer(slots, [first, second, later]);
  const screen = await shown();
  const days = screen.getByRole('radiogroup', { name: 'Days with free times' }).getByRole('radio');
  const times = screen.getByRole('radiogroup', { name: /^Free times on/ }).getByRole('radio');
  await expect.poll(() => [days.elements().length, times.elements().length]).toEqual([2, 2]);
  await expect.element(days.first()).toBeChecked();
  await days.last().click();
  await expect.poll(() => times.elements().length).toBe(1);
  await expect.element(screen.getByText('none', { exact: true })).toBeVisible();
  await times.first().click();
  await expect.element(screen.getByText(later.start, { exact: true })).toBeVisible();
});

test('a time that is named before leads to its day; one that is no longer free is said to be gone', async () => {
  server.answer(slots, [first, later]);
  const screen = await shown(<Form at={later.start} />);
  const days = screen.getByRole('radiogroup', { name: 'Days with free times' }).getByRole('radio');
  await expect.element(days.last()).toBeChecked();
  await expect.element(screen.getByRole('radiogroup', { name: /^Free times on/ }).getByRole('radio')).toBeChecked();
  expect(screen.container.querySelector('[data-invalid]')).toBeNull();
});

test('a time that was taken meanwhile is marked as wrong', async () => {
  server.answer(slots, [first]);
  const screen = await shown(<Form at={second.start} />);
  await expect.element(screen.getByRole('radiogroup', { name: 'Days with free times' })).toBeVisible();
  expect(screen.container.querySelector('[data-invalid]')).not.toBeNull();
});

test('where nothing is free up to the horizon, that is said', async () => {
  server.answer(slots, []);
  const screen = await shown();
  await expect.poll(() => server.asked(slots).length).toBeGreaterThan(0);
  await expect.poll(() => screen.getByRole('radiogroup').elements()).toEqual([]);
  await expect.element(screen.getByText(/no free time|nothing is free|No time is free/i).first()).toBeVisible();
});

test('later days come at a press, take the focus, and where they cannot be loaded it is said', async () => {
  const far = slotOn(70, '10:00');
  server.answer(slots, [first]);
  server.answer(next, []);
  const screen = await shown(<Form horizon={90} />);
  const days = screen.getByRole('radiogroup', { name: 'Days with free times' }).getByRole('radio');
  await expect.poll(() => days.elements().length).toBe(1);
  server.refuse(slots, 'busy');
  await screen.getByRole('button', { name: 'Later days' }).click();
  await expect.element(screen.getByText('Later days could not be loaded. Please try again.')).toBeVisible();
  server.answer(slots, [far]);
  await screen.getByRole('button', { name: 'Later days' }).click();
  await expect.poll(() => days.elements().length).toBe(2);
  await expect.element(days.last()).toHaveFocus();
});
