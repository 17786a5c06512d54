import { readFile } from 'node:fs/promises';
import { TextWriter, Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { expect, pastVisit, test, uploadReport } from '../support/care.ts';
import { expectAccessible } from '../support/journey.ts';

test(
  'a patient withdraws and gives a consent, and takes a copy of everything along',
  { tag: '@desk' },
  async ({ person, clock, allow }) => {
    test.slow();
    // A provoked refusal, and tokens that expire when the clock is moved.
    allow(/status of (400|401)|401 \(Unauthorized\)/);
    const provider = await person('provider', 'Dr. Kavita Iyer');
    const patient = await person('patient', 'Asha Kiran');
    const { page } = patient;
    await page.goto(`/books/${provider.id}`);
    await expect(page.getByText('By sending this you agree')).toBeVisible();
    const visit = await pastVisit(patient, provider, clock, 'A cough that stays');
    await uploadReport(provider, visit, { title: 'Spirometry' });

    await page.goto('/account');
    await page.getByRole('link', { name: 'My data' }).click();
    await expect(page.getByRole('heading', { name: 'My data' })).toBeVisible();
    const agreed = page.getByRole('region', { name: 'What you agree to' });
    await expect(agreed.getByText(/^Agreed on/)).toHaveCount(2);
    await expectAccessible(page);
    await agreed.getByRole('button', { name: 'Withdraw' }).last().click();
    await expect(agreed.getByText(/^Not agreed since/)).toBeVisible();
    await expect(agreed.getByRole('heading', { name: 'Medical reports' })).toBeFocused();
    await agreed.getByRole('button', { name: 'I agree' }).click();
    await expect(agreed.getByText(/^Agreed on/)).toHaveCount(2);

    const copy = page.getByRole('region', { name: 'A copy of your data' });
    await copy.getByRole('button', { name: 'Ask for a copy' }).click();
    await expect(copy.getByLabel('Your password')).toBeFocused();
    await copy.getByLabel('Your password').fill('not the password');
    await copy.getByRole('button', { name: 'Put my data together' }).click();
    await expect(copy.getByText('This is not your current password.')).toBeVisible();
    await copy.getByLabel('Your password').fill(patient.password);
    await copy.getByRole('button', { name: 'Put my data together' }).click();
    await expect(copy.getByText('Your copy is ready.')).toBeVisible({ timeout: 30_000 });
    await expectAccessible(page);
    const saving = page.waitForEvent('download');
    await copy.getByRole('link', { name: /^Save the copy/ }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toMatch(/^my-data-[\d-]+\.zip$/);

    const zip = new ZipReader(new Uint8ArrayReader(await readFile(await saved.path())), { checkSignature: true });
    const entries = (await zip.getEntries()).filter((entry) => !entry.directory);
    const entry = (name: RegExp) => {
      const found = entries.find(({ filename }) => name.test(filename));
      if (found === undefined) throw new Error(`${name.source} is not in the ZIP`);
      return found;
    };
    const data = JSON.parse(await entry(/^data\.json$/).getData(new TextWriter()));
    expect(data.appointments).toMatchObject([{ problem: 'A cough that stays', provider: 'Dr. Kavita Iyer' }]);
    expect(data.records).toMatchObject([{ title: 'Spirometry' }]);
    const report = await entry(/^files\/reports\/report-\d+\.pdf$/).getData(new Uint8ArrayWriter());
    expect(Buffer.from(report).subarray(0, 5).toString()).toBe('%PDF-');
    expect(await entry(/^README\.txt$/).getData(new TextWriter())).toContain('Your data at Carecommons');
  },
);
