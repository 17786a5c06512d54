import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { server } from '../../test/server.ts';
import { show } from '../../test/show.tsx';
import { ReportDialog } from './report-dialog.tsx';

const dialogTo = (onReported = () => {}, onClose = () => {}) => (
  <ReportDialog kind="question" id={7} onClose={onClose} onReported={onReported} />
);

test('asks for a reason before it sends anything', async () => {
  const screen = await show(dialogTo());
  await screen.getByRole('button', { name: 'Send the report' }).click();
  const reason = screen.getByLabelText('What is wrong with it?');
  await expect.element(reason).toHaveAccessibleDescription('This is required.');
  await expect.element(reason).toHaveFocus();
});

test('what was written stays when sending failed, and goes with the same key when it is tried again', async () => {
  const onReported = vi.fn<() => void>();
  server.refuse('POST /apis/reports/create/', 'too_many_requests');
  const screen = await show(dialogTo(onReported));
  await screen.getByLabelText('What is wrong with it?').selectOptions('dangerous');
  await screen.getByLabelText(/^More about it/).fill('It says to stop insulin.');
  await screen.getByRole('button', { name: 'Send the report' }).click();
  await expect.element(screen.getByText('The report was not sent.')).toBeVisible();
  await expect.element(screen.getByLabelText(/^More about it/)).toHaveValue('It says to stop insulin.');
  server.answer('POST /apis/reports/create/', {});
  await screen.getByRole('button', { name: 'Send the report' }).click();
  await vi.waitFor(() => expect(onReported).toHaveBeenCalledOnce());
  const [first, second] = server.asked('POST /apis/reports/create/');
  expect(second?.body).toEqual({ kind: 'question', id: 7, reason: 'dangerous', note: 'It says to stop insulin.' });
  expect(second?.key).toBe(first?.key);
});

test('Escape closes it', async () => {
  const onClose = vi.fn<() => void>();
  const screen = await show(dialogTo(undefined, onClose));
  await expect.element(screen.getByRole('alertdialog')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});
