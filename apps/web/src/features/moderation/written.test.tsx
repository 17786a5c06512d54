import type { Reported, Written } from '@carecommons/contract/decisions';
import { expect, test } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { ReportedList } from './reported.tsx';
import { WrittenList } from './written.tsx';

const list = 'GET /apis/decisions/written/';
const create = 'POST /apis/appeals/create/';
const row: Written = {
  kind: 'blog',
  id: 5,
  excerpt: 'Drink this tea.',
  address: '/fullblog/5',
  decision: 'hide',
  reason: 'Not true',
  decided_at: '2026-01-05T08:00:00Z',
  may_appeal: true,
  appeal: null,
};
const made = {
  text: 'It helped me.',
  created_at: '2026-01-06T08:00:00Z',
  outcome: null,
  answer: null,
  decided_at: null,
} as const;

test('an appeal wants a text, is sent again with the same key, and stands in the list afterwards', async () => {
  server.answer(list, [row]);
  server.refuse(create, 'busy');
  const screen = await show(<WrittenList />, { at: '/decisions' });
  await expect.element(screen.getByText('Reason: Not true')).toBeVisible();
  await screen.getByRole('button', { name: 'Appeal' }).click();
  const dialog = screen.getByRole('alertdialog', { name: 'Appeal against this decision?' });
  await dialog.getByRole('button', { name: 'Send the appeal' }).click();
  await expect
    .element(dialog.getByLabelText('Why should it be seen?'))
    .toHaveAccessibleDescription('This is required.');
  await dialog.getByLabelText('Why should it be seen?').fill('It helped me.');
  await dialog.getByRole('button', { name: 'Send the appeal' }).click();
  await expect.element(dialog.getByText('The appeal was not sent.')).toBeVisible();
  server.answer(create, {});
  server.answer(list, [{ ...row, may_appeal: false, appeal: made }]);
  await dialog.getByRole('button', { name: 'Send the appeal' }).click();
  await expect.element(screen.getByText('Your appeal waits for another moderator.')).toBeVisible();
  const [first, second] = server.asked(create);
  expect(second?.body).toEqual({ kind: 'blog', id: 5, text: 'It helped me.' });
  expect(second?.key).toBe(first?.key);
  await expect.poll(() => screen.getByRole('button', { name: 'Appeal' }).elements()).toEqual([]);
});

test.for([
  ['upheld', 'Your appeal was decided: it stays hidden.'],
  ['lifted', 'Your appeal was decided: everybody may see it again.'],
  ['gone', 'Your appeal ended, as you deleted what it was about.'],
] as const)('an appeal that was %s', async ([outcome, message]) => {
  server.answer(list, [{ ...row, may_appeal: false, appeal: { ...made, outcome, answer: 'I have read it.' } }]);
  const screen = await show(<WrittenList />, { at: '/decisions' });
  await expect.element(screen.getByText(message)).toBeVisible();
  await expect.element(screen.getByText('Answer: I have read it.')).toBeVisible();
});

test('says that there is no decision', async () => {
  server.answer(list, []);
  const screen = await show(<WrittenList />, { at: '/decisions' });
  await expect.element(screen.getByText('No decision has been made about anything you wrote.')).toBeVisible();
});

const report: Reported = {
  kind: 'message',
  reason: 'advertising',
  note: null,
  created_at: '2026-01-05T08:00:00Z',
  state: 'waiting',
  decided_at: null,
  address: null,
};

test.for([
  ['waiting', 'Waiting', 'A moderator will look at it.'],
  ['hidden', 'Hidden', 'A moderator has hidden it. Only its author and moderators see it now.'],
  ['shown_again', 'Shown again', 'It was hidden, and is visible again after a second review.'],
  ['stands', 'May stand', 'A moderator has reviewed it and left it as it is.'],
  ['gone', 'Deleted', 'Its author has deleted it.'],
] as const)('what was reported: %s', async ([state, badge, message]) => {
  const decided_at = state === 'waiting' ? null : '2026-01-07T08:00:00Z';
  const address = state === 'stands' ? '/room/3' : null;
  server.answer('GET /apis/decisions/reported/', [{ ...report, state, decided_at, address }]);
  const screen = await show(<ReportedList />, { at: '/decisions' });
  await expect.element(screen.getByText(badge, { exact: true })).toBeVisible();
  await expect.element(screen.getByText(message, { exact: false })).toBeVisible();
  expect(screen.getByText(/Decided on/).elements()).toHaveLength(decided_at === null ? 0 : 1);
  expect(screen.getByRole('link', { name: 'Open where it stands' }).elements()).toHaveLength(address === null ? 0 : 1);
});
