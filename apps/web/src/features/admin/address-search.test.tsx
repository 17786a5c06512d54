import { beforeEach, expect, test } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { AccountEvents } from './account-events.tsx';
import { Audit } from './audit.tsx';
import { VisitReads } from './visit-reads.tsx';

// Three lists of what was written down, each searched by words that stand in the address.

beforeEach(() => {
  server.answer('GET /check/', { role: 'patient', grants: ['administrator'] });
  server.answer('GET /api/admin/overview/', { people: 1, reports_waiting: 0, claims_waiting: 0, dead_letters: 0 });
});

const search = { name: 'Search' };
const unknown = { errors: [{ field: 'username', message: 'Nobody is called that.' }] };
const kinds = [
  { page: '/admin/sign-ins', ui: <AccountEvents />, line: 'GET /api/admin/account-events/' },
  { page: '/admin/audit', ui: <Audit />, line: 'GET /api/admin/audit/' },
  { page: '/admin/visit-reads', ui: <VisitReads />, line: 'GET /api/admin/visit-reads/' },
] as const;

test.for(kinds)('$page: what is searched for stands in the address, and is asked of the server', async (kind) => {
  server.answer(kind.line, []);
  const screen = await show(kind.ui, { at: kind.page });
  await screen.getByLabelText('Username').fill(' asha ');
  await screen.getByRole('button', search).click();
  await expect.poll(() => window.location.search).toBe('?username=asha');
  await expect.poll(() => server.asked(kind.line).at(-1)?.query).toEqual({ username: 'asha' });
  await expect.element(screen.getByLabelText('Username')).toHaveValue('asha');
  await expect.element(screen.getByText(/^Nothing (about this is on record|was recorded about this)\.$/)).toBeVisible();
});

test.for(kinds)('$page: a name that nobody has is said beside its field, and nothing is listed', async (kind) => {
  server.refuse(kind.line, 'invalid_input', unknown);
  const screen = await show(kind.ui, { at: `${kind.page}?username=nobody` });
  await expect.element(screen.getByLabelText('Username')).toHaveAccessibleDescription('Nobody is called that.');
  expect(screen.getByRole('button').elements()).toHaveLength(1);
});

test.for(kinds)(
  '$page: what could not be loaded is tried again, at a press alone: each reading is written down',
  async (kind) => {
    server.refuse(kind.line, 'busy');
    const screen = await show(kind.ui, { at: kind.page });
    await expect.element(screen.getByText(/ could not be loaded\.$/)).toBeVisible();
    expect(server.asked(kind.line)).toHaveLength(1);
    server.answer(kind.line, []);
    await screen.getByRole('button', { name: 'Try again' }).click();
    await expect.element(screen.getByText(/^Nothing /)).toBeVisible();
  },
);

test('a kind of event that there is none of is not asked for', async () => {
  server.answer('GET /api/admin/account-events/', []);
  const screen = await show(<AccountEvents />, { at: '/admin/sign-ins?kind=nonsense&network=203.0.113.0%2F24' });
  await expect.element(screen.getByLabelText(/^Network/)).toHaveValue('203.0.113.0/24');
  expect(server.asked('GET /api/admin/account-events/')[0]?.query).toEqual({ network: '203.0.113.0/24' });
});

test('whoever administers nothing is told so, and nothing is asked', async () => {
  server.answer('GET /check/', { role: 'patient', grants: ['moderator'] });
  const screen = await show(<Audit />, { at: '/admin/audit' });
  await expect.element(screen.getByText('You do not have permission to access this page.')).toBeVisible();
  expect(server.asked('GET /api/admin/audit/')).toEqual([]);
});

test('whoever lacks the second factor is led to it', async () => {
  server.refuse('GET /api/admin/overview/', 'second_factor_required');
  server.answer('GET /api/admin/audit/', []);
  const screen = await show(<Audit />, { at: '/admin/audit' });
  await expect
    .element(screen.getByRole('link', { name: 'To your account' }))
    .toHaveAttribute('href', '/account#second-factor');
  expect(screen.getByRole('search').elements()).toEqual([]);
});
