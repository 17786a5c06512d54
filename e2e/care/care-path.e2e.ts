import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { dayAfter, expect, makePdf, test } from '../support/care.ts';
import { expectAccessible } from '../support/journey.ts';
import { constant, covers, quoted } from '../specification/covers.ts';

const days = 86_400_000;

/** The bytes behind a link of the page, as the browser would get them. */
async function bytesBehind(page: Page, href: string | null) {
  const answer = await page.request.get(href ?? '');
  expect(answer.status()).toBe(200);
  return { headers: answer.headers(), body: await answer.body() };
}

test(
  'a patient books, the provider approves, the visit passes, a report is uploaded and read',
  { tag: '@firefox' },
  async ({ person, clock, allow }) => {
    covers('1:providers', '2:/books/:providerId', '2:/book', '2:/book/provider', '2:/book/provider/all', '2:/record');
    covers('2:/record/:appointmentId', '4:approve', '4:generate-report', '4:report-upload', '6:healthcare-provider');
    test.slow();
    // The access token expires when the clock is moved; it is then refreshed.
    allow(/401 \(Unauthorized\)/);
    const provider = await person('provider', 'Dr. Kavita Iyer');
    const patient = await person('patient', 'Asha Kiran');

    await provider.page.goto('/book/provider');
    await expect(provider.page.getByText(quoted('8:no-appointments'))).toBeVisible();
    await patient.page.goto('/book');
    await expect(patient.page.getByText(quoted('8:no-upcoming'))).toBeVisible();
    await expect(patient.page.getByText(quoted('8:no-past'))).toBeVisible();
    await expectAccessible(patient.page);

    await patient.page.goto(`/books/${provider.id}`);
    await expect(patient.page.getByText('Not for emergencies — call 112')).toBeVisible();
    await expectAccessible(patient.page);
    await patient.page.getByRole('radiogroup', { name: 'The next two weeks' }).getByRole('radio').nth(2).check();
    await expect(patient.page.getByLabel('Date')).toHaveValue(dayAfter(clock.now(), 2));
    await patient.page.getByLabel('Time', { exact: true }).fill('10:35');
    await patient.page.getByLabel('Problem').fill('A rash on both hands\nfor two weeks');
    await expect(patient.page.getByText(/Dr\. Kavita Iyer · .+, 10:35 · ₹1,500 · Requested first/)).toBeVisible();
    await patient.page.getByRole('button', { name: 'Send request' }).click();
    await expect(patient.page).toHaveURL(/\/appointment\/\d+$/);
    await expect(patient.page.getByText('Requested — not yet confirmed')).toBeVisible();
    await expect(patient.page.getByRole('link', { name: 'Show on a map' })).toHaveAttribute('href', /openstreetmap/);
    await expectAccessible(patient.page);
    await patient.page.goto('/book');
    await expect(patient.page.getByText(quoted('4:pending-approval'))).toBeVisible();
    await expect(patient.page.getByRole('heading', { name: quoted('2:upcoming-appointments') })).toBeVisible();
    await expect(patient.page.getByRole('heading', { name: quoted('2:appointment-history') })).toBeVisible();
    await expectAccessible(patient.page);
    await patient.page.goto('/');
    await expect(patient.page.getByRole('heading', { name: 'Your visits' })).toBeVisible();
    await expect(patient.page.getByText('Requested — not yet confirmed')).toBeVisible();

    await provider.page.goto('/book/provider');
    await expect(provider.page.getByText(quoted('4:not-approved'))).toBeVisible();
    await provider.page.getByText('Earlier visits with you').click();
    await expect(provider.page.getByText('This would be the first visit.')).toBeVisible();
    await expectAccessible(provider.page);
    await provider.page.getByRole('button', { name: 'Approve' }).click();
    await expect(provider.page.getByText(/^Approved: Asha Kiran, .+, 10:35$/)).toBeFocused();
    await expect(provider.page.getByText('Not Approved')).toBeHidden();
    await expectAccessible(provider.page);
    await provider.page.getByRole('link', { name: 'All appointments' }).click();
    await expect(provider.page.getByRole('heading', { name: /10:35/ })).toBeVisible();
    await expect(provider.page.getByRole('link', { name: 'Generate Report' })).toBeHidden();
    await patient.page.goto('/book');
    await expect(patient.page.getByRole('heading', { name: 'Next', exact: true })).toBeVisible();
    await expect(patient.page.getByText('Approved', { exact: true })).toBeVisible();

    await clock.move(3 * days);
    await patient.page.goto('/book');
    await expect(patient.page.getByText(quoted('8:no-upcoming'))).toBeVisible();
    await expect(patient.page.getByRole('heading', { name: /10:35/ })).toBeVisible();
    await provider.page.reload();
    await provider.page.getByRole('link', { name: quoted('2:generate-report') }).click();
    await expect(provider.page.getByText('For Asha Kiran')).toBeVisible();
    await expectAccessible(provider.page);
    const pdf = await makePdf('Contact dermatitis');
    await provider.page.getByLabel('File').setInputFiles({ name: 'r.pdf', mimeType: 'application/pdf', buffer: pdf });
    await provider.page.getByLabel('Title').fill('Skin examination');
    await provider.page.getByRole('button', { name: 'Upload report' }).click();
    await expect(provider.page).toHaveURL(/\/record$/);
    await expect(provider.page.getByRole('heading', { name: 'Skin examination' })).toBeVisible();
    await expect(provider.page.getByText(quoted('8:no-reports'))).toBeVisible();
    await expectAccessible(provider.page);

    await patient.page.goto('/record');
    const report = patient.page.getByRole('article').filter({ hasText: 'Skin examination' });
    await expect(report.getByText(/Diagnostic · .+ · Dr\. Kavita Iyer/)).toBeVisible();
    await expectAccessible(patient.page);
    const view = report.getByRole('link', { name: quoted('2:view') });
    await expect(view).toHaveAttribute('target', '_blank');
    await expect(view).toHaveAttribute('rel', /noopener/);
    const seen = await bytesBehind(patient.page, await view.getAttribute('href'));
    expect(seen.body.equals(pdf)).toBe(true);
    expect(seen.headers).toMatchObject({ 'content-type': 'application/pdf', 'x-content-type-options': 'nosniff' });
    expect(seen.headers['content-security-policy']).toContain('sandbox');
    const coming = patient.page.waitForEvent('download');
    await report.getByRole('link', { name: quoted('2:download') }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toBe('Skin examination.pdf');
    expect((await readFile(await download.path())).equals(pdf)).toBe(true);

    const again = {
      user: patient.id,
      healthcare_provider: provider.id,
      appointment_datetime: `${dayAfter(clock.now(), 3)}T10:00`,
      problem: 'The rash is back',
    };
    await patient.signIn();
    expect((await patient.call('POST', '/api/appointments/create/', again)).status).toBe(201);
    await provider.page.goto('/book/provider');
    await provider.page.getByText('Earlier visits with you').click();
    const earlier = provider.page.getByRole('group');
    await expect(earlier.getByText('A rash on both hands')).toBeVisible();
    await expect(earlier.getByRole('link', { name: 'Skin examination (new tab)' })).toHaveAttribute('target', '_blank');
    await expectAccessible(provider.page);

    await provider.page.goto('/record');
    await provider.page.getByRole('button', { name: 'Withdraw' }).click();
    const asked = provider.page.getByRole('alertdialog', { name: 'Withdraw this report?' });
    await expectAccessible(provider.page);
    await asked.getByLabel('Reason').fill('It belongs to somebody else.');
    await asked.getByRole('button', { name: 'Withdraw the report' }).click();
    await expect(asked).toBeHidden();
    await expect(provider.page.getByText('Withdrawn')).toBeVisible();
    await patient.page.reload();
    await expect(report.getByText('It belongs to somebody else.')).toBeVisible();
    await expect(report.getByRole('link', { name: 'View' })).toBeHidden();
  },
);

test('the three samples are there for everybody', { tag: '@desk' }, async ({ person }) => {
  const { page } = await person('patient', 'Asha Kiran');
  await page.goto('/record');
  await expect(page.getByText('No medical reports found')).toBeVisible();
  await expect(page.getByText(quoted('2:sample'), { exact: true })).toHaveCount(constant('9:sample-reports'));
  const links = page.getByRole('article').getByRole('link', { name: 'View' });
  for (const link of await links.all()) {
    const { headers, body } = await bytesBehind(page, await link.getAttribute('href'));
    expect(headers['content-type']).toBe('application/pdf');
    expect(body.subarray(0, 5).toString()).toBe('%PDF-');
  }
});
