import { expect, test, vi } from 'vitest';
import { reportWith } from '../../../../test/records.ts';
import { server } from '../../../../test/server.ts';
import { show } from '../../../../test/show.tsx';
import { ShareForm } from './share-form.tsx';

const report = reportWith({
  id: 11,
  appointment: 4,
  type: 'Diagnostic',
  doctor: 'Dr. Mehta',
  patient: 'Asha Rao',
  bytes: 1000,
  report: '/files/records/11/?token=a',
  download: '/files/records/11/?token=b',
  sentence: null,
});
const share = {
  id: 1,
  provider: null,
  made_at: '2026-01-05T08:00:00Z',
  ends_at: '2026-01-12T08:00:00Z',
  state: 'live' as const,
  views: 0,
  viewed_at: null,
  most_views: null,
  records: [{ id: 11, title: 'Blood count' }],
};

test('where there is no report, there is nothing to share', async () => {
  server.answer('GET /api/records/', []);
  const screen = await show(<ShareForm />);
  await expect.element(screen.getByText('There is nothing to share yet')).toBeVisible();
});

test('wants a report and a provider', async () => {
  server.answer('GET /api/records/', [report]);
  const screen = await show(<ShareForm />);
  await screen.getByRole('button', { name: 'Share' }).click();
  await expect.element(screen.getByText('Please choose at least one report.')).toBeVisible();
  await expect.element(screen.getByText('Please choose a provider.')).toBeVisible();
  expect(server.asked('POST /api/shares/')).toEqual([]);
});

test('a report that was replaced cannot be shared', async () => {
  const replaced = { by: 11, on: '2026-01-06T08:00:00Z', because: 'A typo.' };
  server.answer('GET /api/records/', [report, { ...report, id: 10, title: 'Old count', replaced }]);
  const screen = await show(<ShareForm />);
  await expect.element(screen.getByRole('checkbox', { name: /Blood count/ })).toBeVisible();
  expect(screen.getByRole('checkbox', { name: /Old count/ }).elements()).toEqual([]);
});

test('on a phone the link goes out by its share sheet, without the passcode', async () => {
  const sent = vi.fn<(data: ShareData) => Promise<void>>();
  sent.mockRejectedValueOnce(new DOMException('', 'AbortError')).mockResolvedValue();
  Object.defineProperty(navigator, 'share', { value: sent, configurable: true });
  server.answer('GET /api/records/', [report]);
  server.answer('POST /api/shares/', { share, link: { path: '/shared#abc', passcode: '12345678' } });
  const screen = await show(<ShareForm />, { at: '/record?report=11' });
  await screen.getByRole('radio', { name: /^Somebody else, by a link/ }).click();
  await screen.getByRole('button', { name: 'Make the link' }).click();
  const send = screen.getByRole('button', { name: 'Send the link…' });
  await send.click();
  // Who closes the sheet again is told nothing.
  await send.click();
  await expect.poll(() => sent.mock.calls).toHaveLength(2);
  const [data] = sent.mock.calls[1]!;
  expect(data).toEqual({ title: 'Medical reports', url: `${location.origin}/shared#abc` });
  Reflect.deleteProperty(navigator, 'share');
});

test('makes a link and shows its passcode; what failed before is said', async () => {
  server.answer('GET /api/records/', [report]);
  server.refuse('POST /api/shares/', 'busy');
  const screen = await show(<ShareForm />, { at: '/record?report=11' });
  await screen.getByRole('radio', { name: /^Somebody else, by a link/ }).click();
  await screen.getByRole('button', { name: 'Make the link' }).click();
  await expect.element(screen.getByText('Nothing was shared. Please try again.')).toBeVisible();
  server.answer('POST /api/shares/', { share, link: { path: '/shared#abc', passcode: '12345678' } });
  await screen.getByRole('button', { name: 'Make the link' }).click();
  await expect.element(screen.getByLabelText('Passcode')).toHaveValue('1234 5678');
  expect(server.asked('POST /api/shares/')[1]?.body).toEqual(expect.objectContaining({ records: [11] }));
});
