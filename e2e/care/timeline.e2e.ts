import { ask, dayAfter, expect, test, uploadReport } from '../support/care.ts';
import { expectAccessible } from '../support/journey.ts';

test('a patient looks at visits, reports, documents and shares as one line', async ({ person, clock, allow }) => {
  test.slow();
  allow(/401/);
  const provider = await person('provider', 'Dr. Kavita Iyer');
  const patient = await person('patient', 'Asha Kiran');
  const { page } = patient;
  await page.goto('/record?view=timeline');
  await expect(page.getByText('Nothing yet')).toBeVisible();
  await expectAccessible(page);

  const id = await ask(patient, provider, `${dayAfter(clock.now(), 1)}T10:00`);
  expect((await provider.call('PUT', `/api/approve-appointment/${id}/`)).status).toBe(200);
  await page.reload();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveText([/^Coming visit · .*Dr\. Kavita Iyer.*10:00/]);
  await clock.move(2 * 86_400_000);
  await Promise.all([provider.signIn(), patient.signIn()]);
  await uploadReport(provider, id, { title: 'Blood test' });

  await page.goto('/book');
  await page.getByRole('link', { name: 'Timeline with reports' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your timeline' })).toBeVisible();
  const entries = page.getByRole('main').getByRole('listitem');
  await expect(entries).toHaveText([
    /Report · .*Blood test.*Dr\. Kavita Iyer/,
    /^Visit · (?!.*Approved).*Dr\. Kavita Iyer/,
  ]);
  await expectAccessible(page);
  await entries.getByRole('link', { name: 'Dr. Kavita Iyer' }).click();
  await expect(page).toHaveURL(`/appointment/${id}`);
  await page.goto('/record');
  await expect(page.getByRole('link', { name: 'Timeline', exact: true })).toBeVisible();
});
