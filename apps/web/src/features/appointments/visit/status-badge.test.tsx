import type { Appointment } from '@carecommons/contract/appointments';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { appointmentOf } from '../../../../test/appointments.ts';
import { show } from '../../../../test/show.tsx';
import { StatusBadge } from './status-badge.tsx';

const offer = appointmentOf('Asha Kiran', { proposed_by: 'provider', offered: true });

test('a time of the waiting list is an offer, and neither pending nor refused', async () => {
  await show(<StatusBadge appointment={offer} reader="patient" />);
  await expect.element(page.getByText('Offer', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Offered to you — not yet confirmed')).toBeVisible();
  expect(page.getByText('Pending Approval').elements()).toEqual([]);
});

test('so it is to its provider', async () => {
  await show(<StatusBadge appointment={offer} reader="provider" />);
  await expect.element(page.getByText('Offer', { exact: true })).toBeVisible();
  expect(page.getByText('Not Approved').elements()).toEqual([]);
});

test('once accepted, it is a visit like any other', async () => {
  await show(<StatusBadge appointment={{ ...offer, status: 'approved' }} reader="patient" />);
  await expect.element(page.getByText('Approved', { exact: true })).toBeVisible();
});

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const begun = (minutes: number, changes: Partial<Appointment> = {}) =>
  appointmentOf('Asha Kiran', {
    status: 'approved',
    appointment_datetime: minutesAgo(minutes),
    ends_at: minutesAgo(minutes - 30),
    ...changes,
  });

test.each(['patient', 'provider'] as const)(
  'a visit that is over says so to its %s, under the same word',
  async (reader) => {
    await show(<StatusBadge appointment={begun(31)} reader={reader} />);
    await expect.element(page.getByText('Approved', { exact: true })).toBeVisible();
    await expect.element(page.getByText('This visit is over')).toBeVisible();
  },
);

test.each([
  ['one that goes on', begun(29)],
  ['one of which it is known that the patient came', begun(60, { status: 'completed' })],
  ['one that was declined', begun(60, { status: 'declined' })],
])('%s does not', async (_, appointment) => {
  await show(<StatusBadge appointment={appointment} reader="patient" />);
  expect(document.querySelector('#main')?.textContent).not.toBe('');
  expect(page.getByText('This visit is over').elements()).toEqual([]);
});
