import { ask, dayAfter, expect, test } from '../support/care.ts';
import { expectAccessible } from '../support/journey.ts';

test(
  'a person erases the account, reads the receipt, and is gone from the site',
  { tag: '@desk' },
  async ({ person, clock, allow }) => {
    // A call of the page that is being left may be refused.
    allow(/401 \(Unauthorized\)/);
    const provider = await person('provider', 'Dr. Kavita Iyer');
    const patient = await person('patient', 'Asha Kiran');
    const { page } = patient;
    const { body: user } = await patient.call('GET', '/current-user/');
    const { username } = user as { username: string };
    const asked = await patient.call('POST', '/apis/help-center/create/', { problem: 'Who knows a kind dentist?' });
    const question = (asked.body as { prob_id: number }).prob_id;
    await provider.call('POST', `/apis/help-center/${question}/comments/`, { comment: 'In Lake Road there is one.' });
    const visit = await ask(patient, provider, `${dayAfter(clock.now(), 1)}T09:00`);

    await page.goto('/account');
    await page.getByRole('link', { name: 'My data' }).click();
    const section = page.getByRole('region', { name: 'Erase my account' });
    await expect(section.getByText('1 question')).toBeVisible();
    await expect(section.getByText('1 visit or request to come, which is cancelled')).toBeVisible();
    await expect(section.getByText('“Deleted user” stands there')).toBeVisible();
    await expectAccessible(page);

    await section.getByRole('button', { name: 'Erase my account…' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByLabel('Your username').fill('somebody');
    await dialog.getByLabel('Current password').fill('rainy tuesday piano');
    allow(/400 \(Bad Request\)/);
    await dialog.getByRole('button', { name: 'Erase my account' }).click();
    await expect(dialog.getByText('This is not your username.')).toBeVisible();
    await dialog.getByLabel('Your username').fill(username);
    await dialog.getByRole('button', { name: 'Erase my account' }).click();

    await expect(page).toHaveURL(/\/receipt\/[0-9A-Z-]{23}$/);
    await expect(page.getByText(/^Erased on .*, as you asked on /)).toBeVisible();
    await expect(page.getByText('1 visit or request to come, which was cancelled')).toBeVisible();
    await expectAccessible(page);
    const [number = ''] = /[0-9A-Z-]{23}$/.exec(page.url()) ?? [];
    await expect(page.getByText(number)).toBeVisible();

    // After a reload, the page has it from the start.
    await page.reload();
    await expect(page.getByText(/^Erased on .*, as you asked on /)).toBeVisible();
    allow(/404 \(Not Found\)/);
    await page.goto('/receipt/AAAAA-AAAAA-AAAAA-AAAAA');
    await expect(page.getByText('There is no receipt with this number.')).toBeVisible();

    await page.goto('/login');
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password').fill('rainy tuesday piano');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByText('Invalid username or password. Please try again.').first()).toBeVisible();

    await provider.page.goto(`/comment/${question}`);
    await expect(provider.page.getByText('Erased with the account.')).toBeVisible();
    await expect(provider.page.getByText('Deleted user')).toBeVisible();
    await provider.page.goto(`/appointment/${visit}`);
    await expect(provider.page.getByText('This person has erased the account.')).toBeVisible();
    await expectAccessible(provider.page);
  },
);
