import { expect, test } from 'vitest';
import { show } from '../../../../test/show.tsx';
import { slotDays } from './slot-days.ts';
import { SlotTimeStep } from './slot-time-step.tsx';

// Tests read in India.
const starts = ['2031-03-04T10:00:00-05:00', '2031-03-04T20:00:00-05:00'];

async function shown(zone: string) {
  const [day] = slotDays(
    starts.map((start) => ({ start, end: start })),
    zone,
  );
  const step = (
    <SlotTimeStep day={day!} zone={zone} name="start" start="" isGone={false} onChange={() => {}} error={undefined} />
  );
  const screen = await show(step);
  return { screen, times: screen.getByRole('radio').elements() };
}

test('the times of the place lead, and the reader’s stand below where they are others', async () => {
  const { screen } = await shown('America/New_York');
  await expect.element(screen.getByText(/^All times are where the provider is: Eastern Standard Time\./)).toBeVisible();
  await expect.element(screen.getByRole('radio', { name: '10:00 20:30' })).toBeVisible();
  // It is the next day already.
  await expect.element(screen.getByRole('radio', { name: '20:00 Wed 06:30' })).toBeVisible();
});

test('where both clocks agree, one time is told', async () => {
  const { screen, times } = await shown('Asia/Kolkata');
  expect(times.map((time) => time.parentElement?.textContent?.trim())).toEqual(['20:30']);
  expect(screen.getByText(/^All times are where/).elements()).toHaveLength(0);
});
