import type { Answer, Question } from '@carecommons/contract/help';
import { expect, test } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { Answers } from './answers.tsx';

const list = 'GET /apis/help-center/:question_id/comments/';
const create = 'POST /apis/help-center/:question_id/comments/';
const remove = 'DELETE /apis/help-center/comments/:answer_id/';

const question: Question = {
  prob_id: 4,
  problem: 'How do you sleep?',
  user: { id: 2, username: 'ravi' },
  date: '2026-01-05T08:00:00Z',
  edited_at: null,
  comment_count: 0,
  hidden_reason: null,
};
const answer: Answer = {
  id: 7,
  comment: 'I read until I am tired.',
  user: 1,
  date: '2026-01-05T09:00:00Z',
  author: { username: 'asha', name: null, provider: false, verified: false },
  hidden_reason: null,
};

const Verified = ({ verified }: { verified: boolean }) => (verified ? <span>Verified</span> : null);
const shown = (more: Partial<Question> = {}) =>
  show(<Answers question={{ ...question, ...more }} me={{ user_id: 1 }} Verified={Verified} />, { at: '/comment/4' });

test('says that there is no answer yet, or that the answers could not be loaded', async () => {
  server.refuse(list, 'busy');
  const screen = await shown();
  await expect.element(screen.getByText('The answers could not be loaded.')).toBeVisible();
  server.answer(list, []);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('No answers yet. Be the first to respond!')).toBeVisible();
});

test('what was answered stands at the end of the list, and the field is empty again', async () => {
  server.answer(list, []);
  server.answer(create, () => {
    server.answer(list, [answer]);
    return answer;
  });
  const screen = await shown();
  await screen.getByLabelText('Your answer').fill('I read until I am tired. ');
  await screen.getByRole('button', { name: 'Post answer' }).click();
  await expect.element(screen.getByText('Your answer is above.')).toBeVisible();
  await expect.element(screen.getByRole('article').getByText('I read until I am tired.')).toBeVisible();
  await expect.element(screen.getByLabelText('Your answer')).toHaveValue('');
  expect(server.asked(create)[0]?.body).toEqual({ comment: 'I read until I am tired.' });
});

test('what is typed while an answer is on its way stays', async () => {
  server.answer(list, []);
  server.answer(create, answer);
  const screen = await shown();
  const go = server.hold(create);
  await screen.getByLabelText('Your answer').fill('I read until I am tired.');
  await screen.getByRole('button', { name: 'Post answer' }).click();
  await expect.element(screen.getByRole('button', { name: 'Posting...' })).toBeVisible();
  await screen.getByLabelText('Your answer').fill('I read until I am tired. And I walk.');
  go();
  await expect.element(screen.getByRole('button', { name: 'Post answer' })).toBeVisible();
  await expect.element(screen.getByLabelText('Your answer')).toHaveValue('I read until I am tired. And I walk.');
});

test('an answer that could not be sent stays, and goes again with the same key', async () => {
  server.answer(list, []);
  server.refuse(create, 'busy');
  const screen = await shown();
  await screen.getByLabelText('Your answer').fill('I read until I am tired.');
  await screen.getByRole('button', { name: 'Post answer' }).click();
  await expect.element(screen.getByText(/^That could not be sent\./)).toBeVisible();
  server.answer(create, answer);
  await screen.getByRole('button', { name: 'Post answer' }).click();
  await expect.element(screen.getByText('Your answer is above.')).toBeVisible();
  const [first, second] = server.asked(create);
  expect(second?.key).toBe(first?.key);
});

test('to a hidden question nobody answers', async () => {
  server.answer(list, [answer]);
  const screen = await shown({ hidden_reason: 'Not kind' });
  await expect.element(screen.getByRole('article')).toBeVisible();
  expect(screen.getByLabelText('Your answer').elements()).toEqual([]);
});

test('a provider answers by name, everybody else by username, and only one’s own can be deleted', async () => {
  server.answer(list, [
    {
      ...answer,
      author: { username: 'meera', name: 'Dr. Meera Nair', provider: true, verified: true },
      user: 5,
      id: 6,
    },
    answer,
  ]);
  const screen = await shown({ comment_count: 2 });
  const link = screen.getByRole('link', { name: 'Dr. Meera Nair' });
  await expect.element(link).toHaveAttribute('href', '/profile/5');
  await expect.element(screen.getByText('Verified')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Delete' }).elements()).toHaveLength(1);
  expect(screen.getByRole('heading', { name: '2 answers' }).elements()).toHaveLength(1);
});

test('deleting asks before, says where it failed, and then the answer is gone', async () => {
  server.answer(list, [answer]);
  server.refuse(remove, 'busy');
  const screen = await shown({ comment_count: 1 });
  await screen.getByRole('button', { name: 'Delete' }).click();
  const dialog = screen.getByRole('alertdialog', { name: 'Delete this answer?' });
  expect(server.asked(remove)).toEqual([]);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.element(dialog.getByText('It was not deleted. Please try again.')).toBeVisible();
  server.answer(remove, {});
  server.answer(list, []);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => screen.getByRole('article').elements()).toEqual([]);
  expect(screen.getByRole('alertdialog').elements()).toEqual([]);
});

test('an answer that is gone already is said to be, and the list is as it is now', async () => {
  server.answer(list, [answer]);
  server.refuse(remove, 'not_found');
  const screen = await shown({ comment_count: 1 });
  await screen.getByRole('button', { name: 'Delete' }).click();
  server.answer(list, []);
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => screen.getByRole('article').elements()).toEqual([]);
});
