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
