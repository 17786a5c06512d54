import type { Consent } from '@carecommons/contract/my-data';
import { expect, test } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { Consents } from './consents.tsx';

const given: Consent = { purpose: 'visits', version: 1, state: 'given', at: '2026-01-05T08:00:00Z' };

test('what could not be loaded is tried again', async () => {
  server.refuse('GET /api/my-data/consents/', 'busy');
  const screen = await show(<Consents />);
  await expect.element(screen.getByText('What you agree to could not be loaded.')).toBeVisible();
  server.answer('GET /api/my-data/consents/', [given]);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Asking for visits' })).toBeVisible();
});

test('what was never asked or has changed since takes either answer', async () => {
  server.answer('GET /api/my-data/consents/', [
    { ...given, state: 'outdated' },
    { purpose: 'reports', version: 1, state: 'not_asked', at: null },
  ]);
  const screen = await show(<Consents />);
  await expect.element(screen.getByText('This has changed since you agreed. Please answer again.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'I agree' }).elements()).toHaveLength(2);
  expect(screen.getByRole('button', { name: 'I do not agree' }).elements()).toHaveLength(2);
});

test('is withdrawn at a press; where that is not kept, it is said', async () => {
  server.answer('GET /api/my-data/consents/', [given]);
  server.refuse('DELETE /api/my-data/consents/:purpose/', 'busy');
  const screen = await show(<Consents />);
  const withdraw = screen.getByRole('button', { name: 'Withdraw' });
  await withdraw.click();
  await expect.element(screen.getByText('That was not saved. Please try again.')).toBeVisible();
  server.answer('DELETE /api/my-data/consents/:purpose/', {});
  server.answer('GET /api/my-data/consents/', [{ ...given, state: 'withdrawn' }]);
  await withdraw.click();
  await expect.element(screen.getByRole('button', { name: 'I agree' })).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Asking for visits' })).toHaveFocus();
  await expect.element(screen.getByRole('status')).toHaveTextContent('You withdrew it.');
});
