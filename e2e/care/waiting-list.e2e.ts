import { ask, dayAfter, expect, test } from '../support/care.ts';
import { expectAccessible } from '../support/journey.ts';
import { pressOn, tabTo } from '../support/keyboard.ts';

test('a time that is given up is offered to the next', { tag: '@desk' }, async ({ person, clock }) => {
  test.slow();
  const provider = await person('provider', 'Dr. Kavita Iyer');
  const asha = await person('patient', 'Asha Kiran');
  const bela = await person('patient', 'Bela Nair');
  const id = await ask(asha, provider, `${dayAfter(clock.now(), 3)}T10:30`);
  expect((await provider.call('PUT', `/api/approve-appointment/${id}/`)).status).toBe(200);

  await bela.page.goto(`/books/${provider.id}`);
  const card = bela.page.getByRole('region', { name: 'No time that suits you?' });
  await card.getByRole('button', { name: 'Tell me when one is free' }).click();
  await expect(card.getByLabel('What is it about?')).toBeFocused();
  await card.getByRole('button', { name: 'Join the waiting list' }).click();
  await expect(card.getByText('This is required.')).toBeVisible();
  await expectAccessible(bela.page);
  await card.getByLabel('What is it about?').fill('A cough that stays.');
  await card.getByRole('button', { name: 'Join the waiting list' }).click();
  const joined = bela.page.getByRole('region', { name: 'You are on the waiting list' });
  await expect(joined.getByText('Any day')).toBeVisible();
  await expectAccessible(bela.page);

  // High enough that the bottom bar of a phone covers no button.
  await provider.page.setViewportSize({ width: provider.page.viewportSize()?.width ?? 360, height: 2000 });
  await provider.page.goto('/book/provider');
  // The list appears once the parts above it are loaded; each has its own time for that.
  await expect(provider.page.getByRole('heading', { name: 'Your days' })).toBeVisible();
  const list = provider.page.getByRole('region', { name: 'Waiting list' });
  await expect(list.getByText('1 person waits for a time to become free.')).toBeVisible();
  await list.getByRole('button', { name: 'Close the list' }).click();
  await expect(list.getByText('The list is closed')).toBeVisible();
  await list.getByRole('button', { name: 'Open the list' }).click();
  await expect(list.getByText('The list is open')).toBeVisible();
  await expectAccessible(provider.page);

  await bela.page.goto('/book');
  const waits = bela.page.getByRole('listitem').filter({ hasText: 'Any day' });
  await expect(waits.getByText('Dr. Kavita Iyer')).toBeVisible();
  // The ten seconds of the undo period are over.
  await clock.move(11_000);
  await asha.page.goto(`/appointment/${id}`);
  await asha.page.getByRole('button', { name: 'Cancel the visit' }).click();
  await asha.page.getByRole('alertdialog').getByRole('button', { name: 'Cancel the visit' }).click();

  // It appears by itself.
  await expect(waits.getByText('A time is free for you')).toBeVisible();
  await expectAccessible(bela.page);
  await waits.getByRole('link', { name: 'See the time' }).click();
  await expect(bela.page.getByText(/^Held for you until/)).toBeVisible();
  await bela.page.getByRole('button', { name: 'Accept' }).click();
  await expect(bela.page.getByText('Approved', { exact: true })).toBeVisible();
  await clock.move(11_000);
  await bela.page.goto('/book');
  await expect(bela.page.getByText('10:30').first()).toBeVisible();
  await expect(bela.page.getByRole('heading', { name: 'Your waiting lists' })).toHaveCount(0);
});

test('waiting for a time by keyboard alone', { tag: '@phone' }, async ({ person, clock }) => {
  test.slow();
  // A day that suits.
  const day = [3, 4].map((days) => dayAfter(clock.now(), days)).find((one) => new Date(one).getUTCDay() !== 0);
  const provider = await person('provider', 'Dr. Kavita Iyer');
  const asha = await person('patient', 'Asha Kiran');
  const { page } = await person('patient', 'Bela Nair');
  const id = await ask(asha, provider, `${day}T10:30`);
  expect((await provider.call('PUT', `/api/approve-appointment/${id}/`)).status).toBe(200);
  // The ten seconds of the undo period are over.
  await clock.move(11_000);

  await page.goto(`/books/${provider.id}`);
  const card = page.getByRole('region', { name: 'No time that suits you?' });
  const opener = card.getByRole('button', { name: 'Tell me when one is free' });
  await pressOn(opener);
  await expect(card.getByLabel('What is it about?')).toBeFocused();
  await pressOn(card.getByRole('button', { name: 'Cancel' }));
  await pressOn(opener);
  await expect(card.getByLabel('What is it about?')).toBeFocused();
  await page.keyboard.type('A cough that stays.');
  await tabTo(card.getByRole('checkbox', { name: 'Sun' }));
  await page.keyboard.press('Space');
  await pressOn(card.getByRole('button', { name: 'Join the waiting list' }));
  const joined = page.getByRole('region', { name: 'You are on the waiting list' });
  await expect(joined.getByText('Mon, Tue, Wed, Thu, Fri, Sat')).toBeVisible();
  await expectAccessible(page);

  await provider.page.goto('/book/provider');
  // The list appears once the parts above it are loaded; each has its own time for that.
  await expect(provider.page.getByRole('heading', { name: 'Your days' })).toBeVisible();
  const list = provider.page.getByRole('region', { name: 'Waiting list' });
  await expect(list.getByText('1 person waits for a time to become free.')).toBeVisible();
  await pressOn(list.getByRole('button', { name: 'Close the list' }));
  await expect(list.getByRole('button', { name: 'Open the list' })).toBeFocused();
  await provider.page.keyboard.press('Enter');
  await expect(list.getByText('The list is open')).toBeVisible();

  await page.goto('/book');
  await expect(page.getByRole('heading', { name: 'Your waiting lists' })).toBeVisible();
  expect((await asha.call('PUT', `/api/cancel-appointment/${id}/`, {})).status).toBe(200);
  await pressOn(page.getByRole('link', { name: 'See the time' }));
  await pressOn(page.getByRole('button', { name: 'Accept' }));
  await expect(page.getByText(/^Accepted: Dr\. Kavita Iyer, .+, 10:30$/)).toBeFocused();
});
