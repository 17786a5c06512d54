import type { Page } from '@playwright/test';
import { ask, dayAfter, expect, makePdf, pastVisit, test } from '../support/care.ts';
import { expectAccessible } from '../support/journey.ts';
import { quoted } from '../specification/covers.ts';

const days = 86_400_000;

const chosen = (page: Page) =>
  page.getByLabel('File').evaluate((input: HTMLInputElement) => [...(input.files ?? [])].map(({ name }) => name));

test(
  'a file that cannot be a report is refused under the field, and stays chosen',
  { tag: '@desk' },
  async ({ person, clock, allow }) => {
    test.slow();
    allow(/40[01] |415 |413 |ERR_FAILED/);
    const provider = await person('provider', 'Dr. Kavita Iyer');
    const patient = await person('patient', 'Asha Kiran');
    const id = await ask(patient, provider, `${dayAfter(clock.now(), 1)}T09:00`);
    const { page } = provider;
    await page.goto(`/record/${id}`);
    await expect(page.getByText('A report can be uploaded when the time of the visit is past.')).toBeVisible();
    await expectAccessible(page);

    await clock.move(2 * days);
    await page.goto(`/record/${id}`);
    const file = page.getByLabel('File');
    const send = page.getByRole('button', { name: 'Upload report' });
    const tries = [
      {
        name: 'letter.docx',
        mimeType: 'application/msword',
        bytes: 10,
        says: 'Please choose a PDF, PNG or JPEG file.',
      },
      {
        name: 'large.pdf',
        mimeType: 'application/pdf',
        bytes: 20 * 1024 * 1024 + 1,
        says: 'This file is larger than 20 MB. Please choose a smaller one.',
      },
      { name: 'empty.png', mimeType: 'image/png', bytes: 0, says: 'This file is empty. Please choose another one.' },
    ];
    await send.click();
    await expect(page.getByText('This is required.')).toBeVisible();
    await expect(file).toBeFocused();
    let sent = 0;
    page.on('request', (request) => (sent += request.url().includes('/api/records/create/') ? 1 : 0));
    for (const { name, mimeType, bytes, says } of tries) {
      await file.setInputFiles({ name, mimeType, buffer: Buffer.alloc(bytes) });
      await send.click();
      await expect(page.getByText(says)).toBeVisible();
      await expect(file).toBeFocused();
      expect(await chosen(page)).toEqual([name]);
    }
    expect(sent).toBe(0);
    await expectAccessible(page);

    // Only the server can detect this.
    const html = Buffer.from('<!doctype html><script>alert(1)</script>');
    await file.setInputFiles({ name: 'page.pdf', mimeType: 'application/pdf', buffer: html });
    await send.click();
    await expect(page.getByText('This is not a PDF, PNG or JPEG file.').first()).toBeVisible();
    await expect(file).toHaveAttribute('aria-invalid', 'true');
    expect(await chosen(page)).toEqual(['page.pdf']);

    // The connection breaks; the same file is sent again.
    await file.setInputFiles({ name: 'r.pdf', mimeType: 'application/pdf', buffer: await makePdf('Bronchitis') });
    await page.route('**/api/records/create/**', (route) => route.abort());
    await send.click();
    await expect(page.getByText('The report was not uploaded. Please try again.')).toBeVisible();
    expect(await chosen(page)).toEqual(['r.pdf']);
    await page.unroute('**/api/records/create/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page).toHaveURL(/\/record$/);
    await expect(page.getByRole('heading', { name: 'Medical Report', exact: true })).toBeVisible();

    await patient.page.goto(`/record/${id}`);
    await expect(patient.page.getByText(quoted('8:no-permission'))).toBeVisible();
    await expectAccessible(patient.page);
  },
);

test(
  'where the session has ended in another tab, nothing is sent, and the same file goes after signing in again',
  { tag: '@desk' },
  async ({ person, clock, allow }) => {
    // Calls of the page without a session.
    allow(/status of 401/);
    const provider = await person('provider', 'Dr. Kavita Iyer');
    const patient = await person('patient', 'Asha Kiran');
    const id = await pastVisit(patient, provider, clock);
    const { page } = provider;
    await page.goto(`/record/${id}`);
    await page
      .getByLabel('File')
      .setInputFiles({ name: 'r.pdf', mimeType: 'application/pdf', buffer: await makePdf('Bronchitis') });
    const other = await page.context().newPage();
    await other.goto('/logout');
    await expect(other).toHaveURL('/');
    await expect(page.getByText('Your session has ended. What you filled in stays here.')).toBeVisible();
    await expectAccessible(page);
    await page.screenshot({ path: test.info().outputPath('session-ended.png'), fullPage: true });
    const send = page.getByRole('button', { name: 'Upload report' });
    await send.click();
    await expect(send).toBeEnabled();
    expect(await chosen(page)).toEqual(['r.pdf']);

    const login = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Sign in in a new tab' }).click();
    const tab = await login;
    await tab.getByLabel('Username').fill(provider.username);
    await tab.getByLabel('Password', { exact: true }).fill(provider.password);
    await tab.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByText('Your session has ended.')).toBeHidden();
    await send.click();
    await expect(page).toHaveURL(/\/record$/);
    await expect(page.getByRole('heading', { name: 'Medical Report', exact: true })).toBeVisible();
  },
);
