import { dayAfter, expect, test } from '../support/care.ts';
import { expectAccessible } from '../support/journey.ts';

test(
  'a provider offers a video call that is confirmed at once, and a patient books it',
  { tag: '@desk' },
  async ({ person, clock }) => {
    const provider = await person('provider', 'Dr. Kavita Iyer');
    const patient = await person('patient', 'Asha Kiran');
    await provider.page.goto('/schedule');
    await provider.page.getByRole('button', { name: 'Add a kind' }).click();
    const dialog = provider.page.getByRole('alertdialog', { name: 'A kind of visit' });
    await dialog.getByLabel('Name').fill('Video call');
    await dialog.getByLabel('Length in minutes').fill('15');
    await dialog.getByLabel('Fee in rupees').fill('300');
    await dialog.getByLabel('Link to the video call').fill('https://meet.example.org/iyer');
    await dialog.getByLabel('When it is confirmed').selectOption('At once for everybody who can book it');
    await expectAccessible(provider.page);
    await dialog.getByRole('button', { name: 'Save the kind' }).click();
    await expect(provider.page.getByText('Everybody can book it, and it is confirmed at once.')).toBeVisible();

    const { page } = patient;
    await page.goto(`/profile/${provider.id}`);
    await page.getByRole('link', { name: 'Video call' }).click();
    await expect(page.getByRole('radio', { name: /Video call/ })).toBeChecked();
    await page.getByLabel('Date').fill(dayAfter(clock.now(), 20));
    await page.getByRole('radio', { name: '11:00' }).check();
    await page.getByLabel('Problem').fill('A rash');
    await expect(page.getByText(/it is confirmed as soon as you send this/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Book this visit' }).click();
    await expect(page.getByText('Your visit is confirmed')).toBeVisible();
    await expect(page.getByText('Approved', { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Join the video call (new tab)' })).toHaveAttribute(
      'href',
      'https://meet.example.org/iyer',
    );
    await expectAccessible(page);

    await provider.page.goto('/book/provider?view=list');
    await expect(provider.page.getByText(/^Video call · ₹300 · By video$/)).toBeVisible();
    await expect(provider.page.getByText('Nothing waits.')).toBeVisible();
  },
);
