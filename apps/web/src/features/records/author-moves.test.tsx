import { expect, test } from 'vitest';
import { reportWith } from '../../../test/records.ts';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { DeleteDocument } from './delete-document.tsx';
import { ReleaseReport } from './release-report.tsx';
import { WithdrawReport } from './withdraw-report.tsx';

const record = reportWith({
  id: 12,
  appointment: 4,
  type: 'Diagnostic',
  doctor: 'Dr. Asha',
  patient: 'Ravi Kumar',
  sentence: null,
  release: 'after_talk',
  released: false,
});

test('withdrawing asks for a reason, says where it failed, and closes once it is done', async () => {
  const line = 'POST /api/records/:record_id/withdraw/';
  server.refuse(line, 'wrong_state');
  const screen = await show(<WithdrawReport record={record} />, { at: '/record' });
  await screen.getByRole('button', { name: /^Withdraw:/ }).click();
  const dialog = screen.getByRole('alertdialog', { name: 'Withdraw this report?' });
  const go = dialog.getByRole('button', { name: 'Withdraw the report' });
  await expect.element(dialog.getByText(/^Blood count for Ravi Kumar can then no longer be opened\./)).toBeVisible();
  await go.click();
  await expect.element(dialog.getByLabelText('Reason')).toHaveAccessibleDescription(/This is required\.$/);
  await dialog.getByLabelText('Reason').fill('It was for somebody else.');
  await go.click();
  await expect.element(dialog.getByText('The report was not withdrawn.')).toBeVisible();
  server.answer(line, {});
  await go.click();
  await expect.poll(() => screen.getByRole('alertdialog').elements()).toEqual([]);
  expect(server.asked(line).at(-1)?.body).toEqual({ reason: 'It was for somebody else.' });
});

test('a release that failed can be pressed again', async () => {
  const line = 'POST /api/records/:record_id/release/';
  server.refuse(line, 'busy');
  const screen = await show(<ReleaseReport record={record} />, { at: '/record' });
  await screen.getByRole('button', { name: /^Release now:/ }).click();
  await expect.element(screen.getByText('The report was not released. Please try again.')).toBeVisible();
  server.answer(line, {});
  await screen.getByRole('button', { name: /^Release now:/ }).click();
  await expect.element(screen.getByRole('main')).toHaveFocus();
  expect(server.asked(line).map(({ params }) => params.record_id)).toEqual(['12', '12']);
});

test('a release that is under way is not sent again', async () => {
  const line = 'POST /api/records/:record_id/release/';
  server.answer(line, {});
  const go = server.hold(line);
  const screen = await show(<ReleaseReport record={record} />, { at: '/record' });
  const button = screen.getByRole('button', { name: /^Release now:/ });
  await button.click();
  (button.element() as HTMLElement).click();
  go();
  await expect.element(screen.getByRole('main')).toHaveFocus();
  expect(server.asked(line)).toHaveLength(1);
});

test('a document is deleted only after a question, and kept where that is answered with no', async () => {
  const line = 'DELETE /api/own-documents/:record_id/';
  server.answer(line, {});
  const screen = await show(<DeleteDocument record={record} />, { at: '/record' });
  await screen.getByRole('button', { name: 'Delete: Blood count' }).click();
  await screen.getByRole('button', { name: 'Keep the document' }).click();
  expect(screen.getByRole('alertdialog').elements()).toEqual([]);
  expect(server.asked(line)).toEqual([]);
  await screen.getByRole('button', { name: 'Delete: Blood count' }).click();
  await screen.getByRole('button', { name: 'Delete it' }).click();
  await expect.poll(() => screen.getByRole('alertdialog').elements()).toEqual([]);
  expect(server.asked(line)).toHaveLength(1);
});
