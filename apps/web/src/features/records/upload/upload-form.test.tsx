import type { Appointment } from '@carecommons/contract/appointments';
import { beforeEach, expect, test } from 'vitest';
import { reportWith } from '../../../../test/records.ts';
import { server } from '../../../../test/server.ts';
import { show } from '../../../../test/show.tsx';
import { UploadForm } from './upload-form.tsx';

const list = 'GET /api/records-provider/';
const create = 'POST /api/records/create/:appointment_id/';
const upload = { name: 'Upload report' };
const file = new File(['%PDF-1.7'], 'result.pdf', { type: 'application/pdf' });

const appointment: Appointment = {
  id: 4,
  appointment_datetime: '2026-01-05T10:30:00+05:30',
  ends_at: '2026-01-05T11:00:00+05:30',
  time_zone: 'Asia/Kolkata',
  problem: 'I cannot sleep.',
  is_approved: true,
  status: 'completed',
  requested_at: '2026-01-02T10:30:00+05:30',
  proposed_by: 'patient',
  offered: false,
  expires_at: null,
  undo_until: null,
  cancel_until: '2026-01-04T10:30:00+05:30',
  move_until: '2026-01-04T10:30:00+05:30',
  moves_id: null,
  moved_to_id: null,
  proposal: null,
  reason: null,
  ended_by: null,
  kind: null,
  confirmed_at_once: false,
  healthcare_provider: { user: 1, name: 'Dr. Asha', phone: '1', fees: 500, address: '1 Road', suspended: false },
  user: { user: 2, name: 'Ravi Kumar', phone: '2' },
};
const written = reportWith({
  id: 12,
  appointment: 4,
  type: 'Diagnostic',
  doctor: 'Dr. Asha',
  patient: 'Ravi Kumar',
  sentence: null,
  scan: 'pending',
});

beforeEach(() => {
  server.answer(list, []);
  server.answer(create, written);
});

const shown = (at = '/record/upload/4') => show(<UploadForm appointment={appointment} />, { at });
const sent = () => [...(server.asked(create).at(-1)?.form ?? [])].map(([name, value]) => [name, value]);

test('wants a file', async () => {
  const screen = await shown();
  await screen.getByRole('button', upload).click();
  await expect.element(screen.getByLabelText('File')).toHaveAccessibleDescription(/This is required\.$/);
  expect(server.asked(create)).toEqual([]);
});

test('the texts go before the file, blank ones not at all, and then the reports are shown', async () => {
  const screen = await shown();
  await screen.getByLabelText('File').upload(file);
  await screen.getByLabelText(/^In one sentence/).fill('All is well.');
  await screen.getByRole('button', upload).click();
  await expect.poll(() => window.location.pathname).toBe('/record');
  expect(sent().map(([name]) => name)).toEqual(['type', 'sentence', 'release', 'report']);
  expect(Object.fromEntries(sent()).release).toBe('at_once');
});

test('a report for a certain day wants the day, which goes along; one that is read at once has none', async () => {
  const screen = await shown();
  await screen.getByLabelText('File').upload(file);
  await screen.getByLabelText(/^On a day/).click();
  await screen.getByRole('button', upload).click();
  await expect.element(screen.getByLabelText('Day', { exact: true })).toHaveAccessibleDescription('This is required.');
  const day = (screen.getByLabelText('Day', { exact: true }).element() as HTMLInputElement).min;
  await screen.getByLabelText('Day', { exact: true }).fill(day);
  for (const other of [/^At once/, /^After we have spoken/]) {
    await screen.getByLabelText(other).click();
    expect(screen.getByLabelText('Day', { exact: true }).elements()).toEqual([]);
  }
  await screen.getByLabelText(/^On a day/).click();
  await screen.getByLabelText('Day', { exact: true }).fill(day);
  await screen.getByRole('button', upload).click();
  await expect.poll(() => window.location.pathname).toBe('/record');
  expect(Object.fromEntries(sent())).toMatchObject({ release: 'on_date', release_on: day });
});

test('a newer version wants to say why, and what cannot be replaced is not offered', async () => {
  server.answer(list, [
    written,
    { ...written, id: 11, title: 'Taken back', withdrawn: true, withdrawn_reason: 'Wrong' },
    { ...written, id: 10, title: 'Replaced', replaced: { by: 12, on: '2026-01-05T08:00:00Z', because: 'Typo' } },
  ]);
  const screen = await shown('/record/upload/4?replaces=12');
  const field = screen.getByLabelText('Is it a newer version?');
  await expect.element(field).toHaveValue('12');
  expect([...(field.element() as HTMLSelectElement).options].map(({ value }) => value)).toEqual(['', '12']);
  await screen.getByLabelText('File').upload(file);
  await screen.getByRole('button', upload).click();
  await expect.element(screen.getByLabelText('Why?')).toHaveAccessibleDescription(/This is required\.$/);
  await screen.getByLabelText('Why?').fill('A value was wrong.');
  await screen.getByRole('button', upload).click();
  await expect.poll(() => window.location.pathname).toBe('/record');
  expect(Object.fromEntries(sent())).toMatchObject({ replaces: '12', replaces_because: 'A value was wrong.' });
});

test('what is refused stays as it was, also the file, and goes again with the same key', async () => {
  server.refuse(create, 'storage_full');
  const screen = await shown();
  await screen.getByLabelText('File').upload(file);
  await screen.getByLabelText(/^Title/).fill('Blood count');
  await screen.getByRole('button', upload).click();
  await expect.element(screen.getByText('The report was not uploaded. Please try again.')).toBeVisible();
  server.answer(create, written);
  await screen.getByRole('button', upload).click();
  await expect.poll(() => window.location.pathname).toBe('/record');
  const [first, second] = server.asked(create);
  expect(second?.key).toBe(first?.key);
  expect(Object.fromEntries(sent())).toMatchObject({ title: 'Blood count' });
});
