import { expect, type Page } from '@playwright/test';
import { mailPageOf } from './product.ts';

/** The link in the newest email with a subject to an address, as the demo's page of emails shows it. */
export async function linkInEmail(page: Page, to: string, subject: string): Promise<string> {
  const home = mailPageOf(page);
  const row = new RegExp(`href="(${home}[^"]+)">${subject}</a><br>To ${to.replaceAll('.', '[.]')},`);
  const read = async (address: string) =>
    await (await page.request.get(address, { headers: { accept: 'text/html' } })).text();
  let found: string | undefined;
  await expect
    .poll(async () => (found = row.exec(await read(home))?.[1]), {
      message: `a letter to ${to}: ${subject}`,
    })
    .toBeDefined();
  const [, link] = /<a href="([^"]+#token=[^"]+)">/.exec(await read(found as string)) ?? [];
  expect(link).toBeDefined();
  return link as string;
}
