import { expect, test } from 'vitest';
import { reportWith } from '../../../test/records.ts';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { ChangeDocument } from './change-document.tsx';

const letter = reportWith({
  id: 12,
  appointment: null,
  title: 'Old letter',
  type: 'Diagnostic',
  doctor: '',
  patient: 'Asha Rao',
  sentence: null,
});

test('a document gets another title and a day; a day to come is refused at its field', async () => {
  const screen = await show(<ChangeDocument record={letter} />);
  await screen.getByRole('button', { name: 'Change: Old letter' }).click();
  const dialog = screen.getByRole('alertdialog', { name: 'Change title and date' });
  await dialog.getByLabelText('Title').fill('Letter of 2019');
  await dialog.getByLabelText(/^Date of the document/).fill('2099-03-04');
  const message = 'Please choose a day that is not in the future.';
  server.refuse('PATCH /api/own-documents/:record_id/', 'invalid_input', { errors: [{ field: 'dated_on', message }] });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect
    .element(dialog.getByLabelText(/^Date of the document/))
    .toHaveAccessibleDescription(/not in the future\.$/);

  await dialog.getByLabelText(/^Date of the document/).fill('2019-03-04');
  server.answer('PATCH /api/own-documents/:record_id/', { ...letter, title: 'Letter of 2019', dated_on: '2019-03-04' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  const { params, body } = server.asked('PATCH /api/own-documents/:record_id/')[1]!;
  expect([params.record_id, body]).toEqual(['12', { title: 'Letter of 2019', dated_on: '2019-03-04' }]);
});

test('a title that is too long is not cut, and says so', async () => {
  const screen = await show(<ChangeDocument record={letter} />);
  await screen.getByRole('button', { name: 'Change: Old letter' }).click();
  const dialog = screen.getByRole('alertdialog', { name: 'Change title and date' });
  await dialog.getByLabelText('Title').fill('x'.repeat(121));
  await expect.element(dialog.getByText('Please use at most 120 characters.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  expect(server.asked('PATCH /api/own-documents/:record_id/')).toEqual([]);
});
