import { shareLinkMinutes } from '@carecommons/contract/share-rules';
import type { SharedReports } from '@carecommons/contract/shares';
import { afterEach, expect, test, vi } from 'vitest';
import { server } from '../../../../test/server.ts';
import { show } from '../../../../test/show.tsx';
import { SharedLink } from './shared-link.tsx';

const open = 'POST /api/shares/open/';
const opened: SharedReports = {
  id: 4,
  patient: 'Asha Kiran',
  ends_at: '2031-01-05T08:00:00Z',
  records: [
    {
      id: 7,
      title: 'Blood count',
      type: 'Laboratory',
      date: '2026-01-05T08:00:00Z',
      doctor: 'Dr. Mehta',
      sentence: 'Your iron is low.',
      media_type: 'application/pdf',
      replaced: false,
      report: '/files/shared/7/?token=view',
      download: '/files/shared/7/?token=download',
    },
  ],
};

afterEach(() => void vi.useRealTimers());

const shown = (at = '/shared#abc') => show(<SharedLink />, { at, signedIn: false });
const submit = { name: 'Show the reports' };

async function enter(screen: Awaited<ReturnType<typeof shown>>, passcode: string) {
  await screen.getByLabelText('Passcode').fill(passcode);
  await screen.getByRole('button', submit).click();
}

test('without the part of the address that opens it, there is no form', async () => {
  const screen = await shown('/shared');
  await expect.element(screen.getByText(/^Please open this page by the whole link/)).toBeVisible();
  expect(screen.getByLabelText('Passcode').elements()).toEqual([]);
});

test('an empty passcode is not sent', async () => {
  const screen = await shown();
  await screen.getByRole('button', submit).click();
  await expect.element(screen.getByLabelText('Passcode')).toHaveAccessibleDescription(/This is required\.$/);
  expect(server.asked(open)).toEqual([]);
});

test('the right passcode shows the reports with their links; the address keeps its token for a reload', async () => {
  server.answer(open, opened);
  const screen = await shown();
  await enter(screen, '1234 5678');
  const heading = screen.getByRole('heading', { name: 'Asha Kiran shares a report with you' });
  await expect.element(heading).toHaveFocus();
  await expect.element(screen.getByText('Your iron is low.')).toBeVisible();
  await expect.element(screen.getByRole('link', { name: /^View/ })).toHaveAttribute('href', opened.records[0]!.report);
  await expect
    .element(screen.getByRole('link', { name: /^Download/ }))
    .toHaveAttribute('href', opened.records[0]!.download);
  expect(server.asked(open).map(({ body }) => body)).toEqual([{ token: 'abc', passcode: '1234 5678' }]);
  expect(window.location.hash).toBe('#abc');
});

test('documents of the patient, replaced ones and several are said to be so', async () => {
  const [report] = opened.records;
  server.answer(open, {
    ...opened,
    patient: '',
    records: [
      { ...report!, title: '', doctor: null, sentence: null },
      { ...report!, id: 8, replaced: true },
    ],
  });
  const screen = await shown();
  await enter(screen, '12345678');
  await expect.element(screen.getByRole('heading', { name: 'Somebody shares 2 reports with you' })).toBeVisible();
  await expect.element(screen.getByText('Added by Somebody')).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Medical Report' })).toBeVisible();
  await expect.element(screen.getByText(/^Its author has since replaced it/)).toBeVisible();
});

test.for([
  ['a wrong passcode', 'link_ended', 'This link does not open anything with that passcode.'],
  ['too many tries', 'too_many_requests', 'Please wait for 15 minutes.'],
] as const)('%s opens nothing, says why, and leaves what was typed', async ([, code, message]) => {
  server.refuse(open, code, { message });
  const screen = await shown();
  await enter(screen, '00000000');
  const alert = screen.getByRole('alert');
  await expect.element(alert.getByText('Nothing was opened.')).toBeVisible();
  await expect.element(alert.getByText(message)).toBeVisible();
  await expect.element(screen.getByLabelText('Passcode')).toHaveValue('00000000');
});

test('a passcode of the wrong form is said beside the field', async () => {
  const message = 'The passcode has 8 digits. Please look at it once more.';
  server.refuse(open, 'invalid_input', { errors: [{ field: 'passcode', message }] });
  const screen = await shown();
  await enter(screen, '12345678');
  await expect.element(screen.getByLabelText('Passcode')).toHaveAccessibleDescription(new RegExp(message));
});

test('without a network it says so, and can be tried again', async () => {
  server.lose(open);
  const screen = await shown();
  await enter(screen, '12345678');
  await expect.element(screen.getByText(/^The server cannot be reached/)).toBeVisible();
  server.answer(open, opened);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('Blood count')).toBeVisible();
});

test('another link in the same page asks for its own passcode', async () => {
  server.answer(open, opened);
  const screen = await shown();
  await enter(screen, '12345678');
  await expect.element(screen.getByText('Blood count')).toBeVisible();
  window.location.hash = '#xyz';
  await expect.element(screen.getByLabelText('Passcode')).toHaveValue('');
  expect(screen.getByText('Blood count').elements()).toEqual([]);
  await enter(screen, '87654321');
  await expect.poll(() => server.asked(open).at(-1)?.body).toEqual({ token: 'xyz', passcode: '87654321' });
});

test('the reports are closed before the links of their files end', async () => {
  server.answer(open, opened);
  const screen = await shown();
  await screen.getByLabelText('Passcode').fill('12345678');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await screen.getByRole('button', submit).click();
  await expect.element(screen.getByText('Blood count')).toBeVisible();
  await vi.advanceTimersByTimeAsync((shareLinkMinutes - 1) * 60_000);
  await expect.element(screen.getByText(/^The page was closed after half an hour/)).toBeVisible();
  expect(screen.getByText('Blood count').elements()).toEqual([]);
  await expect.element(screen.getByLabelText('Passcode')).toHaveValue('');
});
