import { expect, test } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { AskForm } from './ask-form.tsx';

const ask = { name: 'Ask' };
const form = <AskForm handle={{ current: null }} />;
const question = {
  prob_id: 4,
  problem: 'How do you sleep?',
  user: { id: 1, username: 'asha' },
  date: '2026-01-05T08:00:00Z',
  edited_at: null,
  comment_count: 0,
  hidden_reason: null,
};

test('nothing is sent while it is blank', async () => {
  const screen = await show(form, { at: '/help' });
  await screen.getByLabelText('Your question').fill('   ');
  await screen.getByRole('button', ask).click();
  expect(server.asked('POST /apis/help-center/create/')).toEqual([]);
});

test('what was asked is said, and the field is empty again', async () => {
  server.answer('POST /apis/help-center/create/', question);
  const screen = await show(form, { at: '/help' });
  await screen.getByLabelText('Your question').fill('How do you sleep? ');
  await screen.getByRole('button', ask).click();
  await expect.element(screen.getByText('Your question is at the top of the list.')).toBeVisible();
  await expect.element(screen.getByLabelText('Your question')).toHaveValue('');
  expect(server.asked('POST /apis/help-center/create/')[0]?.body).toEqual({ problem: 'How do you sleep?' });
});

test('what the server finds wrong stands beside the field, and the text stays', async () => {
  const message = 'Please use at most 2000 characters.';
  server.refuse('POST /apis/help-center/create/', 'invalid_input', { errors: [{ field: 'problem', message }] });
  const screen = await show(form, { at: '/help' });
  await screen.getByLabelText('Your question').fill('How do you sleep?');
  await screen.getByRole('button', ask).click();
  await expect.element(screen.getByLabelText('Your question')).toHaveAccessibleDescription(new RegExp(`${message}$`));
  await expect.element(screen.getByLabelText('Your question')).toHaveValue('How do you sleep?');
});

test('only without a network is it offered to send it later', async () => {
  server.refuse('POST /apis/help-center/create/', 'busy');
  const screen = await show(form, { at: '/help' });
  await screen.getByLabelText('Your question').fill('How do you sleep?');
  await screen.getByRole('button', ask).click();
  const sorry = screen.getByText('That could not be sent. What you typed is still here; please try again.');
  const later = screen.getByRole('button', { name: 'Send it when I am online again' });
  await expect.element(sorry).toBeVisible();
  expect(later.elements()).toEqual([]);
  server.lose('POST /apis/help-center/create/');
  await screen.getByRole('button', ask).click();
  await expect.element(later).toBeVisible();
});

test('one’s own questions are fetched when they are asked for', async () => {
  server.refuse('GET /apis/help-center/own/', 'busy');
  const screen = await show(form, { at: '/help' });
  expect(server.asked('GET /apis/help-center/own/')).toEqual([]);
  await screen.getByText('Your questions').click();
  await expect.element(screen.getByText('Your questions could not be loaded.')).toBeVisible();
  server.answer('GET /apis/help-center/own/', []);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('You have not asked anything yet.')).toBeVisible();
});
