import { dayAfter, expect, makePdf, pastVisit, test } from '../support/care.ts';
import { expectAccessible } from '../support/journey.ts';

test('a report waits until they have spoken, is new until it is seen, and is replaced by a newer version', async ({
  person,
  clock,
  allow,
}) => {
  test.slow();
  allow(/401 \(Unauthorized\)/);
  const provider = await person('provider', 'Dr. Kavita Iyer');
  const patient = await person('patient', 'Asha Kiran');
  const visit = await pastVisit(patient, provider, clock);
  const opened: string[] = [];
  patient.page.on('request', (request) => {
    if (request.url().includes('/files/records/')) opened.push(request.url());
  });

  const { page } = provider;
  await page.goto(`/record/${visit}`);
  const picture = { name: 'x-ray.png', mimeType: 'image/png', buffer: await page.screenshot() };
  await page.getByLabel('File').setInputFiles(picture);
  await page.getByLabel('Type', { exact: true }).selectOption('Another type…');
  await page.getByLabel('Which type?').fill('X-ray');
  await page.getByLabel('Title').fill('Left lung');
  await page.getByLabel('In one sentence').fill('There is a shadow that we have to talk about.');
  await page.getByLabel('On a day').check();
  await expect(page.getByLabel('Day', { exact: true })).toHaveAttribute('min', dayAfter(clock.now(), 1));
  await page.getByLabel('After we have spoken').check();
  await expect(page.getByLabel('Day', { exact: true })).toBeHidden();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Upload report' }).click();
  await expect(page).toHaveURL(/\/record$/);
  const written = page.getByRole('article').filter({ hasText: 'Left lung' });
  await expect(written.getByText('Not released')).toBeVisible();
  await expect(written.getByText(/^X-ray · .+ · Asha Kiran$/)).toBeVisible();
  await expectAccessible(page);

  await patient.page.goto('/record');
  await expect(
    patient.page.getByText('Dr. Kavita Iyer has a report for you and will speak with you first.'),
  ).toBeVisible();
  await expect(patient.page.getByText('No medical reports found')).toBeVisible();
  expect(await patient.page.getByRole('main').innerHTML()).not.toMatch(/Left lung|X-ray ·|have to talk about/);
  await expectAccessible(patient.page);

  await written.getByRole('button', { name: 'Release now' }).click();
  await expect(written.getByText('Not released')).toBeHidden();
  // The patient's page is updated live.
  const report = patient.page.getByRole('article').filter({ hasText: 'Left lung' });
  await expect(report.getByText('There is a shadow that we have to talk about.')).toBeVisible();
  await expect(report.getByText('New', { exact: true })).toBeVisible();
  await expect(patient.page.getByText('will speak with you first')).toBeHidden();
  await patient.page.goto('/notifications');
  await patient.page.getByRole('link', { name: /Dr\. Kavita Iyer has a new report for you\./ }).click();
  await expect(patient.page).toHaveURL(/\/record$/);
  await expect(report.getByText('New', { exact: true })).toBeVisible();
  expect(opened).toEqual([]);

  await report.getByRole('button', { name: 'Preview' }).click();
  const shown = report.getByRole('img', { name: 'Preview of Left lung' });
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(300);
  await expect(report.getByText('New', { exact: true })).toBeHidden();
  await expectAccessible(patient.page);
  expect(opened).toHaveLength(1);
  await report.getByRole('button', { name: 'Hide' }).click();
  await expect(shown).toBeHidden();

  await written.getByRole('link', { name: 'Newer version' }).click();
  await expect(page.getByLabel('Is it a newer version?')).toHaveValue(/^\d+$/);
  await page.getByLabel('Why?').fill('The shadow was a fault of the film.');
  await page.getByLabel('Title').fill('Left lung, again');
  const pdf = { name: 'r.pdf', mimeType: 'application/pdf', buffer: await makePdf('No findings') };
  await page.getByLabel('File').setInputFiles(pdf);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Upload report' }).click();
  await expect(page).toHaveURL(/\/record$/);

  const newest = patient.page.getByRole('article').filter({ hasText: 'Left lung, again' });
  await newest.getByText('Earlier version').click();
  await expect(newest.getByText(/^Replaced on .+, because: The shadow was a fault of the film\.$/)).toBeVisible();
  await expect(newest.getByRole('article').getByRole('link', { name: 'View' })).toBeVisible();
  await expectAccessible(patient.page);
});
