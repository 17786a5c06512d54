import type { Page } from '@playwright/test';
import { expect, test } from '../support/care.ts';
import { expectAccessible, openUntilSeen } from '../support/journey.ts';
import { signIn } from '../support/product.ts';

const main = (page: Page) => page.getByRole('main');

test('a reader reports, a moderator hides, nobody but the author sees it any more', async ({
  page,
  person,
  product,
  allow,
}) => {
  test.slow();
  // The open question no longer exists.
  allow(/status of 404/);
  const author = await person('patient', 'Asha Kiran');
  const reader = await person('patient', 'Bina Rao');
  const text = `Who wants to buy my tea ${Date.now()}?`;
  const asked = await author.call('POST', '/apis/help-center/create/', { problem: text });
  const { prob_id: id } = asked.body as { prob_id: number };

  await reader.page.goto(`/comment/${id}`);
  await reader.page.getByRole('button', { name: 'Report' }).click();
  const asking = reader.page.getByRole('alertdialog', { name: 'Report this to the moderators?' });
  await asking.getByRole('button', { name: 'Send the report' }).click();
  await expect(asking.getByLabel('What is wrong with it?')).toBeFocused();
  await asking.getByLabel('What is wrong with it?').selectOption('It is an advertisement');
  await asking.getByLabel('More about it').fill('Third time today.');
  await expectAccessible(reader.page);
  await asking.getByRole('button', { name: 'Send the report' }).click();
  await expect(asking).toBeHidden();
  await expect(reader.page.getByRole('button', { name: 'Reported' })).toBeDisabled();
  await expect(reader.page.getByText('Thank you. A moderator will look at it.')).toBeAttached();

  // It is open in a third browser when it is decided.
  const other = await person('patient', 'Chitra Nair');
  await other.page.goto(`/comment/${id}`);
  await expect(main(other.page).getByText(text)).toBeVisible();
  await signIn(page, product, 'administrator');
  await page.goto('/dashboard');
  await main(page).getByRole('link', { name: 'Moderation' }).click();
  const waiting = page.getByRole('article').filter({ hasText: text });
  await expect(waiting.getByText('It is an advertisement')).toBeVisible();
  await expect(waiting.getByText('Third time today.')).toBeVisible();
  await expectAccessible(page);
  await waiting.getByRole('button', { name: 'Hide' }).click();
  const deciding = page.getByRole('alertdialog', { name: 'Hide this?' });
  await deciding.getByLabel('Reason').fill('An advertisement.');
  await expectAccessible(page);
  await deciding.getByRole('button', { name: 'Hide it' }).click();
  await expect(waiting.getByText('Hidden: An advertisement.')).toBeVisible();

  await expect(main(other.page).getByText('This question is not here')).toBeVisible();
  await expect(main(other.page).getByText(text)).toBeHidden();
  await reader.page.goto('/help');
  await expect(main(reader.page).getByRole('heading', { level: 1 })).toBeVisible();
  await expect(reader.page.getByText(text)).toBeHidden();
  await author.page.goto(`/comment/${id}`);
  await expect(author.page.getByText('Hidden by a moderator: An advertisement.')).toBeVisible();
  await expectAccessible(author.page);

  // On its page, a moderator shows it again.
  await page.goto(`/comment/${id}`);
  await page.getByRole('button', { name: 'Show again' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Let it be seen' }).click();
  await expect(page.getByRole('button', { name: 'Hide' })).toBeVisible();
  await openUntilSeen(reader.page, '/help', reader.page.getByText(text));
});

test(
  'an article, an answer and a message are hidden at once from who has them open',
  { tag: '@desk' },
  async ({ page, person, product, allow }) => {
    test.slow();
    // The open article no longer exists.
    allow(/status of 404|There is nothing at this address/);
    const author = await person('patient', 'Asha Kiran');
    const reader = await person('patient', 'Bina Rao');
    const made = async (path: string, data: object) =>
      (await author.call('POST', path, data)).body as Record<'id' | 'prob_id', number>;
    const text = `Buy my tea ${Date.now()}`;
    const blog = await made('/apis/blogs/create/', { title: text, content: 'It helps with *all*.' });
    const asked = await made('/apis/help-center/create/', { problem: 'Is tea good?' });
    await made(`/apis/help-center/${asked.prob_id}/comments/`, { comment: text });
    const [room] = (await author.call('GET', '/apis/chat-rooms/')).body as { id: number }[];
    await made(`/apis/messages-create/${room?.id}/`, { content: text });

    await signIn(page, product, 'administrator');
    for (const [at, gone] of [
      [`/blog/${blog.id}`, 'Unexpected Application Error!'],
      [`/comment/${asked.prob_id}`, 'No answers yet. Be the first to respond!'],
      [`/room/${room?.id}`, undefined],
    ] as const) {
      const seen = main(reader.page).getByText(text, { exact: true });
      await reader.page.goto(at);
      await expect(seen).toBeVisible();
      await page.goto(at);
      const [row, more] = [main(page).getByRole('article').filter({ hasText: text }).last(), 'More about this message'];
      await expect(row).toBeVisible();
      if (gone === undefined) await row.getByRole('button', { name: more }).click();
      await row.getByRole('button', { name: 'Hide' }).click();
      const deciding = page.getByRole('alertdialog', { name: 'Hide this?' });
      await deciding.getByLabel('Reason').fill('An advertisement.');
      await deciding.getByRole('button', { name: 'Hide it' }).click();
      await expect(seen).toBeHidden();
      if (gone !== undefined) await expect(main(reader.page).getByText(gone)).toBeVisible();
      await author.page.goto(at);
      await expect(main(author.page).getByText('An advertisement.')).toBeVisible();
    }
  },
);

test('the moderators’ page is for moderators', { tag: '@desk' }, async ({ person }) => {
  const { page } = await person('patient', 'Asha Kiran');
  await page.goto('/moderation');
  await expect(main(page).getByText('You do not have permission to access this page.')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/dashboard');
  await expect(main(page).getByRole('link', { name: 'Your account' })).toBeVisible();
  await expect(main(page).getByRole('link', { name: 'Moderation' })).toBeHidden();
});
