import { scheduleDefaults } from '@carecommons/contract/schedule-rules';
import type { Locator, Page } from '@playwright/test';
import { ask, dayAfter, expect, test } from '../support/care.ts';
import { expectAccessible } from '../support/journey.ts';
import { tabTo } from '../support/keyboard.ts';
import type { Person } from '../support/people.ts';

/** Publishes nine to one on every day. */
async function publish(provider: Person) {
  const weekly = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, hours: [{ from: '09:00', to: '13:00' }] }));
  const saved = await provider.call('PUT', '/api/schedule/', { ...scheduleDefaults, weekly, dated: [] });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
}

async function book(patient: Person, provider: Person, at: string, approved = false) {
  const id = await ask(patient, provider, at, 'A cough');
  if (approved) expect((await provider.call('PUT', `/api/approve-appointment/${id}/`)).status).toBe(200);
  return id;
}

const calendar = (page: Page) => page.getByRole('group', { name: 'Calendar' });
const visit = (page: Page, name: RegExp) => calendar(page).getByRole('button', { name });
const visitsOf = (day: Locator) => day.getByRole('listitem').filter({ has: day.page().getByRole('button') });
const view = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Show as' }).getByRole('button', { name, exact: true });

/** The Monday after the week of a time, so that no test's days fall into two weeks. */
function mondayAfter(now: Date): string {
  const days = [1, 2, 3, 4, 5, 6, 7].map((after) => dayAfter(now, after));
  return days.find((day) => new Date(`${day}T00:00Z`).getUTCDay() === 1) as string;
}
const dayFrom = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

test('a provider looks at a week and a day, and decides there', async ({ person, clock }) => {
  test.slow();
  const provider = await person('provider', 'Dr. Kavita Iyer');
  const [asha, bela] = [await person('patient', 'Asha Kiran'), await person('patient', 'Bela Rao')];
  await publish(provider);
  const monday = mondayAfter(clock.now());
  const [tuesday, wednesday] = [dayFrom(monday, 1), dayFrom(monday, 2)];
  await book(asha, provider, `${tuesday}T09:30`, true);
  await book(bela, provider, `${tuesday}T10:00`);
  await book(bela, provider, `${wednesday}T11:30`, true);
  const leave = { from: `${wednesday}T12:00`, to: `${dayFrom(wednesday, 1)}T10:00`, reason: 'A congress' };
  expect((await provider.call('POST', '/api/leaves/', leave)).status).toBe(201);

  const { page } = provider;
  await page.goto('/book/provider');
  // The default is the list of all future visits.
  await expect(view(page, 'List')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('heading', { name: 'Waiting for your decision 1' })).toBeVisible();
  await expectAccessible(page);

  await page.goto(`/book/provider?view=week&day=${wednesday}`);
  const days = calendar(page).locator('[data-day]');
  await expect(days).toHaveCount(7);
  await expect(visitsOf(days.nth(1))).toHaveText([
    /09:30–10:00\s*Asha Kiran\s*Approved/,
    /10:00–10:30\s*Bela Rao\s*Not Approved/,
  ]);
  await expect(days.nth(0)).toContainText('09:00–13:00');
  await expect(days.nth(0)).toContainText('No visits.');
  await expect(days.nth(2)).toContainText('Leave 12:00–24:00');
  await expect(days.nth(3)).toContainText('Leave 00:00–10:00');
  await expectAccessible(page);

  await visit(page, /Bela Rao\s*Not Approved/).click();
  const panel = page.getByRole('dialog', { name: 'Visit' });
  await expect(panel).toBeFocused();
  await expect(panel.getByText('A cough')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(visit(page, /Bela Rao\s*Not Approved/)).toBeFocused();
  await page.keyboard.press('Enter');
  await panel.getByRole('button', { name: 'Approve' }).click();
  await expect(panel).toBeHidden();
  await expect(page.getByText('Nothing waits.')).toBeVisible();
  await expect(visitsOf(days.nth(1))).toHaveText([/Asha Kiran\s*Approved/, /Bela Rao\s*Approved/]);

  await days
    .nth(1)
    .getByRole('button', { name: /^Show / })
    .click();
  await expect(page).toHaveURL(new RegExp(`view=day&day=${tuesday}`));
  await expect(days).toHaveCount(1);
  await expect(visitsOf(days)).toHaveCount(2);
  await page.getByRole('button', { name: 'The day after' }).click();
  await expect(page).toHaveURL(new RegExp(`day=${wednesday}`));
  await expect(days).toContainText('11:30–12:00');
  await expectAccessible(page);
  await page.reload();
  await expect(days).toContainText('11:30–12:00');
  await page.getByRole('button', { name: 'Today' }).click();
  await expect(page.getByText(/· Today$/)).toBeVisible();
  await view(page, 'List').click();
  await expect(calendar(page)).toBeHidden();
  await expect(page.getByRole('article').filter({ hasText: 'Asha Kiran' })).toBeVisible();
  await expectAccessible(page);
});

test('the calendar by keyboard alone', { tag: '@desk' }, async ({ person, clock }) => {
  const provider = await person('provider', 'Dr. Kavita Iyer');
  const asha = await person('patient', 'Asha Kiran');
  const monday = mondayAfter(clock.now());
  const at = [`${monday}T09:00`, `${monday}T15:00`, `${dayFrom(monday, 2)}T14:00`, `${dayFrom(monday, 7)}T10:00`];
  for (const time of at) await book(asha, provider, time, true);
  const { page } = provider;
  await page.goto(`/book/provider?view=week&day=${monday}`);
  await tabTo(visit(page, /09:00/));
  await page.keyboard.press('ArrowDown');
  await expect(visit(page, /15:00/)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(visit(page, /14:00/)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(visit(page, /15:00/)).toBeFocused();
  await page.keyboard.press('Home');
  await expect(visit(page, /09:00/)).toBeFocused();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Visit' });
  await tabTo(panel.getByRole('button', { name: 'Cancel the visit' }));
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(visit(page, /09:00/)).toBeFocused();
  await page.keyboard.press('PageDown');
  await expect(visit(page, /10:00/)).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(visit(page, /10:00/)).toBeFocused();
  await page.keyboard.press('PageUp');
  await expect(visit(page, /15:00/)).toBeVisible();
});

test('a swipe leads to the next day', { tag: '@phone' }, async ({ person, clock }) => {
  const provider = await person('provider', 'Dr. Kavita Iyer');
  const { page } = provider;
  const monday = mondayAfter(clock.now());
  await page.goto(`/book/provider?view=day&day=${monday}`);
  const swipe = async (from: number, to: number) => {
    const at = { pointerType: 'touch', isPrimary: true, bubbles: true, clientY: 300 };
    await calendar(page).dispatchEvent('pointerdown', { ...at, clientX: from });
    await calendar(page).dispatchEvent('pointerup', { ...at, clientX: to });
  };
  await expect(calendar(page)).toBeVisible();
  await swipe(300, 120);
  await expect(page).toHaveURL(new RegExp(`day=${dayFrom(monday, 1)}`));
  await swipe(120, 300);
  await expect(page).toHaveURL(new RegExp(`day=${monday}`));
});
