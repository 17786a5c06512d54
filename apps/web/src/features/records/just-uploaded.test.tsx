import { useQueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { appointmentOf } from '../../../test/appointments.ts';
import { show } from '../../../test/show.tsx';
import { noteUploaded } from './api.ts';
import { JustUploaded } from './just-uploaded.tsx';

const visit = appointmentOf('Asha Kiran', {
  status: 'approved',
  // The day of the provider is another one than that of Greenwich.
  appointment_datetime: '2026-01-06T01:00:00+05:30',
  ends_at: '2026-01-06T01:30:00+05:30',
});

function AfterUpload() {
  noteUploaded(useQueryClient(), visit);
  return <JustUploaded />;
}

test('after an upload it says for whom, and leads back to the day of the visit', async () => {
  await show(<AfterUpload />, { at: '/record' });
  await expect.element(page.getByText(/^The report for Asha Kiran, visit of .+, is uploaded\.$/)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Back to the day' }))
    .toHaveAttribute('href', '/book/provider?view=day&day=2026-01-06');
});

test('without an upload it says nothing', async () => {
  const screen = await show(<JustUploaded />, { at: '/record' });
  expect(screen.container.textContent).toBe('');
});
