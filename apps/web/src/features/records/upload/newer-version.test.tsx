import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { appointmentOf } from '../../../../test/appointments.ts';
import { reportWith } from '../../../../test/records.ts';
import { server } from '../../../../test/server.ts';
import { show } from '../../../../test/show.tsx';
import { UploadForm } from './upload-form.tsx';

const create = 'POST /api/records/create/:appointment_id/';
const visit = appointmentOf('Asha Kiran', {
  status: 'approved',
  appointment_datetime: '2026-01-05T09:30:00+05:30',
  ends_at: '2026-01-05T10:00:00+05:30',
});
const old = reportWith();

beforeEach(() => {
  server.answer('GET /check/', { role: 'healthcare_provider', grants: [] });
  server.answer('GET /api/records-provider/', [old]);
});
const showForm = async (at = '/record/1') => await show(<UploadForm appointment={visit} />, { at });

test('a newer version begins with the fields of the earlier one', async () => {
  server.answer(create, reportWith({ id: 8 }));
  await showForm('/record/1?replaces=7');
  await expect.element(page.getByLabelText('Is it a newer version?')).toHaveValue('7');
  await expect.element(page.getByLabelText('Title (optional)')).toHaveValue('Blood count');
  await expect.element(page.getByLabelText('In one sentence (optional)')).toHaveValue('Your iron is low.');
  await expect.element(page.getByLabelText('Type')).toHaveValue('Laboratory');
  await page.getByLabelText('File').upload(new File(['%PDF-1.7'], 'blood.pdf', { type: 'application/pdf' }));
  await page.getByLabelText('Why?').fill('A value was wrong.');
  await page.getByRole('button', { name: 'Upload report' }).click();
  await expect.poll(() => server.asked(create).length).toBe(1);
  const sent = [...(server.asked(create)[0]?.form ?? [])].filter(([, value]) => typeof value === 'string');
  expect(Object.fromEntries(sent)).toEqual({
    title: 'Blood count',
    type: 'Laboratory',
    sentence: 'Your iron is low.',
    release: 'at_once',
    replaces: '7',
    replaces_because: 'A value was wrong.',
  });
});

test('a type of its own words and a release that is still to come are kept, too', async () => {
  server.answer('GET /api/records-provider/', [
    reportWith({ type: 'Sleep study', release: 'after_talk', released: false }),
  ]);
  await showForm('/record/1?replaces=7');
  await expect.element(page.getByLabelText('Which type?')).toHaveValue('Sleep study');
  await expect.element(page.getByRole('radio', { name: /^After we have spoken/ })).toBeChecked();
});

test('what was written already stays when a version is chosen afterwards', async () => {
  await showForm();
  await expect.element(page.getByLabelText('Title (optional)')).toHaveValue('');
  await page.getByLabelText('Is it a newer version?').selectOptions('7');
  await expect.element(page.getByLabelText('Title (optional)')).toHaveValue('Blood count');
  await page.getByLabelText('Is it a newer version?').selectOptions('');
  await page.getByLabelText('Title (optional)').fill('My own');
  await page.getByLabelText('Is it a newer version?').selectOptions('7');
  await expect.element(page.getByLabelText('Title (optional)')).toHaveValue('My own');
});

test('a release that was told meanwhile is known: what the patient reads already is not held back again', async () => {
  const held = reportWith({ release: 'after_talk', released: false });
  server.answer('GET /api/records-provider/', [held]);
  function Twice() {
    const [again, setAgain] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setAgain(!again)}>
          Leave
        </button>
        {!again && <UploadForm appointment={visit} />}
      </>
    );
  }
  await show(<Twice />, { at: '/record/1?replaces=7' });
  await expect.element(page.getByRole('radio', { name: /^After we have spoken/ })).toBeChecked();
  const leave = page.getByRole('button', { name: 'Leave' });
  await leave.click();
  server.answer('GET /api/records-provider/', [{ ...held, released: true }]);
  await leave.click();
  await expect.element(page.getByRole('radio', { name: /^At once/ })).toBeChecked();
});
