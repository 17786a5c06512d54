import type { Page } from '@playwright/test';
import { ask, dayAfter, expect, test } from '../support/care.ts';
import { expectAccessible } from '../support/journey.ts';
import { pressOn, tabTo } from '../support/keyboard.ts';
import type { Person } from '../support/people.ts';

const bell = (page: Page, unread?: number) =>
  page.getByRole('link', {
    name: unread === undefined ? 'Notifications' : `Notifications ${unread} unread`,
    exact: true,
  });

/** A second device of a person: another browser with the same tokens. */
async function secondDevice({ page }: Person): Promise<Page> {
  const tokens = await page.evaluate(() => Object.fromEntries(Object.entries(localStorage)));
  const other = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin });
  const opened = (await other?.newPage()) as Page;
  await opened.goto('/about');
  await opened.evaluate((kept) => Object.assign(localStorage, kept), tokens);
  await opened.goto('/help');
  return opened;
}

test('a request changes the bell at once, on each device', { tag: '@desk' }, async ({ person, clock }) => {
  test.slow();
  const provider = await person('provider', 'Dr. Kavita Iyer');
  const patient = await person('patient', 'Asha Kiran');
  await provider.page.goto('/blog');
  const other = await secondDevice(provider);
  await expect(bell(provider.page)).toBeVisible();
  await expect(bell(other)).toBeVisible();

  const id = await ask(patient, provider, `${dayAfter(clock.now(), 3)}T10:30`);
  await expect(bell(provider.page, 1)).toBeVisible();
  await expect(bell(other, 1)).toBeVisible();
  await ask(patient, provider, `${dayAfter(clock.now(), 3)}T11:30`);
  await expect(bell(other, 2)).toBeVisible();

  await bell(provider.page, 2).click();
  await expect(provider.page.getByRole('heading', { name: 'Notifications', level: 1 })).toBeVisible();
  await expect(provider.page.getByRole('heading', { name: 'Today', level: 2 })).toBeVisible();
  const news = provider.page.getByRole('link', { name: /^Asha Kiran asks you for a visit\./ });
  await expect(news).toHaveCount(2);
  await expectAccessible(provider.page);
  await news.last().click();
  await expect(provider.page).toHaveURL(new RegExp(`/appointment/${id}$`));
  await expect(bell(provider.page, 1)).toBeVisible();
  await expect(bell(other, 1)).toBeVisible();

  await other.goto('/notifications');
  await expect(other.getByText('New', { exact: true })).toHaveCount(1);
  await other.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(other.getByText('New', { exact: true })).toHaveCount(0);
  await expect(other.getByRole('button', { name: 'Mark all as read' })).toBeHidden();
  await expect(other.getByRole('main')).toBeFocused();
  await expect(bell(other)).toBeVisible();
  await expect(bell(provider.page)).toBeVisible();
  await other.context().close();
});

test('a decision that is taken back leaves no trace on the bell', { tag: '@desk' }, async ({ person, clock }) => {
  test.slow();
  const provider = await person('provider', 'Dr. Kavita Iyer');
  const patient = await person('patient', 'Asha Kiran');
  const id = await ask(patient, provider, `${dayAfter(clock.now(), 3)}T10:30`);
  await patient.page.goto('/notifications');
  await expect(patient.page.getByText('Nothing has happened yet')).toBeVisible();
  await expectAccessible(patient.page);
  await provider.call('PUT', `/api/approve-appointment/${id}/`);
  await expect(patient.page.getByRole('link', { name: /^Dr\. Kavita Iyer approved your request\./ })).toBeVisible();
  await expect(bell(patient.page, 1)).toBeVisible();
  await provider.call('PUT', `/api/undo-decision/${id}/`);
  await expect(patient.page.getByText('Nothing has happened yet')).toBeVisible();
  await expect(bell(patient.page)).toBeVisible();
});

