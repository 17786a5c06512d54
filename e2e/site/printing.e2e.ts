import { PDFDocument } from 'pdf-lib';
import { enter, newPatient, newProvider, signInAs } from '../specification/api.ts';
import { expect, test } from '../support/journey.ts';

// A print shows the main content, dark on white, in both themes.

for (const theme of ['light', 'dark'] as const) {
  test(
    `in the ${theme} theme a visit, reports, an article and a day print as they are read`,
    { tag: '@desk' },
    async ({ page, request, product }) => {
      test.slow();
      const provider = await newProvider(request);
      const patient = await newPatient(request);
      const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
      const visit = await patient.good('POST', '/api/appointments/create/', {
        user: patient.user_id,
        healthcare_provider: provider.user_id,
        appointment_datetime: `${day}T10:30`,
        problem: 'A cough for two weeks.',
      });
      const blog = await patient.good('POST', '/apis/blogs/create/', { title: 'Stairs', content: 'Take them.' });
      await page.context().addCookies([{ name: 'theme', value: theme, url: product.url }]);
      const paper = async (address: string, holds: string | RegExp) => {
        await page.emulateMedia({ media: 'screen' });
        await page.goto(address, { waitUntil: 'networkidle' });
        const what = page.getByRole('main').getByText(holds).first();
        await expect(what).toBeVisible();
        await page.emulateMedia({ media: 'print' });
        await expect(what).toBeVisible();
        for (const around of [page.locator('#root header').first(), page.locator('#root footer').last()])
          await expect(around).toBeHidden();
        await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
        const [ink, ground] = await page.evaluate(() => {
          const shades = (text: string) =>
            (text.match(/\d+/g) ?? []).slice(0, 3).reduce((sum, one) => sum + Number(one), 0);
          const { color } = getComputedStyle(document.querySelector('main h1') ?? document.body);
          return [shades(color), getComputedStyle(document.documentElement).backgroundColor];
        });
        expect(ink).toBeLessThan(200);
        expect(ground).toBe('rgba(0, 0, 0, 0)');
        const sheet = await PDFDocument.load(await page.pdf({ format: 'A4', printBackground: true }));
        return sheet.getPageCount();
      };
      await signInAs(page, patient);
      expect(await paper(`/appointment/${visit.id}`, 'A cough for two weeks.')).toBe(1);
      expect(await paper(`/blog/${blog.id}`, 'Take them.')).toBe(1);
      await signInAs(page, await enter(request, product.logins.patient));
      await paper('/record', '24-hour ECG');
      await signInAs(page, provider);
      expect(await paper('/book/provider', 'A cough for two weeks.')).toBe(1);
    },
  );
}
