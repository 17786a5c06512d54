import { expect, expectAccessible, test as base } from '../support/journey.ts';
import { type Product, startProduct } from '../support/product.ts';

/** A separate product with its limits enabled. */
const test = base.extend<object, { limited: Product }>({
  limited: [
    async ({}, use) => {
      const { product, stop } = await startProduct({ RATE_LIMIT: 'on' });
      await use(product);
      await stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  product: async ({ limited }, use) => {
    await use(limited);
  },
});

test(
  'who writes too fast is told so, and all of it is sent by itself, once and in order',
  { tag: '@desk' },
  async ({ page, signIn, allow }) => {
    test.slow();
    allow(/status of (409|429)/);
    await signIn('patient');
    await page.goto('/room/1');
    const field = page.getByRole('textbox', { name: 'Message' });
    const log = page.getByRole('log', { name: 'Messages' });
    const words = Array.from({ length: 14 }, (_, n) => `Number ${n + 1} of what I have to say`);
    for (const text of words) {
      await field.fill(text);
      await field.press('Enter');
    }
    await expect(page.getByText('You are writing very fast.')).toBeVisible();
    await expectAccessible(page);
    await page.screenshot({ path: test.info().outputPath('fast-writer.png') });
    const said = async () =>
      (await log.getByRole('article').locator('p.whitespace-pre-wrap').allTextContents()).filter((text) =>
        text.startsWith('Number'),
      );
    await expect.poll(said, { timeout: 60_000 }).toEqual(words);
    await expect(page.getByText('You are writing very fast.')).toBeHidden();

    // Each process counts equal texts by itself: with several, each may accept one.
    let sent = 0;
    let status: number;
    do {
      const answered = page.waitForResponse(
        (answer) => answer.url().includes('/apis/messages-create/') && answer.status() !== 429,
      );
      await field.fill(words[0] as string);
      await field.press('Enter');
      status = (await answered).status();
      sent += 1;
    } while (status === 201 && sent < Number(process.env.TEST_INSTANCES ?? 1));
    await expect(page.getByText(/You have just sent the same text/)).toBeVisible();
    await page.getByRole('button', { name: 'Discard' }).click();
    expect(await said()).toEqual([...words, ...Array.from({ length: sent - 1 }, () => words[0])]);
  },
);
