import type { OwnAccountEvent } from '@carecommons/contract/account-events';
import { expect, test } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { RecentActivity } from './recent-activity.tsx';

const line = 'GET /account/events/';
const event: OwnAccountEvent = {
  id: 1,
  at: '2026-01-05T08:00:00Z',
  kind: 'signed_in',
  device: 'Chrome on Android',
  network: '203.0.113.0/24',
  is_new: false,
};

test('says that nothing is on record, or that it could not be loaded, and loads it again', async () => {
  server.refuse(line, 'busy');
  const screen = await show(<RecentActivity />);
  await expect.element(screen.getByText('Your recent activity could not be loaded.')).toBeVisible();
  server.answer(line, []);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('Nothing is on record yet.')).toBeVisible();
});

test('each use of the account says what, on which device and from where; what failed or is new is marked', async () => {
  server.answer(line, [
    { ...event, id: 3, kind: 'sign_in_failed', device: '' },
    { ...event, id: 2, is_new: true },
    { ...event, id: 1, kind: 'sign_ins_refused' },
  ]);
  const screen = await show(<RecentActivity />);
  const rows = screen.getByRole('listitem');
  await expect.element(rows.nth(0).getByText(/^Sign-in failed: wrong password/)).toBeVisible();
  await expect.element(rows.nth(0).getByText('Failed', { exact: true })).toBeVisible();
  await expect.element(rows.nth(0).getByText(/Unknown device/)).toBeVisible();
  await expect.element(rows.nth(1).getByText('New device or network')).toBeVisible();
  await expect.element(rows.nth(1).getByText(/Chrome on Android · 203\.0\.113\.0\/24/)).toBeVisible();
  // Many tries come from many devices: none is named.
  expect(
    rows
      .nth(2)
      .getByText(/Chrome/)
      .elements(),
  ).toEqual([]);
});

test('earlier ones come at a press', async () => {
  server.answer(
    line,
    ({ query }) => (query.cursor === undefined ? [event] : [{ ...event, id: 0, kind: 'registered' as const }]),
    ({ query }) => (query.cursor === undefined ? 'earlier' : undefined),
  );
  const screen = await show(<RecentActivity />);
  await screen.getByRole('button', { name: 'Show more' }).click();
  await expect.element(screen.getByText('Account opened')).toBeVisible();
  expect(screen.getByRole('listitem').elements()).toHaveLength(2);
  expect(screen.getByRole('button', { name: 'Show more' }).elements()).toEqual([]);
});
