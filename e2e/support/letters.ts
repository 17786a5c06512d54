import { expect, type Page } from '@playwright/test';
import { lettersOf } from './product.ts';

/** The link in the newest letter of a subject to an address, as the demo's page of letters shows it. */
export async function linkInLetter(page: Page, to: string, subject: string): Promise<string> {
  const home = lettersOf(page);
  const letter = new RegExp(`href="(${home}[^"]+)">${subject}</a><br>To ${to.replaceAll('.', '[.]')},`);
  const read = async (address: string) =>
    await (await page.request.get(address, { headers: { accept: 'text/html' } })).text();
  let found: string | undefined;
  await expect
    .poll(async () => (found = letter.exec(await read(home))?.[1]), {
      message: `a letter to ${to}: ${subject}`,
    })
    .toBeDefined();
  const [, link] = /<a href="([^"]+#token=[^"]+)">/.exec(await read(found as string)) ?? [];
  expect(link).toBeDefined();
  return link as string;
}
