import type { Appointment } from '@carecommons/contract/appointments';
import { expect, test } from 'vitest';
import { show } from '../../../../test/show.tsx';
import { justSent, SentNote } from './sent-note.tsx';

const appointment: Appointment = {
  id: 3,
  appointment_datetime: '2031-03-04T10:30:00+05:30',
  ends_at: '2031-03-04T11:00:00+05:30',
  time_zone: 'Asia/Kolkata',
  problem: 'A rash',
  is_approved: false,
  status: 'requested',
  requested_at: '2031-03-01T10:30:00+05:30',
  proposed_by: 'patient',
  offered: false,
  expires_at: '2031-03-03T10:30:00+05:30',
  undo_until: null,
  cancel_until: '2031-03-04T09:30:00+05:30',
  move_until: '2031-03-04T09:30:00+05:30',
  moves_id: null,
  moved_to_id: null,
  proposal: null,
  reason: null,
  ended_by: null,
  kind: null,
  confirmed_at_once: false,
  healthcare_provider: { user: 7, name: 'Dr. Mehta', phone: '', fees: 500, address: '1 Main Road', suspended: false },
  user: { user: 8, name: 'Asha', phone: '' },
};

const shownTo = (state: unknown, row = appointment) =>
  show(<SentNote appointment={row} />, { at: '/appointment/3', state });

test('who has just sent a request reads so, until when it is answered, and how to book another', async () => {
  const screen = await shownTo(justSent);
  await expect.element(screen.getByText('Your request was sent')).toBeVisible();
  await expect.element(screen.getByText(/Dr\. Mehta answers by .*3 Mar.*10:30/)).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Book another appointment' })).toBeVisible();
});

test('who has just booked a visit that is confirmed at once reads that it is, and of no answer to wait for', async () => {
  const screen = await shownTo(justSent, {
    ...appointment,
    status: 'approved',
    is_approved: true,
    expires_at: null,
    confirmed_at_once: true,
  });
  await expect.element(screen.getByText('Your visit is confirmed')).toBeVisible();
  await expect.element(screen.getByText(/^Dr\. Mehta has been told, and does not have to approve it\./)).toBeVisible();
  expect(screen.getByText(/request/).elements()).toEqual([]);
});

test.each([
  ['who came otherwise', null, appointment],
  ['whose request is answered', justSent, { ...appointment, status: 'approved' as const, is_approved: true }],
])('nothing is said to %s', async (_, state, row) => {
  const screen = await shownTo(state, row);
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});
