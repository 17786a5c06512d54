import type { Question } from '@carecommons/contract/help';
import { expect, test } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { QuestionView } from './question.tsx';

const line = 'PATCH /apis/help-center/:question_id/';
const question: Question = {
  prob_id: 4,
  problem: 'How do you sleep?',
  user: { id: 1, username: 'asha' },
  date: '2026-01-05T08:00:00Z',
  edited_at: null,
  comment_count: 0,
  hidden_reason: null,
};
const shown = (changes: Partial<Question> = {}) =>
  show(<QuestionView question={{ ...question, ...changes }} me={{ user_id: 1 }} />, { at: '/comment/4' });

test('its author edits it; who cancels is back at the button, and finds the text as it was', async () => {
  const screen = await shown();
  const edit = screen.getByRole('button', { name: 'Edit' });
  await edit.click();
  await screen.getByLabelText('Your question').fill('Something else');
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(edit).toHaveFocus();
  await expect.element(screen.getByText('How do you sleep?')).toBeVisible();
  await edit.click();
  await expect.element(screen.getByLabelText('Your question')).toHaveValue('How do you sleep?');
  expect(server.asked(line)).toEqual([]);
});

test('once it is saved, the form is gone and the button has the focus', async () => {
  server.answer(line, question);
  const screen = await shown();
  await screen.getByRole('button', { name: 'Edit' }).click();
  await screen.getByLabelText('Your question').fill('How do you sleep at night?');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByRole('button', { name: 'Edit' })).toHaveFocus();
  expect(server.asked(line).map(({ body }) => body)).toEqual([{ problem: 'How do you sleep at night?' }]);
});

test.for<[string, Partial<Question>, string[]]>([
  ['of somebody else can be reported', { user: { id: 2, username: 'ravi' } }, ['Report']],
  ['of somebody who has erased the account can not', { user: { id: 3, username: 'Deleted user' } }, []],
])('a question %s', async ([, changes, buttons]) => {
  const screen = await shown(changes);
  await expect.element(screen.getByText('How do you sleep?')).toBeVisible();
  expect(
    screen
      .getByRole('button')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(buttons);
});

test('a hidden one tells its author why', async () => {
  const screen = await shown({ hidden_reason: 'An advertisement' });
  await expect.element(screen.getByText(/An advertisement/)).toBeVisible();
});
