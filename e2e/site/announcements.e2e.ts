import { randomUUID } from 'node:crypto';
import { expectAnnounced, listen } from '../support/announcements.ts';
import { pdfOfSize } from '../../apps/server/test/fixtures/report-files.ts';
import { ask, dayAfter, expect, test } from '../support/care.ts';
import { linkInEmail } from '../support/emails.ts';

// What changes without a page load is announced, wherever the focus is.

const days = 86_400_000;

test('what a search finds is read out', { tag: '@desk' }, async ({ page }) => {
  await page.goto('/providers', { waitUntil: 'networkidle' });
  await listen(page);
  await page.getByRole('searchbox').fill('Pune');
  await expectAnnounced(page, /^\d+ providers?$/);
  await page.getByRole('searchbox').fill('zzzqqq');
  await expectAnnounced(page, 'No provider found');

  await page.goto('/help', { waitUntil: 'networkidle' });
  await page.getByRole('searchbox').fill('headphones');
  await expectAnnounced(page, '1 question');
  await page.getByRole('searchbox').fill('xylophone');
  await expectAnnounced(page, 'None found');

  await page.keyboard.press('Control+k');
  const box = page.getByRole('dialog').getByRole('combobox');
  await expect(box).toBeFocused();
  await page.keyboard.type('cardiolgy');
  await expectAnnounced(page, /^\d+ results$/);
  await box.fill('zzzqqq');
  await expectAnnounced(page, 'Nothing found for “zzzqqq”');
});

test(
  'what became of a form is read out, and of what waits for a network',
  { tag: '@desk' },
  async ({ person, allow }) => {
    allow(/status of 40[01]|ERR_INTERNET_DISCONNECTED|cannot be reached/);
    const { page, password } = await person('patient', 'Asha Kiran');
    await listen(page);
    await page.goto('/account');
    const current = page.getByLabel('Current password');
    await current.fill('something else');
    await page.getByLabel('New password').fill('windy thursday cello');
    const change = page.getByRole('button', { name: 'Change password' });
    await change.click();
    await expectAnnounced(page, /^Your password was not changed\./);
    // The error of a field is announced with it.
    await expect(current).toBeFocused();
    await expect(current).toHaveAccessibleDescription('This is not your current password.');
    await current.fill(password);
    await change.click();
    await expectAnnounced(page, 'Your password is changed. Your other sessions were signed out.');

    const next = `e2e.${randomUUID().slice(0, 8)}@example.org`;
    await page.getByRole('button', { name: 'Change email address' }).click();
    await page.getByLabel('New email address').fill(next);
    await current.first().fill('windy thursday cello');
    await page.getByRole('button', { name: 'Send an email to the new address' }).click();
    await expectAnnounced(page, /An email went to e2e\..+@example\.org\./);
    await page.goto(await linkInEmail(page, next, 'Confirm your new email address'));
    await page.getByRole('button', { name: 'Confirm this address' }).click();
    await expectAnnounced(page, /^Thank you, your email address is confirmed\./);

    await page.goto('/help', { waitUntil: 'networkidle' });
    const question = page.getByLabel('Your question');
    await question.fill('Is silence loud?');
    await page.context().setOffline(true);
    await expectAnnounced(page, /^You are offline\./);
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await expectAnnounced(page, /^That could not be sent\./);
    await page.getByRole('button', { name: 'Send it when I am online again' }).click();
    await expectAnnounced(page, '1 question or answer of yours waits to be sent.');
    await page.context().setOffline(false);
    await expectAnnounced(page, 'What was waiting has been sent.');
    await question.fill('And is noise quiet?');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await expectAnnounced(page, 'Your question is at the top of the list.');
  },
);

test(
  'a request, its answer, a file on its way and what somebody says are read out as they come',
  { tag: '@desk' },
  async ({ person, clock, allow }) => {
    test.slow();
    allow(/401 \(Unauthorized\)/);
    const provider = await person('provider', 'Dr. Kavita Iyer');
    const patient = await person('patient', 'Asha Kiran');
    await listen(provider.page);
    await listen(patient.page);

    await patient.page.goto(`/books/${provider.id}`);
    await patient.page.getByLabel('Date').fill(dayAfter(clock.now(), 2));
    await patient.page.getByRole('radio', { name: '11:00' }).check();
    await expectAnnounced(patient.page, /, 11:00 · ₹1,500 · Requested first/);

    const unread = provider.page.waitForResponse(/unread/);
    await provider.page.goto('/book/provider');
    await unread;
    const id = await ask(patient, provider, `${dayAfter(clock.now(), 1)}T09:00`);
    await expectAnnounced(provider.page, 'Notifications 1 unread');
    await provider.page.reload();
    await provider.page.getByRole('button', { name: 'Approve' }).click();
    // The button is gone: the focus moves to the message that replaced it.
    await expect(provider.page.getByRole('status').getByText(/^Approved: Asha Kiran/)).toBeFocused();

    const rooms = (await patient.call('GET', '/apis/chat-rooms/')).body as { id: number }[];
    for (const { page } of [provider, patient]) await page.goto(`/room/${rooms[0]?.id}`);
    await expect(provider.page.getByRole('textbox', { name: 'Message' })).toBeVisible();
    await patient.page.getByRole('textbox', { name: 'Message' }).fill('Good morning');
    await patient.page.getByRole('button', { name: 'Send' }).click();
    await expectAnnounced(provider.page, /: Good morning$/);

    await clock.move(2 * days);
    await provider.page.goto(`/record/${id}`);
    const buffer = pdfOfSize(8 * 1024 * 1024);
    await provider.page.getByLabel('File').setInputFiles({ name: 'r.pdf', mimeType: 'application/pdf', buffer });
    await provider.page.getByRole('button', { name: 'Upload report' }).click();
    await expect(provider.page).toHaveURL(/\/record$/);
    await expectAnnounced(provider.page, 'Sent. The file is being checked…');
  },
);
