import { expect, test, vi } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { LeaveForm } from './leave-form.tsx';

const preview = { name: 'See what it affects' };
const nothing = () => {};

test('wants a beginning and an end, in this order and still to come', async () => {
  const screen = await show(<LeaveForm start={undefined} zone="Asia/Kolkata" onPlanned={nothing} onClose={nothing} />);
  await screen.getByRole('button', preview).click();
  await expect.element(screen.getByLabelText('From')).toHaveAccessibleDescription('This is required.');
  await screen.getByLabelText('From').fill('2031-01-05T09:00');
  await screen.getByLabelText('To').fill('2031-01-05T09:00');
  await screen.getByRole('button', preview).click();
  await expect.element(screen.getByLabelText('To')).toHaveAccessibleDescription('The end is before the beginning.');
  await screen.getByLabelText('From').fill('2001-01-05T09:00');
  await screen.getByLabelText('To').fill('2001-01-06T09:00');
  await screen.getByRole('button', preview).click();
  await expect.element(screen.getByLabelText('To')).toHaveAccessibleDescription('It would already be over.');
});

test('shows what it falls upon, and keeps what was filled in where that could not be asked', async () => {
  const onPlanned = vi.fn<() => void>();
  const start = { from: '2031-01-05T09:00', to: '2031-01-06T09:00', reason: 'A wedding' };
  server.refuse('GET /api/leaves/visits/', 'busy');
  const screen = await show(<LeaveForm start={start} zone="Asia/Kolkata" onPlanned={onPlanned} onClose={nothing} />);
  await screen.getByRole('button', preview).click();
  await expect.element(screen.getByText('The leave could not be checked.')).toBeVisible();
  await expect.element(screen.getByLabelText(/^Reason/)).toHaveValue('A wedding');
  server.answer('GET /api/leaves/visits/', []);
  await screen.getByRole('button', preview).click();
  await vi.waitFor(() => expect(onPlanned).toHaveBeenCalledExactlyOnceWith(start, []));
  expect(server.asked('GET /api/leaves/visits/').at(-1)?.query).toEqual({ from: start.from, to: start.to });
});
