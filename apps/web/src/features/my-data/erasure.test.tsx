import type { ErasurePlan } from '@carecommons/contract/erasure';
import { afterEach, expect, test, vi } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { Erasure } from './erasure.tsx';
import { Receipt } from './receipt.tsx';

const preview = 'GET /account/erasure/';
const line = 'GET /receipts/:number/';
const number = 'AB12C-DE34F-GH56J-KL78M';
const plan: ErasurePlan = {
  gone: [
    { what: 'account', count: 1 },
    { what: 'documents', count: 3 },
  ],
  cancelled: 2,
  kept: [{ what: 'care', count: 4, until: '2031-03-04T08:00:00Z' }],
  letter: false,
};
const receipt = { number, requested_at: '2026-01-05T08:00:00Z', done_at: null, ended_at: null, ...plan };

afterEach(() => void vi.useRealTimers());

const shown = (of = number) => show(<Receipt />, { at: `/receipt/${of}`, signedIn: false });

test('what would be erased could not be loaded, and is loaded again', async () => {
  server.refuse(preview, 'busy');
  const screen = await show(<Erasure />);
  await expect.element(screen.getByText('What would be erased could not be loaded.')).toBeVisible();
  server.answer(preview, plan);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByRole('button', { name: 'Erase my account…' })).toBeVisible();
});

test('says what goes, what stays and until when, and only then asks', async () => {
  server.answer(preview, plan);
  const screen = await show(<Erasure />);
  await expect
    .element(screen.getByText('2 visits and requests to come, which are cancelled; the others are told'))
    .toBeVisible();
  await expect.element(screen.getByText(/^Kept until 4 Mar 2031, then erased\.$/)).toBeVisible();
  await expect.element(screen.getByText(/^You get a receipt of this, with a number/)).toBeVisible();
  await screen.getByRole('button', { name: 'Erase my account…' }).click();
  const dialog = screen.getByRole('alertdialog');
  await expect.element(dialog.getByLabelText('Your username')).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep my account' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.asked('POST /account/erasure/')).toEqual([]);
});

test('with a confirmed address, the receipt comes by email, too', async () => {
  server.answer(preview, { ...plan, letter: true });
  const screen = await show(<Erasure />);
  await expect.element(screen.getByText(/^You get a receipt of this, here and by email/)).toBeVisible();
});

test('the receipt follows the erasure until it is done, and then asks no more', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  server.answer(line, receipt);
  const screen = await shown();
  await expect.element(screen.getByText('It is being erased now. You do not need to wait.')).toBeVisible();
  await expect.element(screen.getByText(number)).toBeVisible();
  server.answer(line, { ...receipt, done_at: '2026-01-06T08:00:00Z' });
  await expect.element(screen.getByText(/^Erased on 6 Jan.*, as you asked on 5 Jan/)).toBeVisible();
  await expect
    .element(screen.getByText('2 visits and requests to come, which were cancelled; the others were told'))
    .toBeVisible();
  await expect.poll(() => vi.getTimerCount()).toBe(0);
});

test('says when what had to stay is gone as well', async () => {
  server.answer(line, { ...receipt, done_at: '2026-01-06T08:00:00Z', ended_at: '2031-03-04T08:00:00Z' });
  const screen = await shown();
  await expect
    .element(screen.getByText(/^What had to stay for a while is erased as well, since 4 Mar 2031/))
    .toBeVisible();
});

test('a number that nobody has, and what is no number', async () => {
  server.refuse(line, 'not_found');
  const screen = await shown();
  await expect.element(screen.getByText('There is no receipt with this number. Please check it.')).toBeVisible();
  await screen.unmount();
  const asked = server.asked(line).length;
  const other = await shown('none');
  await expect.element(other.getByText('There is no receipt with this number. Please check it.')).toBeVisible();
  expect(server.asked(line)).toHaveLength(asked);
});

test('a receipt that could not be loaded is loaded again', async () => {
  server.refuse(line, 'busy');
  const screen = await shown();
  await expect.element(screen.getByText('The receipt could not be loaded.')).toBeVisible();
  server.answer(line, { ...receipt, done_at: '2026-01-06T08:00:00Z' });
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText(number)).toBeVisible();
});
