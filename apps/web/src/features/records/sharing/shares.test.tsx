import { reportRenewalMinutes } from '@carecommons/contract/limits';
import type { Share, SharedRecord } from '@carecommons/contract/shares';
import { afterEach, expect, test, vi } from 'vitest';
import { server } from '../../../../test/server.ts';
import { show } from '../../../../test/show.tsx';
import { SharedWithMe } from './shared-with-me.tsx';
import { SharesNow } from './shares-now.tsx';

const own = 'GET /api/shares/';
const revoke = 'POST /api/shares/:share_id/revoke/';
const withMe = 'GET /api/shares/with-me/';
const open = 'POST /api/shares/:share_id/look/';

const share: Share = {
  id: 4,
  provider: 'Dr. Mehta',
  made_at: '2026-01-05T08:00:00Z',
  ends_at: '2031-01-05T08:00:00Z',
  state: 'live',
  views: 0,
  viewed_at: null,
  most_views: null,
  records: [{ id: 7, title: 'Blood count' }],
};
const record: SharedRecord = {
  id: 7,
  title: 'Blood count',
  type: 'Laboratory',
  date: '2026-01-05T08:00:00Z',
  doctor: 'Dr. Iyer',
  sentence: null,
  media_type: 'application/pdf',
  replaced: false,
  report: '/files/records/7/?token=view',
  download: '/files/records/7/?token=download',
};
const shared = { id: 4, patient: 'Asha Kiran', made_at: share.made_at, ends_at: share.ends_at, count: 1 };

afterEach(() => void vi.useRealTimers());

test('nothing stands there where nothing is shared; what could not be loaded is loaded again', async () => {
  server.answer(own, []);
  const screen = await show(<SharesNow />);
  await expect.poll(() => server.asked(own)).toHaveLength(1);
  expect(screen.getByRole('heading').elements()).toEqual([]);
  await screen.unmount();
  server.refuse(own, 'busy');
  const again = await show(<SharesNow />);
  await expect.element(again.getByText('What you share could not be loaded.')).toBeVisible();
  server.answer(own, [share]);
  await again.getByRole('button', { name: 'Try again' }).click();
  await expect.element(again.getByRole('heading', { name: 'Dr. Mehta' })).toBeVisible();
});

test.for([
  [
    'a link that was never opened',
    { provider: null, most_views: 3 },
    'Nobody has opened it yet. It can be opened 3 times.',
  ],
  ['one that was opened twice', { views: 2, viewed_at: '2026-01-06T08:00:00Z' }, /^Opened 2 times, last on /],
  ['a link that is locked', { provider: null, state: 'locked' }, /^A wrong passcode was given too often/],
  ['a link that is used up', { provider: null, state: 'used_up', most_views: 1 }, 'Used up'],
  ['one of a report that was taken back', { records: [] }, /^What you shared was taken back since/],
  ['a report without a title', { records: [{ id: 7, title: '' }] }, 'Medical Report'],
] as const)('%s says so', async ([, changes, message]) => {
  server.answer(own, [{ ...share, ...changes, records: [...((changes as Partial<Share>).records ?? share.records)] }]);
  const screen = await show(<SharesNow />);
  await expect.element(screen.getByText(message)).toBeVisible();
});

test('sharing is ended at a press; where it was not, the share stays and can be ended again', async () => {
  server.answer(own, [share]);
  server.refuse(revoke, 'busy');
  const screen = await show(<SharesNow />);
  const end = screen.getByRole('button', { name: 'End sharing now: Dr. Mehta' });
  await end.click();
  await expect.element(screen.getByText('It was not ended. Please try again.')).toBeVisible();
  server.answer(revoke, () => {
    server.answer(own, []);
    return {};
  });
  await end.click();
  await expect.element(screen.getByRole('heading', { name: 'What you share now' })).not.toBeInTheDocument();
  expect(server.asked(revoke).map(({ params }) => params)).toEqual([{ share_id: '4' }, { share_id: '4' }]);
});

test('what is shared with a provider is opened at a press, which its patient reads of, and closed again', async () => {
  server.answer(withMe, [shared]);
  server.answer(open, { id: 4, patient: 'Asha Kiran', ends_at: share.ends_at, records: [record] });
  const screen = await show(<SharedWithMe />);
  await expect.element(screen.getByText(/^1 report, until .*2031/)).toBeVisible();
  expect(server.asked(open)).toEqual([]);
  await screen.getByRole('button', { name: 'Open: Asha Kiran' }).click();
  await expect.element(screen.getByRole('link', { name: /^View/ })).toHaveAttribute('href', record.report);
  await screen.getByRole('button', { name: 'Close: Asha Kiran' }).click();
  await expect.element(screen.getByText('Blood count')).not.toBeInTheDocument();
  expect(server.asked(open)).toHaveLength(1);
});

test('what has ended meanwhile cannot be opened; another try may succeed', async () => {
  server.answer(withMe, [{ ...shared, patient: '' }]);
  server.refuse(open, 'not_found');
  const screen = await show(<SharedWithMe />);
  const button = screen.getByRole('button', { name: 'Open: A patient' });
  await button.click();
  await expect.element(screen.getByText('It could not be opened. It may have ended since.')).toBeVisible();
  server.answer(open, { id: 4, patient: '', ends_at: share.ends_at, records: [record] });
  await button.click();
  await expect.element(screen.getByText('Blood count')).toBeVisible();
  expect(screen.getByRole('alert').elements()).toEqual([]);
});

test('without a second factor that the site asks of providers, they read where to confirm it', async () => {
  server.answer(withMe, [shared]);
  server.refuse(open, 'second_factor_required');
  const screen = await show(<SharedWithMe />);
  await screen.getByRole('button', { name: 'Open: Asha Kiran' }).click();
  const alert = screen.getByRole('alert');
  await expect.element(alert.getByText(/^This needs a second factor\./)).toBeVisible();
  await expect
    .element(alert.getByRole('link', { name: 'To your account' }))
    .toHaveAttribute('href', '/account#second-factor');
});

test('an opened share is closed before its links end', async () => {
  server.answer(withMe, [shared]);
  server.answer(open, { id: 4, patient: 'Asha Kiran', ends_at: share.ends_at, records: [record] });
  const screen = await show(<SharedWithMe />);
  await expect.element(screen.getByRole('button', { name: 'Open: Asha Kiran' })).toBeVisible();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await screen.getByRole('button', { name: 'Open: Asha Kiran' }).click();
  await expect.element(screen.getByText('Blood count')).toBeVisible();
  await vi.advanceTimersByTimeAsync(reportRenewalMinutes * 60_000);
  await expect.element(screen.getByText('Blood count')).not.toBeInTheDocument();
});
