import type { Page } from '@playwright/test';
import { ask, dayAfter, expect, test, uploadReport } from '../support/care.ts';
import { expectAccessible } from '../support/journey.ts';

const minute = 60_000;
const days = 86_400_000;

/** The target of the report's link; the samples beside it have such links too. */
async function linkIn(page: Page, name: string) {
  const card = page.getByRole('article').filter({ hasText: 'Spirometry' });
  return (await card.getByRole('link', { name }).getAttribute('href')) ?? '';
}

test(
  'a patient reads who opened a report, and who was refused it, in plain words',
  { tag: '@desk' },
  async ({ person, clock, allow }) => {
    test.slow();
    // Tokens expire when the clock is moved, and are refreshed.
    allow(/401 \(Unauthorized\)/);
    const provider = await person('provider', 'Dr. Kavita Iyer');
    const patient = await person('patient', 'Asha Kiran');
    const stranger = await person('patient', 'Nosy Neighbour');
    const visit = await ask(patient, provider, `${dayAfter(clock.now(), 1)}T09:00`, 'Cough');
    const { page } = patient;
    await page.goto('/record?view=opened');
    await expect(page.getByText('Nothing has been recorded yet')).toBeVisible();
    await expectAccessible(page);

    await clock.move(2 * days);
    await uploadReport(provider, visit, { title: 'Spirometry' });
    const written = await linkIn(provider.page, 'View');
    expect((await provider.page.request.get(written)).status()).toBe(200);

    await page.goto('/record');
    const [view, save] = [await linkIn(page, 'View'), await linkIn(page, 'Download')];
    expect((await page.request.get(view)).status()).toBe(200);
    expect((await page.request.get(save)).status()).toBe(200);
    await stranger.signIn();
    expect((await stranger.call('GET', view)).status).toBe(403);
    const [id = ''] = /\d+/.exec(view) ?? [];
    const takes = await stranger.call('POST', `/api/records/${id}/withdraw/`, { reason: 'Not yours.' });
    expect(takes.status).toBe(404);
    await clock.move(6 * minute);
    expect((await page.request.get(view)).status()).toBe(410);

    await page.getByRole('link', { name: 'Who opened this' }).click();
    await expect(page.getByRole('heading', { name: 'Who opened this report' })).toBeVisible();
    const said = page.getByRole('article').locator('p:first-child');
    const rows = [
      'You tried to open “Spirometry” with a link that was too old.',
      'Somebody tried to open “Spirometry” with a link that was made for you alone.',
      'You saved “Spirometry”.',
      'You opened “Spirometry”.',
      'Dr. Kavita Iyer opened “Spirometry”.',
      'Dr. Kavita Iyer added “Spirometry”.',
    ];
    await expect(said).toHaveText(rows);
    await expect(page.getByText('Nothing was shown.')).toHaveCount(2);
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Medical reports' }).first().click();
    await page.getByRole('link', { name: 'Who opened them' }).click();
    await expect(page.getByRole('heading', { name: 'Who opened your reports' })).toBeVisible();
    await expect(said).toHaveText(rows);
    await expect(page.getByText('Nosy')).toHaveCount(0);
  },
);
