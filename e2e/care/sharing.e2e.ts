import { type Clock, confirmIdentity, expect, makePdf, pastVisit, test, uploadReport } from '../support/care.ts';
import { expectAccessible } from '../support/journey.ts';
import { watchFaults } from '../support/faults.ts';
import type { Person } from '../support/people.ts';

/** A past visit with a report that its patient can read. */
async function report(patient: Person, provider: Person, clock: Clock, title: string) {
  const visit = await pastVisit(patient, provider, clock);
  await provider.signIn();
  await uploadReport(provider, visit, { title, sentence: 'Your lungs are getting better.' });
}

test('a patient shares a report by a link and a passcode, sees who opened it, and ends it at once', async ({
  browser,
  person,
  product,
  clock,
  allow,
}) => {
  test.slow();
  // Tokens expire when the clock is moved, and a wrong passcode is given.
  allow(/401 \(Unauthorized\)|400 \(Bad Request\)|403 \(Forbidden\)/);
  const provider = await person('provider', 'Dr. Kavita Iyer');
  const patient = await person('patient', 'Asha Kiran');
  await report(patient, provider, clock, 'Spirometry');

  const { page } = patient;
  await page.goto('/record');
  await page.getByRole('link', { name: 'Share: Spirometry' }).click();
  await expect(page.getByRole('checkbox', { name: /^Spirometry/ })).toBeChecked();
  await page.getByRole('radio', { name: /by a link/ }).check();
  const preview = page.getByRole('region', { name: /^Whoever has the link and the passcode will see this, until/ });
  await expect(preview).toContainText(
    /Spirometry: Diagnostic, .+, written by Dr\. Kavita Iyer, the sentence “Your lungs are getting better\.”, the file \(PDF\)/,
  );
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Make the link' }).click();
  // The sign-in was hours ago: if the confirmation is cancelled, nothing is shared, and the form keeps its content.
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Please confirm that it is you, and try again.')).toBeVisible();
  await expect(page.getByRole('radio', { name: /by a link/ })).toBeChecked();
  await page.getByRole('button', { name: 'Make the link' }).click();
  await confirmIdentity(patient);
  const link = await page.getByLabel('Link', { exact: true }).inputValue();
  const passcode = await page.getByLabel('Passcode', { exact: true }).inputValue();
  expect([link, passcode]).toEqual([
    expect.stringMatching(/\/shared#[\w-]{43}$/),
    expect.stringMatching(/^\d{4} \d{4}$/),
  ]);
  await expectAccessible(page);

  // Somebody without an account, on another phone.
  const other = await browser.newContext({ baseURL: product.url, viewport: { width: 360, height: 740 } });
  const faults = await watchFaults(other);
  const reader = await other.newPage();
  const asked: string[] = [];
  reader.on('request', (request) => void asked.push(request.url() + (request.headers().referer ?? '')));
  await reader.goto(link);
  await expectAccessible(reader);
  await reader.getByLabel('Passcode').fill(passcode.startsWith('0000') ? '1111 1111' : '0000 0000');
  await reader.getByRole('button', { name: 'Show the reports' }).click();
  await expect(reader.getByText('This passcode is wrong. 4 tries are left.')).toBeVisible();
  await reader.getByLabel('Passcode').fill(passcode);
  await reader.getByRole('button', { name: 'Show the reports' }).click();
  await expect(reader.getByRole('heading', { name: 'Asha Kiran shares a report with you' })).toBeFocused();
  const card = reader.getByRole('article').filter({ hasText: 'Spirometry' });
  await expect(card.getByText('Your lungs are getting better.')).toBeVisible();
  await expectAccessible(reader);
  const file = (await card.getByRole('link', { name: 'View' }).getAttribute('href')) ?? '';
  expect((await reader.request.get(file)).status()).toBe(200);
  // The token stays in that browser.
  expect(asked.filter((url) => url.includes(link.split('#')[1] as string))).toEqual([]);
  await expect(reader.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');

  await page.getByRole('link', { name: 'To your reports' }).click();
  const share = page.getByRole('article').filter({ hasText: 'By a link and a passcode' });
  await expect(share.getByText(/^Opened once, last on /)).toBeVisible();
  await expectAccessible(page);
  await share.getByRole('button', { name: 'End sharing now: the link' }).click();
  await expect(share).toHaveCount(0);

  expect((await reader.request.get(file)).status()).toBe(410);
  await reader.reload();
  await reader.getByLabel('Passcode').fill(passcode);
  await reader.getByRole('button', { name: 'Show the reports' }).click();
  await expect(
    reader.getByText('This link has expired. Please ask the person who sent it for a new one.'),
  ).toBeVisible();
  expect(faults.filter((fault) => !/400 \(Bad Request\)/.test(fault))).toEqual([]);
  await other.close();

  await page.getByRole('link', { name: 'Who opened this: Spirometry' }).click();
  await expect(page.getByRole('article').locator('p:first-child').filter({ hasText: /link/ })).toHaveText([
    // Two attempts make one row an hour.
    /^Somebody tried to open “Spirometry” with the link that you made on .+, which has ended\.$/,
    'You ended the link to “Spirometry”.',
    /^Somebody with the link that you made on .+ opened “Spirometry”\.$/,
    /^Somebody opened the link that you made on .+, and read that “Spirometry” is there\.$/,
    /^Somebody gave a wrong passcode for the link to “Spirometry” that you made on .+\.$/,
    'You made a link to “Spirometry”.',
  ]);
});

test(
  'a patient shares a report with another provider, who finds it among their reports until that is ended',
  { tag: '@desk' },
  async ({ person, clock, allow }) => {
    test.slow();
    allow(/401 \(Unauthorized\)|403 \(Forbidden\)|404 \(Not Found\)/);
    const author = await person('provider', 'Dr. Kavita Iyer');
    const second = await person('provider', 'Dr. Zubin Contractor');
    const patient = await person('patient', 'Asha Kiran');
    await report(patient, author, clock, 'Spirometry');

    const { page } = patient;
    await page.goto('/record?view=share');
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await expect(page.getByText('Please choose at least one report.')).toBeVisible();
    await page.getByRole('checkbox', { name: /^Spirometry/ }).check();
    await page.getByLabel('Name of the provider').fill('zubin contractor');
    await page.getByRole('button', { name: /^Dr\. Zubin Contractor/ }).click();
    await expect(page.getByRole('region', { name: /^Dr\. Zubin Contractor will see this, until/ })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await confirmIdentity(patient);
    await expect(page.getByText(/^Dr\. Zubin Contractor can read it until /)).toBeVisible();

    await second.page.goto('/notifications');
    await second.page.getByRole('link', { name: /A patient shares reports with you\./ }).click();
    await second.page.getByRole('button', { name: 'Open: Asha Kiran' }).click();
    const card = second.page.getByRole('article').filter({ hasText: 'Spirometry' }).last();
    await expect(card.getByText('Your lungs are getting better.')).toBeVisible();
    await expectAccessible(second.page);
    const file = (await card.getByRole('link', { name: 'View' }).getAttribute('href')) ?? '';
    expect((await second.page.request.get(file)).status()).toBe(200);

    await page.getByRole('link', { name: 'To your reports' }).click();
    await expect(page.getByText(/^Opened once, last on /)).toBeVisible();
    await page.getByRole('button', { name: 'End sharing now: Dr. Zubin Contractor' }).click();
    await expect(page.getByText('What you share now')).toHaveCount(0);
    expect((await second.page.request.get(file)).status()).toBe(403);
    await second.page.reload();
    await expect(second.page.getByText('Shared with you')).toHaveCount(0);
  },
);

test('a patient adds a document of their own, and deletes it', async ({ person }) => {
  const { page } = await person('patient', 'Asha Kiran');
  await page.goto('/record');
  await page.getByRole('link', { name: 'Add a document' }).click();
  await page.getByRole('button', { name: 'Add document' }).click();
  await expect(page.getByText('This is required.')).toHaveCount(2);
  const pdf = { name: 'letter.pdf', mimeType: 'application/pdf', buffer: await makePdf('An old letter') };
  await page.getByLabel('File').setInputFiles(pdf);
  await page.getByLabel('Title').fill('Letter of 2019');
  await page.getByLabel('Type', { exact: true }).selectOption('Referral');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add document' }).click();
  const card = page.getByRole('article').filter({ hasText: 'Letter of 2019' });
  await expect(card.getByText(/^Referral · .+ · Added by you$/)).toBeVisible();
  await expectAccessible(page);
  const file = (await card.getByRole('link', { name: 'View' }).getAttribute('href')) ?? '';
  expect((await page.request.get(file)).status()).toBe(200);

  await card.getByRole('button', { name: 'Delete: Letter of 2019' }).click();
  await expect(page.getByText('“Letter of 2019” is deleted permanently')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Delete it' }).click();
  await expect(page.getByText('No medical reports found')).toBeVisible();
  expect((await page.request.get(file)).status()).toBe(403);
});
