import type { Appeal } from '@carecommons/contract/decisions';
import type { Moderated } from '@carecommons/contract/moderation';
import { beforeEach, expect, test } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { Appeals } from './appeals.tsx';
import { Queue } from './queue.tsx';

const list = 'GET /apis/moderation/';
const hide = 'POST /apis/moderation/hide/';
const decide = 'POST /apis/appeals/:appeal_id/decide/';

const reported: Moderated = {
  kind: 'answer',
  id: 7,
  author: { id: 2, username: 'ravi' },
  excerpt: 'Drink this tea.',
  address: '/comment/4#answer-7',
  report_count: 3,
  reasons: [
    { reason: 'dangerous', count: 2 },
    { reason: 'advertising', count: 1 },
  ],
  notes: ['Not true', 'Not true'],
  reported_at: '2026-01-05T08:00:00Z',
  hidden_at: null,
  hidden_reason: null,
};
const appeal: Appeal = {
  id: 9,
  kind: 'answer',
  author: { id: 2, username: 'ravi' },
  excerpt: 'Drink this tea.',
  address: '/comment/4#answer-7',
  hidden_by: { id: 3, username: 'meera' },
  hidden_reason: 'Not true',
  hidden_at: '2026-01-05T08:00:00Z',
  text: 'It helped me.',
  created_at: '2026-01-06T08:00:00Z',
  outcome: null,
  answer: null,
  decided_at: null,
  own: false,
  alone: false,
};

beforeEach(() => server.answer('GET /check/', { role: 'patient', grants: ['moderator'] }));

const queue = <Queue state="waiting" title="Waiting" empty="Nothing waits." />;
const appeals = <Appeals state="waiting" title="Appeals" empty="No appeal waits." />;

test('says that nothing waits, or that the list could not be loaded, and loads it again', async () => {
  server.refuse(list, 'busy');
  const screen = await show(queue, { at: '/moderation' });
  await expect.element(screen.getByText('This list could not be loaded.')).toBeVisible();
  server.answer(list, []);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('Nothing waits.')).toBeVisible();
});

test('shows why something was reported, also where two people wrote the same', async () => {
  server.answer(list, [reported]);
  const screen = await show(queue, { at: '/moderation' });
  await expect.element(screen.getByText(/3 reports$/)).toBeVisible();
  expect(screen.getByText('“Not true”').elements()).toHaveLength(2);
});

test('nobody decides about what they wrote', async () => {
  server.answer(list, [{ ...reported, author: { id: 1, username: 'asha' } }]);
  const screen = await show(queue, { at: '/moderation' });
  await expect.element(screen.getByText('You wrote this yourself. Another moderator decides.')).toBeVisible();
  expect(screen.getByRole('button').elements()).toEqual([]);
});

test('hiding wants a reason, and what is refused is said in the dialog', async () => {
  server.answer(list, [reported]);
  server.refuse(hide, 'wrong_state');
  const screen = await show(queue, { at: '/moderation' });
  await screen.getByRole('button', { name: 'Hide' }).click();
  const dialog = screen.getByRole('alertdialog', { name: 'Hide this?' });
  await dialog.getByRole('button', { name: 'Hide it' }).click();
  await expect.element(dialog.getByLabelText('Reason')).toHaveAccessibleDescription(/This is required\.$/);
  expect(server.asked(hide)).toEqual([]);
  await dialog.getByLabelText('Reason').fill('Not true');
  await dialog.getByRole('button', { name: 'Hide it' }).click();
  await expect.element(dialog.getByText('The decision was not saved.')).toBeVisible();
  await expect.element(dialog.getByLabelText('Reason')).toHaveValue('Not true');
  server.answer(hide, {});
  server.answer(list, []);
  await dialog.getByRole('button', { name: 'Hide it' }).click();
  await expect.element(screen.getByText('Nothing waits.')).toBeVisible();
  expect(server.asked(hide).at(-1)?.body).toEqual({ kind: 'answer', id: 7, reason: 'Not true' });
});

test('what is hidden can be shown again without a reason', async () => {
  server.answer(list, [{ ...reported, hidden_at: '2026-01-05T09:00:00Z', hidden_reason: 'Not true' }]);
  server.answer('POST /apis/moderation/show/', {});
  const screen = await show(queue, { at: '/moderation' });
  await expect.element(screen.getByText('Hidden: Not true')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Hide' }).elements()).toEqual([]);
  await screen.getByRole('button', { name: 'Show again' }).click();
  server.answer(list, []);
  await screen.getByRole('button', { name: 'Let it be seen' }).click();
  await expect.element(screen.getByText('Nothing waits.')).toBeVisible();
  expect(server.asked('POST /apis/moderation/show/')[0]?.body).toEqual({ kind: 'answer', id: 7 });
});

test.for([
  ['of somebody else’s decision', {}, ['Let it be seen', 'Keep it hidden'], ''],
  ['of one’s own decision', { own: true }, [], 'You hid this yourself. Another moderator decides.'],
  [
    'of one’s own decision, where there is nobody else',
    { own: true, alone: true },
    ['Let it be seen', 'Keep it hidden'],
    'There is no other moderator, so you may decide',
  ],
  ['about one’s own text', { author: { id: 1, username: 'asha' } }, [], 'You wrote this yourself.'],
  ['that is decided', { outcome: 'upheld', answer: 'It is not true.' }, [], 'Decided: it stays hidden.'],
] as const)('an appeal %s', async ([, more, buttons, message]) => {
  server.answer('GET /apis/appeals/', [{ ...appeal, ...more }]);
  const screen = await show(appeals, { at: '/moderation' });
  await expect.element(screen.getByText('It helped me.')).toBeVisible();
  if (message !== '') await expect.element(screen.getByText(message, { exact: false })).toBeVisible();
  await expect
    .poll(() =>
      screen
        .getByRole('button')
        .elements()
        .map((one) => one.textContent),
    )
    .toEqual(buttons);
});

test.for([
  ['Keep it hidden', 'upheld', false],
  ['Let it be seen', 'lifted', true],
] as const)('“%s” wants an answer, and says where the decision is one’s own', async ([name, outcome, own]) => {
  server.answer('GET /apis/appeals/', [{ ...appeal, own, alone: own }]);
  server.answer(decide, {});
  const screen = await show(appeals, { at: '/moderation' });
  await screen.getByRole('button', { name }).click();
  const dialog = screen.getByRole('alertdialog');
  await dialog.getByRole('button', { name }).click();
  await expect.element(dialog.getByLabelText('Answer')).toHaveAccessibleDescription(/This is required\.$/);
  await dialog.getByLabelText('Answer').fill('I have read it again.');
  server.answer('GET /apis/appeals/', []);
  await dialog.getByRole('button', { name }).click();
  await expect.element(screen.getByText('No appeal waits.')).toBeVisible();
  const body = { outcome, answer: 'I have read it again.', ...(own ? { own_decision: true } : {}) };
  expect(server.asked(decide).map((call) => [call.params.appeal_id, call.body])).toEqual([['9', body]]);
});
