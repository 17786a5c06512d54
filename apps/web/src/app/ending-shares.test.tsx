import type { Share } from '@carecommons/contract/shares';
import { expect, test } from 'vitest';
import { reportWith } from '../../test/records.ts';
import { server } from '../../test/server.ts';
import { show } from '../../test/show.tsx';
import { Page } from '../pages/records-page.tsx';

const shares = 'GET /api/shares/';
const revoke = 'POST /api/shares/:share_id/revoke/';
const share: Share = {
  id: 1,
  provider: 'Dr. Mehta',
  made_at: '2026-01-05T08:00:00Z',
  ends_at: '2026-01-12T08:00:00Z',
  state: 'live',
  views: 0,
  viewed_at: null,
  most_views: null,
  records: [{ id: 7, title: 'Blood count' }],
};
const end = { name: 'End sharing now: Dr. Mehta' };

test.each([
  ['with the reports', '/record'],
  ['where sharing is set up', '/record?view=share'],
  ['where its views are listed', '/record?view=opened'],
])('a share is ended %s: it stays where that fails, and goes where it is done', async (_, at) => {
  server.answer('GET /api/records/', [reportWith()]);
  server.answer('GET /api/records/accesses/', []);
  server.answer('GET /api/records/waiting/', []);
  server.answer(shares, [share]);
  server.refuse(revoke, 'busy');
  const screen = await show(<Page />, { at });
  await screen.getByRole('button', end).click();
  await expect.element(screen.getByText('It was not ended. Please try again.')).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Dr. Mehta' })).toBeVisible();
  server.answer(revoke, () => {
    server.answer(shares, []);
    return {};
  });
  await screen.getByRole('button', end).click();
  await expect.poll(() => screen.getByRole('heading', { name: 'What you share now' }).elements()).toEqual([]);
  expect(server.asked(revoke).map(({ params }) => params.share_id)).toEqual(['1', '1']);
});
