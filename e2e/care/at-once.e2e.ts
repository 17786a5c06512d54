import type { Page } from '@playwright/test';
import { ask, dayAfter, expect, test } from '../support/care.ts';
import { expectAccessible } from '../support/journey.ts';

// A change shows before the server has answered, and is undone visibly if the server refuses it.

/** Holds back the answers of an address; the returned function lets them pass, as a refusal. */
async function hold(page: Page, address: string) {
  const { promise, resolve } = Promise.withResolvers<{ status: number; message: string }>();
  await page.route(address, async (route) => {
    const { status, message } = await promise;
    await route.fulfill({ status, json: { code: 'busy', message } });
  });
  return async (status: number, message: string) => {
    const answered = page.waitForResponse(address);
    resolve({ status, message });
    await answered;
    await page.unroute(address);
  };
}

test('a like shows at once, and no more where it was not taken', async ({ person, allow }) => {
  allow(/503 \(Service Unavailable\)/);
  const author = await person('provider', 'Dr. Kavita Iyer');
  const article = { title: 'A glass of water', content: 'Before breakfast.' };
  const { id } = (await author.call('POST', '/apis/blogs/create/', article)).body as { id: number };
  const { page } = await person('patient', 'Asha Kiran');
  await page.goto(`/blog/${id}`);
  const like = page.getByRole('button', { name: 'Like', exact: true });
  const liked = page.getByRole('button', { name: 'Liked' });
  const refuse = await hold(page, `**/apis/like/${id}/`);
  await like.focus();
  await page.keyboard.press('Enter');
  await expect(liked).toBeDisabled();
  await expect(page.getByText('1 like', { exact: true })).toBeVisible();
  await refuse(503, 'Too much to do.');
  await expect(page.getByRole('alert')).toHaveText('That was not saved. Please try again.');
  await expect(page.getByText('0 likes')).toBeVisible();
  await expect(like).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(liked).toBeDisabled();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.reload();
  await expect(liked).toBeDisabled();
  await expect(page.getByText('1 like', { exact: true })).toBeVisible();
});

test('an approval shows at once, and no more where it was not taken', async ({ person, clock, allow }) => {
  allow(/409 \(Conflict\)/);
  const provider = await person('provider', 'Dr. Kavita Iyer');
  const patient = await person('patient', 'Asha Kiran');
  await ask(patient, provider, `${dayAfter(clock.now(), 2)}T09:00`, 'Cough');
  const { page } = provider;
  await page.goto('/book/provider');
  const refuse = await hold(page, '**/api/approve-appointment/**');
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText(/^Approved: Asha Kiran/)).toBeFocused();
  await expect(page.getByText('Not Approved')).toBeHidden();
  await refuse(409, 'The patient has cancelled it.');
  const alert = page.getByRole('alertdialog', { name: 'The request was not approved' });
  await expect(alert.getByText('The patient has cancelled it.')).toBeVisible();
  await alert.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText(/^Approved: Asha Kiran/)).toBeHidden();
  await expect(page.getByText('Not Approved')).toBeVisible();
});

test('a message shows at once, and says why where it was not taken', async ({ person, allow }) => {
  allow(/403 \(Forbidden\)/);
  const asha = await person('patient', 'Asha Kiran');
  const { body } = await asha.call('GET', '/apis/chat-rooms/');
  const [room] = body as { id: number }[];
  const { page } = asha;
  await page.goto(`/room/${room?.id}`);
  const refuse = await hold(page, '**/apis/messages-create/**');
  const text = `Good morning, ${asha.id}`;
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
  const log = page.getByRole('log', { name: 'Messages' });
  await expect(log.getByText(text)).toBeVisible();
  await expect(log.getByText('Sending…')).toBeVisible();
  await refuse(403, 'Nobody may write here now.');
  await expect(log.getByText('Not sent: Nobody may write here now.')).toBeVisible();
  await expect(log.getByText(text)).toBeVisible();
  await expectAccessible(page);
  await log.getByRole('button', { name: 'Try again' }).click();
  await expect(log.getByText(/^Not sent/)).toBeHidden();
  await expect(log.getByText('Sending…')).toBeHidden();
  await page.reload();
  await expect(log.getByText(text)).toBeVisible();
});