test('one chooses how to be told of what, and when not', { tag: '@desk' }, async ({ person, allow }) => {
  allow(/status of 400 \(Bad Request\) \(\S+\/api\/quiet-hours\/\)/);
  const { page } = await person('patient', 'Asha Kiran');
  await page.goto('/account');
  await page.getByRole('link', { name: 'How you are told' }).click();
  const topic = (name: string) => page.getByRole('group', { name });
  await expect(topic('Your visits').getByRole('checkbox', { name: 'In the app' })).toBeDisabled();
  await expect(page.getByRole('link', { name: 'Confirm it on your account page' })).toBeVisible();
  // Two quick presses, of which the first is delayed on its way: the second decides in the end.
  let [sent, letGo] = [0, () => {}];
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/api/notification-choices/', async (route) => {
    if (route.request().method() === 'PUT' && ++sent === 1) await held;
    await route.continue();
  });
  await topic('Reminders').getByRole('checkbox', { name: 'In the app' }).click();
  await topic('Reminders').getByRole('checkbox', { name: 'Email' }).click();
  await expect(topic('Reminders').getByRole('checkbox', { name: 'Email' })).not.toBeChecked();
  letGo();
  await expect.poll(() => sent).toBe(2);
  await expect(topic('Reminders').getByRole('checkbox', { name: 'Email' })).not.toBeChecked();
  await expectAccessible(page);

  await page.getByLabel('From').fill('21:30');
  await page.getByLabel('To', { exact: true }).fill('21:30');
  await page.getByRole('button', { name: 'Keep quiet hours' }).click();
  await expect(page.getByText('Please enter a time other than the first one.')).toBeVisible();
  await page.getByLabel('To', { exact: true }).fill('06:15');
  await page.getByRole('button', { name: 'Keep quiet hours' }).click();
  await expect(page.getByText('From 21:30 to 06:15, by the clocks of India Standard Time')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Quiet hours' })).toBeFocused();
  await expect(page.getByText('Your quiet hours are from 21:30 to 06:15.')).toHaveRole('status');
  await page.reload();
  await expect(page.getByText('From 21:30 to 06:15, by the clocks of India Standard Time')).toBeVisible();
  await expect(topic('Reminders').getByRole('checkbox', { name: 'Email' })).not.toBeChecked();
  await expect(topic('Reminders').getByRole('checkbox', { name: 'Push' })).toBeChecked();
  await page.getByRole('button', { name: 'End the quiet hours' }).click();
  await expect(page.getByText('You have none: notifications come at any hour.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Quiet hours' })).toBeFocused();
  await expect(page.getByText('The quiet hours have ended.')).toHaveRole('status');
});

test('a browser asks only when it is pressed, and says a refusal', { tag: '@desk' }, async ({ person }) => {
  const { page } = await person('patient', 'Asha Kiran');
  await page.addInitScript(() => {
    let answer: NotificationPermission = 'default';
    Object.assign(window, { asked: 0 });
    Object.defineProperty(Notification, 'permission', { get: () => answer });
    Notification.requestPermission = async () => {
      (window as unknown as { asked: number }).asked += 1;
      answer = 'denied';
      return answer;
    };
  });
  await page.goto('/notifications?view=settings');
  const get = page.getByRole('button', { name: 'Get notifications on this device' });
  await expect(get).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { asked: number }).asked)).toBe(0);
  await get.click();
  await expect(page.getByText('This browser is set not to show notifications from this site.')).toBeVisible();
  await expect(get).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Devices that ring' })).toBeFocused();
  expect(await page.evaluate(() => (window as unknown as { asked: number }).asked)).toBe(1);
  await expectAccessible(page);
});

test('the worker of pushes runs under the policies of the pages', { tag: '@desk' }, async ({ person, allow }) => {
  allow(/Chrome currently does not support the Push API in incognito mode/);
  const { page } = await person('patient', 'Asha Kiran');
  // A headless browser grants it to nobody.
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    Notification.requestPermission = async () => 'granted';
  });
  await page.goto('/notifications?view=settings');
  // There is no push service here: the browser reports it after registering the worker, and the page shows it.
  await page.getByRole('button', { name: 'Get notifications on this device' }).click();
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration('/'))?.active?.scriptURL))
    .toMatch(/\/sw\.js$/);
  await expect(page.getByText(/^(That did not work: |This browser is set not to)/)).toBeVisible();
});

test('notifications and their choices by keyboard alone', { tag: '@phone' }, async ({ person, clock }) => {
  test.slow();
  const provider = await person('provider', 'Dr. Kavita Iyer');
  const patient = await person('patient', 'Asha Kiran');
  const { page } = provider;
  const id = await ask(patient, provider, `${dayAfter(clock.now(), 3)}T10:30`);
  await ask(patient, provider, `${dayAfter(clock.now(), 3)}T11:30`);
  await page.goto('/dashboard');
  await pressOn(bell(page, 2));
  await expect(page.getByRole('heading', { name: 'Notifications', level: 1 })).toBeVisible();
  await expectAccessible(page);
  await pressOn(page.getByRole('link', { name: /^Asha Kiran asks you for a visit\./ }).last());
  await expect(page).toHaveURL(new RegExp(`/appointment/${id}$`));
  await pressOn(bell(page, 1));
  await pressOn(page.getByRole('button', { name: 'Mark all as read' }));
  await expect(page.getByRole('main')).toBeFocused();

  await pressOn(page.getByRole('main').getByRole('link', { name: 'How you are told' }));
  const push = page.getByRole('group', { name: 'Reminders' }).getByRole('checkbox', { name: 'Push' });
  await tabTo(push);
  await page.keyboard.press('Space');
  await expect(push).not.toBeChecked();
  await expect(push).toBeFocused();
  await tabTo(page.getByLabel('From'));
  await page.keyboard.type('0930PM');
  await tabTo(page.getByLabel('To', { exact: true }));
  await page.keyboard.type('0615AM');
  await pressOn(page.getByRole('button', { name: 'Keep quiet hours' }));
  await expect(page.getByText('From 21:30 to 06:15, by the clocks of India Standard Time')).toBeVisible();
  await expectAccessible(page);
  await pressOn(page.getByRole('button', { name: 'End the quiet hours' }));
  await expect(page.getByText('You have none: notifications come at any hour.')).toBeVisible();
  await page.reload();
  await expect(push).not.toBeChecked();
});
