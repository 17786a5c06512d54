import { expect, test } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { NextTime } from './next-time.tsx';

test('the next free time is by the clocks of the place, and then by the reader’s', async () => {
  server.answer('GET /api/next-times/', [{ user: 7, next: '2031-03-04T20:00:00-05:00' }]);
  const screen = await show(<NextTime user={7} zone="America/New_York" among={[7]} />);
  await expect
    .element(screen.getByText(/^Next free Tue 4 Mar 2031, 20:00 Eastern Standard Time \(Wed 5 Mar 2031, 06:30 where/))
    .toBeVisible();
});

test('a reader where the place is reads one time', async () => {
  server.answer('GET /api/next-times/', [{ user: 7, next: '2031-03-04T20:00:00+05:30' }]);
  const screen = await show(<NextTime user={7} zone="Asia/Kolkata" among={[7]} />);
  await expect.element(screen.getByText('Next free Tue 4 Mar 2031, 20:00', { exact: true })).toBeVisible();
});
