import type { Appointment } from '@carecommons/contract/appointments';
import { expect, test } from 'vitest';
import { server } from '../../../../test/server.ts';
import { show } from '../../../../test/show.tsx';
import { Timeline } from '../../../components/ui/timeline.tsx';
import { useComingEntries, useVisitEntries } from './visit-entries.tsx';

function Line() {
  return <Timeline sources={[useComingEntries(), useVisitEntries()]} empty={<p>Nothing</p>} failure="It failed." />;
}

const visit: Appointment = {
  id: 1,
  appointment_datetime: '2031-03-04T10:00:00+05:30',
  ends_at: '2031-03-04T10:30:00+05:30',
  time_zone: 'Asia/Kolkata',
  problem: 'A rash',
  is_approved: true,
  status: 'approved',
  requested_at: '2026-01-04T10:00:00+05:30',
  proposed_by: 'patient',
  offered: false,
  expires_at: null,
  undo_until: null,
  cancel_until: '2031-03-04T09:00:00+05:30',
  move_until: '2031-03-04T09:00:00+05:30',
  moves_id: null,
  moved_to_id: null,
  proposal: null,
  reason: null,
  ended_by: null,
  kind: null,
  confirmed_at_once: false,
  healthcare_provider: { user: 7, name: 'Dr. Mehta', phone: '1', fees: 500, address: '1 Main Road', suspended: false },
  user: { user: 1, name: 'Asha', phone: '2' },
};

test('what is to come stands first with its time, what was cancelled is struck, and what is over is not called approved', async () => {
  const coming = [visit, { ...visit, id: 2, appointment_datetime: '2031-05-04T10:00:00+05:30' }];
  server.answer(
    'GET /api/upcoming/',
    ({ query }) => (query.cursor === undefined ? coming.slice(0, 1) : coming.slice(1)),
    ({ query }) => (query.cursor === undefined ? 'later' : undefined),
  );
  server.answer('GET /api/aappointments/', [
    { ...visit, id: 3, appointment_datetime: '2031-04-04T10:00:00+05:30', status: 'cancelled', is_approved: false },
    { ...visit, id: 4, appointment_datetime: '2026-01-05T10:00:00+05:30' },
  ]);
  const screen = await show(<Line />);
  await expect.element(screen.getByText('Sun 4 May 2031, 10:00')).toBeVisible();
  const entries = screen
    .getByRole('listitem')
    .elements()
    .map((one) => one.textContent);
  expect(entries).toEqual([
    expect.stringMatching(/^Coming visit · Sun 4 May 2031.*Approved/),
    expect.stringMatching(/^Cancelled visit · Fri 4 Apr 2031.*Cancelled/),
    expect.stringMatching(/^Coming visit · Tue 4 Mar 2031.*10:00.*Approved/),
    expect.stringMatching(/^Visit · Mon 5 Jan.*A rash$/),
  ]);
  expect(entries[3]).not.toContain('Approved');
  expect(screen.container.querySelectorAll('s')).toHaveLength(1);
});
