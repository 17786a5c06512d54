import type { Claim } from '@carecommons/contract/verification';
import { beforeEach, expect, test } from 'vitest';
import { submittedClaim } from '../../../test/claims.ts';
import { providerOf } from '../../../test/providers.ts';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { RejectDialog, VerifyDialog } from './review-dialogs.tsx';
import { Suspensions } from './suspensions.tsx';

const suspended = 'GET /apis/verification/suspended/';
const suspend = 'POST /apis/verification/providers/:provider_id/suspend/';
const reinstate = 'POST /apis/verification/providers/:provider_id/reinstate/';
const verify = 'POST /apis/verification/:claim_id/verify/';
const reject = 'POST /apis/verification/:claim_id/reject/';

const claim: Claim = {
  ...submittedClaim,
  state: 'in_review',
  reviewer: { id: 1, username: 'asha' },
  taken_at: '2026-01-05T09:00:00Z',
};
const provider = providerOf('Dr. Meera Nair', { user: 5, speciality: ['Sleep'] });

beforeEach(() => server.answer('GET /check/', { role: 'patient', grants: ['verifier'] }));

test('a registration is verified until a day at most some years away, and never for the past', async () => {
  server.answer(verify, {});
  let closed = 0;
  const screen = await show(<VerifyDialog claim={claim} onClose={() => closed++} />, { at: '/verification' });
  const day = screen.getByLabelText('Verified until');
  const { min, max, value } = day.element() as HTMLInputElement;
  expect(min < value && value <= max).toBe(true);
  await day.fill('2020-01-01');
  await screen.getByRole('button', { name: 'Verify' }).click();
  await expect.element(day).toHaveAccessibleDescription('Please choose a day in the future.');
  await day.fill(max);
  await screen.getByRole('button', { name: 'Verify' }).click();
  await expect.poll(() => closed).toBe(1);
  expect(server.asked(verify).map(({ body }) => body)).toEqual([{ until: max }]);
});

test('rejecting wants a reason, which the provider reads', async () => {
  server.refuse(reject, 'wrong_state');
  let closed = 0;
  const screen = await show(<RejectDialog claim={claim} onClose={() => closed++} />, { at: '/verification' });
  await screen.getByRole('button', { name: 'Reject' }).click();
  await expect.element(screen.getByLabelText('Reason')).toHaveAccessibleDescription(/This is required\.$/);
  await screen.getByLabelText('Reason').fill('The scan cannot be read.');
  await screen.getByRole('button', { name: 'Reject' }).click();
  await expect.element(screen.getByText('It was not rejected.')).toBeVisible();
  server.answer(reject, {});
  await screen.getByRole('button', { name: 'Reject' }).click();
  await expect.poll(() => closed).toBe(1);
  expect(server.asked(reject).at(-1)?.body).toEqual({ reason: 'The scan cannot be read.' });
});

test('a provider is searched for, and suspended with a reason after the visits were shown', async () => {
  server.answer(suspended, []);
  server.answer('GET /providers/', [provider, { ...provider, user: 1, name: 'Asha Rao' }]);
  server.answer('GET /apis/verification/providers/:provider_id/visits/', { count: 0, visits: [] });
  server.answer(suspend, { count: 0, visits: [] });
  const screen = await show(<Suspensions me={1} />, { at: '/admin/verifications' });
  await expect.element(screen.getByText('No provider is suspended.')).toBeVisible();
  await screen.getByLabelText('Suspend a provider').fill('Meera');
  await screen.getByRole('button', { name: 'Search' }).click();
  await expect.element(screen.getByText('Asha Rao')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Suspend Asha Rao' }).elements()).toEqual([]);
  await screen.getByRole('button', { name: 'Suspend Dr. Meera Nair' }).click();
  const dialog = screen.getByRole('alertdialog', { name: 'Suspend Dr. Meera Nair?' });
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await expect.element(dialog.getByLabelText('Reason')).toHaveAccessibleDescription(/This is required\.$/);
  await dialog.getByLabelText('Reason').fill('Complaints');
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await expect.poll(() => screen.getByRole('alertdialog').elements()).toEqual([]);
  expect(server.asked(suspend).map(({ params, body }) => [params.provider_id, body])).toEqual([
    ['5', { reason: 'Complaints' }],
  ]);
});

test('says that no provider has that name', async () => {
  server.answer(suspended, []);
  server.answer('GET /providers/', []);
  const screen = await show(<Suspensions me={1} />, { at: '/admin/verifications' });
  await screen.getByLabelText('Suspend a provider').fill('Nobody');
  await screen.getByRole('button', { name: 'Search' }).click();
  await expect.element(screen.getByText('No provider in the directory has that name.')).toBeVisible();
});

test('a suspension is lifted after a question; nobody lifts their own', async () => {
  const row = { user: 5, name: 'Dr. Meera Nair', suspended_at: '2026-01-05T08:00:00Z', suspended_reason: 'Complaints' };
  server.answer(suspended, [row, { ...row, user: 1, name: 'Asha Rao' }]);
  server.answer(reinstate, () => {
    server.answer(suspended, []);
    return {};
  });
  const screen = await show(<Suspensions me={1} />, { at: '/admin/verifications' });
  await expect.element(screen.getByRole('heading', { name: 'Asha Rao' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Lift the suspension' }).elements()).toHaveLength(1);
  await screen.getByRole('button', { name: 'Lift the suspension' }).click();
  expect(server.asked(reinstate)).toEqual([]);
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Lift the suspension' }).click();
  await expect.element(screen.getByText('No provider is suspended.')).toBeVisible();
});
