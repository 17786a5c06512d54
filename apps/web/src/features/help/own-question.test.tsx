import type { Question } from '@carecommons/contract/help';
import { expect, test, vi } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { DeleteQuestion } from './delete.tsx';
import { EditQuestion } from './edit-question.tsx';
import { OwnQuestions } from './own-questions.tsx';

const question: Question = {
  prob_id: 4,
  problem: 'How do you sleep?',
  user: { id: 1, username: 'asha' },
  date: '2026-01-05T08:00:00Z',
  edited_at: null,
  comment_count: 2,
  hidden_reason: null,
};

test('one’s own are fetched once they are asked for, hidden ones with the reason', async () => {
  server.answer('GET /apis/help-center/own/', [{ ...question, hidden_reason: 'An advertisement' }]);
  const screen = await show(<OwnQuestions />);
  expect(server.asked('GET /apis/help-center/own/')).toEqual([]);
  await screen.getByText('Your questions').click();
  await expect.element(screen.getByText('Hidden: An advertisement')).toBeVisible();
});

test('who has asked nothing is told so; what could not be loaded is tried again', async () => {
  server.refuse('GET /apis/help-center/own/', 'busy');
  const screen = await show(<OwnQuestions />);
  await screen.getByText('Your questions').click();
  await expect.element(screen.getByText('Your questions could not be loaded.')).toBeVisible();
  server.answer('GET /apis/help-center/own/', []);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('You have not asked anything yet.')).toBeVisible();
});

test('deleting says how many answers go with it, and a failure stays in the question', async () => {
  server.refuse('DELETE /apis/help-center/:question_id/', 'busy');
  const screen = await show(<DeleteQuestion question={question} />);
  await screen.getByRole('button', { name: /^Delete/ }).click();
  const dialog = screen.getByRole('alertdialog', { name: 'Delete this question?' });
  await expect.element(dialog.getByText('It goes for good, and its 2 answers with it.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.element(dialog.getByText('It was not deleted. Please try again.')).toBeVisible();
  server.refuse('DELETE /apis/help-center/:question_id/', 'not_found');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.element(dialog.getByText('It is gone already.')).toBeVisible();
});

test('an edit begins with the text, has the focus, and closes once it is saved', async () => {
  const done = vi.fn<() => void>();
  server.refuse('PATCH /apis/help-center/:question_id/', 'busy');
  const screen = await show(<EditQuestion question={question} onDone={done} />);
  const field = screen.getByLabelText('Your question');
  await expect.element(field).toHaveValue(question.problem);
  await expect.element(field).toHaveFocus();
  await field.fill('How do you sleep at night?');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText(/^That could not be sent/)).toBeVisible();
  await expect.element(field).toHaveValue('How do you sleep at night?');
  expect(done).not.toHaveBeenCalled();
  server.answer('PATCH /apis/help-center/:question_id/', question);
  await screen.getByRole('button', { name: 'Save' }).click();
  await vi.waitFor(() => expect(done).toHaveBeenCalledOnce());
  const [first, second] = server.asked('PATCH /apis/help-center/:question_id/');
  expect(second?.body).toEqual({ problem: 'How do you sleep at night?' });
  expect(second?.key).toBe(first?.key);
});
