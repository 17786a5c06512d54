import type { Locator } from '@playwright/test';
import { PDFDocument, PDFName, PDFString, rgb } from 'pdf-lib';
import { type Clock, expect, pastVisit, test, uploadReport } from '../support/care.ts';
import { acting, unshown } from '../support/hostile-pdfs.ts';
import { expectAccessible } from '../support/journey.ts';
import type { Person } from '../support/people.ts';

/** Five pages, each with a green field and text; with a link and a script that acts on opening. */
async function makeReport(): Promise<Buffer> {
  const document = await PDFDocument.create();
  for (let n = 1; n <= 5; n++) {
    const page = document.addPage([420, 595]);
    page.drawText(`Finding number ${n}`, { x: 48, y: 500, size: 24 });
    page.drawRectangle({ x: 100, y: 100, width: 200, height: 200, color: rgb(0, 0.5, 0) });
    const link = document.context.obj({
      Type: 'Annot',
      Subtype: 'Link',
      Rect: [0, 0, 420, 595],
      A: { S: 'URI', URI: PDFString.of('https://elsewhere.example/') },
    });
    page.node.set(PDFName.of('Annots'), document.context.obj([link]));
  }
  return Buffer.from(await document.save());
}

/** A past visit with a report in the patient's list. */
async function uploaded(patient: Person, provider: Person, clock: Clock, buffer: Buffer, title: string) {
  await uploadReport(provider, await pastVisit(patient, provider, clock), { title, buffer });
}

/** The colour in the middle of the green field of a rendered page: red, green, blue. */
const colourOf = (page: Locator) =>
  page.locator('canvas[data-drawn]').evaluate((canvas: HTMLCanvasElement) => {
    const [x, y] = [(canvas.width * 200) / 420, (canvas.height * 395) / 595];
    return [...(canvas.getContext('2d')?.getImageData(x, y, 1, 1).data ?? [])].slice(0, 3);
  });

test(
  'a PDF is drawn in the page, page by page, can be read out, and larger; nothing in it acts',
  { tag: '@firefox' },
  async ({ person, clock, allow }) => {
    test.slow();
    allow(/401 \(Unauthorized\)/);
    const provider = await person('provider', 'Dr. Kavita Iyer');
    const patient = await person('patient', 'Asha Kiran');
    await uploaded(patient, provider, clock, await makeReport(), 'Five findings');
    const { page } = patient;
    await patient.signIn();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto('/record', { waitUntil: 'networkidle' });
    // The PDF reader is loaded only with a preview.
    expect(asked.filter((url) => /pdf/.test(url))).toEqual([]);

    const report = page.getByRole('article').filter({ hasText: 'Five findings' });
    await report.getByRole('button', { name: 'Preview' }).click();
    const shown = report.getByRole('region', { name: 'Preview of Five findings' });
    const nth = (n: number) => shown.getByRole('group', { name: `Page ${n} of 5` });
    await expect(nth(1).getByText('Finding number 1')).toBeAttached();
    expect(await colourOf(nth(1))).toEqual([0, 128, 0]);
    await expect(report.getByText('Page 1 of 5', { exact: true })).toBeVisible();
    await expect(nth(5).locator('canvas[data-drawn]')).toHaveCount(0);
    await expectAccessible(page);
    const words = nth(1).getByText('Finding number 1');
    const [text, paper] = [await words.boundingBox(), await nth(1).boundingBox()];
    // The text layer lies exactly on the rendered text.
    expect(Math.round(((text?.x ?? 0) - (paper?.x ?? 0)) / ((paper?.width ?? 1) / 420))).toBe(48);

    const before = (await nth(1).boundingBox())?.width ?? 0;
    await report.getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(async () => Math.round((((await nth(1).boundingBox())?.width ?? 0) / before) * 100)).toBe(125);
    await expectAccessible(page);
    await report.getByRole('button', { name: 'Zoom out' }).click();

    // With the keyboard alone.
    await shown.focus();
    await page.keyboard.press('End');
    await expect(report.getByText('Page 5 of 5', { exact: true })).toBeVisible();
    await expect(nth(5).getByText('Finding number 5')).toBeAttached();
    expect(await colourOf(nth(5))).toEqual([0, 128, 0]);
    await expect(shown.getByRole('link')).toHaveCount(0);
    await expect(nth(1).locator('canvas[data-drawn]')).toHaveCount(0);
    expect(asked.filter((url) => url.includes('/files/records/'))).toHaveLength(1);
    await expect(page).toHaveURL(/\/record$/);
    await report.getByRole('button', { name: 'Hide' }).click();
    await expect(shown).toBeHidden();
  },
);

test(
  'a PDF that wants to act is drawn and does nothing; one that cannot be drawn says so, and can be downloaded',
  { tag: '@desk' },
  async ({ person, clock, allow }) => {
    test.slow();
    allow(/401 \(Unauthorized\)/);
    const provider = await person('provider', 'Dr. Kavita Iyer');
    const patient = await person('patient', 'Asha Kiran');
    await uploaded(patient, provider, clock, await makeReport(), 'Hostile');
    const { page } = patient;
    await patient.signIn();
    let body: Buffer = Buffer.alloc(0);
    const { promise: held, resolve: letCome } = Promise.withResolvers<void>();
    await page.route('**/files/records/**', async (route) => {
      await held;
      await route.fulfill({ contentType: 'application/pdf', body });
    });
    await page.goto('/record', { waitUntil: 'networkidle' });
    const done: string[] = [];
    page.on('dialog', (dialog) => done.push(`asked: ${dialog.message()}`));
    page.on('download', (download) => done.push(`downloaded: ${download.url()}`));
    page.context().on('page', (opened) => done.push(`opened: ${opened.url()}`));
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (!/^\/(api|assets|files\/records)\//.test(pathname)) done.push(`asked for ${request.url()}`);
    });

    const report = page.getByRole('article').filter({ hasText: 'Hostile' });
    const shown = report.getByRole('region', { name: 'Preview of Hostile' });
    const sentence = report.getByText('This PDF cannot be shown here. Please download it and open it on your device.');
    const preview = async (pdf: Buffer) => {
      body = pdf;
      await report.getByRole('button', { name: 'Preview' }).click();
    };
    await test.step('what stands below stays while it comes', async () => {
      await report.getByRole('button', { name: 'Preview' }).click();
      await expect(report.getByText('Loading…')).toBeAttached();
      await expect(page.getByRole('heading', { name: 'Sample reports' })).toBeVisible();
      await report.getByRole('button', { name: 'Hide' }).click();
      letCome();
    });
    for (const [wish, pdf] of Object.entries(acting)) {
      await test.step(wish, async () => {
        await preview(pdf);
        await expect(shown.locator('canvas[data-drawn]')).toHaveCount(1);
        await shown.getByRole('group').click();
        await expect(shown.locator('a, input, button, iframe, form')).toHaveCount(0);
        await report.getByRole('button', { name: 'Hide' }).click();
      });
    }
    for (const [why, pdf] of Object.entries(unshown)) {
      await test.step(why, async () => {
        await preview(pdf);
        await expect(sentence).toBeVisible();
        await expect(report.getByRole('link', { name: 'Download' })).toBeVisible();
        await report.getByRole('button', { name: 'Hide' }).click();
      });
    }
    expect(done).toEqual([]);
    await expect(page).toHaveURL(/\/record$/);
    await preview(unshown['a password'] as Buffer);
    await expect(sentence).toBeVisible();
    await expectAccessible(page);
  },
);
