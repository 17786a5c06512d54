import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { appointmentOf } from '../../../../test/appointments.ts';
import { reportWith } from '../../../../test/records.ts';
import { server } from '../../../../test/server.ts';
import { show } from '../../../../test/show.tsx';
import type { CompletedMove } from './make-move.ts';
import { VisitOutcomeButtons } from './visit-outcome-buttons.tsx';

const over = appointmentOf('Asha Kiran', {
  status: 'approved',
  appointment_datetime: '2026-01-05T09:30:00+05:30',
  ends_at: '2026-01-05T10:00:00+05:30',
});
const onMake = vi.fn<(made: CompletedMove) => void>();
const missed = { move: 'no_show', appointment: over, side: 'provider' };

beforeEach(() => {
  onMake.mockReset();
  server.answer('GET /check/', { role: 'healthcare_provider', grants: [] });
});
const press = async () => {
  await show(<VisitOutcomeButtons appointment={over} onMake={onMake} />);
  await page.getByRole('button', { name: 'Did not come: Asha Kiran' }).click();
};

test('a visit with a report did not take place only once that is confirmed', async () => {
  server.answer('GET /api/records-provider/', [reportWith()]);
  await press();
  const dialog = page.getByRole('alertdialog', { name: 'Did the patient not come?' });
  await expect
    .element(dialog.getByText('There is a report of this visit of Asha Kiran. It stays where it is.'))
    .toBeVisible();
  await dialog.getByRole('button', { name: 'Back' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(onMake).not.toHaveBeenCalled();
  await page.getByRole('button', { name: 'Did not come: Asha Kiran' }).click();
  await dialog.getByRole('button', { name: 'Did not come' }).click();
  expect(onMake.mock.calls).toEqual([[missed]]);
});

test.each([
  ['none', []],
  ['one that was withdrawn', [reportWith({ withdrawn: true, withdrawn_reason: 'Somebody else.' })]],
])('where there is %s nothing is asked', async (_, reports) => {
  server.answer('GET /api/records-provider/', reports);
  await press();
  await expect.poll(() => onMake.mock.calls).toEqual([[missed]]);
  expect(page.getByRole('alertdialog').elements()).toEqual([]);
});
