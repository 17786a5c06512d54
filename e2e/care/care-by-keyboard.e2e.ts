import { dayAfter, expect, makePdf, test } from '../support/care.ts';
import { chooseFile, pressOn, tabTo } from '../support/keyboard.ts';

const days = 86_400_000;

test('the care path by keyboard alone', { tag: '@phone' }, async ({ person, clock, allow }) => {
  test.slow();
  allow(/401 \(Unauthorized\)/);
  const provider = await person('provider', 'Dr. Kavita Iyer');
  const patient = await person('patient', 'Asha Kiran');

  await patient.page.goto(`/profile/${provider.id}`);
  await pressOn(patient.page.getByRole('main').getByRole('link', { name: 'Book Appointment' }));
  const strip = patient.page.getByRole('radiogroup', { name: 'The next two weeks' }).getByRole('radio');
  await tabTo(strip.first());
  await patient.page.keyboard.press('Space');
  await patient.page.keyboard.press('ArrowRight');
  await patient.page.keyboard.press('ArrowRight');
  await expect(patient.page.getByLabel('Date')).toHaveValue(dayAfter(clock.now(), 2));
  await tabTo(patient.page.getByRole('radio', { name: '09:00' }));
  await patient.page.keyboard.press('Space');
  await patient.page.keyboard.press('ArrowRight');
  await tabTo(patient.page.getByLabel('Problem'));
  await patient.page.keyboard.type('A rash on both hands');
  await pressOn(patient.page.getByRole('button', { name: 'Send request' }));
  await expect(patient.page.getByText('Requested — not yet confirmed')).toBeVisible();

  await provider.page.goto('/book/provider');
  await tabTo(provider.page.getByRole('group').locator('summary'));
  await provider.page.keyboard.press('Enter');
  await expect(provider.page.getByText('This would be the first visit.')).toBeVisible();
  // It shows before the server has stored it; days later the request would have expired.
  const approved = provider.page.waitForResponse(/\/approve-appointment\//);
  await pressOn(provider.page.getByRole('button', { name: 'Approve' }));
  await expect(provider.page.getByText(/^Approved: Asha Kiran, .+, 10:00$/)).toBeFocused();
  expect((await approved).status()).toBe(200);

  await clock.move(3 * days);
  await provider.page.goto('/book/provider/all');
  await pressOn(provider.page.getByRole('link', { name: 'Generate Report' }));
  const buffer = await makePdf('Contact dermatitis');
  await chooseFile(provider.page.getByLabel('File'), { name: 'r.pdf', mimeType: 'application/pdf', buffer });
  await pressOn(provider.page.getByRole('button', { name: 'Upload report' }));
  await expect(provider.page).toHaveURL(/\/record$/);

  await pressOn(provider.page.getByRole('button', { name: 'Withdraw' }));
  await expect(provider.page.getByLabel('Reason')).toBeFocused();
  await provider.page.keyboard.press('Escape');
  await expect(provider.page.getByRole('button', { name: 'Withdraw' })).toBeFocused();

  await patient.page.goto('/record');
  const report = patient.page.getByRole('article').filter({ hasText: 'Dr. Kavita Iyer' });
  const coming = patient.page.waitForEvent('download');
  await pressOn(report.getByRole('link', { name: 'Download' }));
  expect((await coming).suggestedFilename()).toBe('Medical Report.pdf');
});
