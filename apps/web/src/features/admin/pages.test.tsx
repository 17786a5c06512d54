import type { DeadLetter } from '@carecommons/contract/administration';
import { activities, activityDays } from '@carecommons/contract/administration-rules';
import type { Grant } from '@carecommons/contract/endpoint';
import { beforeEach, expect, test } from 'vitest';
import { ravi } from '../../../test/people.ts';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { Activity } from './activity.tsx';
import { Grants } from './grants.tsx';
import { DeadLetters } from './dead-letters.tsx';
import { Overview } from './overview.tsx';

const overview = 'GET /api/admin/overview/';
const activity = 'GET /api/admin/activity/';
const letters = 'GET /api/admin/letters/';
const retry = 'POST /api/admin/letters/:letter_id/retry/';
const grant = 'POST /api/admin/users/:user_id/grant/';
const revoke = 'POST /api/admin/users/:user_id/revoke/';

const letter: DeadLetter = {
  id: 5,
  kind: 'letter',
  person: { id: 2, username: 'ravi' },
  tries: 12,
  error: 'ECONNREFUSED',
  created_at: '2026-01-05T08:00:00Z',
  dead_at: '2026-01-05T20:00:00Z',
};
const moderator = {
  ...ravi,
  grants: [{ name: 'moderator' as const, granted_at: '2026-01-05T08:00:00Z', expires_at: null }],
};
const days = Array.from({ length: activityDays }, (_, at) => `2026-01-${String(at + 1).padStart(2, '0')}`);

/** The activity of the last days, with these visits asked for on the last of them. */
const activityOf = (visits: readonly number[]) => ({
  days,
  counts: Object.fromEntries(
    activities.map((one) => [
      one,
      days.map((_, at) => (one === 'visits_requested' ? (visits[at - days.length + visits.length] ?? 0) : 0)),
    ]),
  ) as Record<(typeof activities)[number], number[]>,
});

const holds = (...grants: Grant[]) => server.answer('GET /check/', { role: 'patient', grants });

beforeEach(() => {
  holds('administrator');
  server.answer(overview, { people: 1234, reports_waiting: 3, claims_waiting: 2, dead_letters: 1 });
  server.answer(activity, activityOf([]));
});

test('the overview counts what waits, and leads where the reader may go', async () => {
  holds('administrator', 'moderator');
  const screen = await show(<Overview />, { at: '/admin' });
  for (const [name, count, to] of [
    ['People', '1,234', '/admin/users'],
    ['Waiting for a moderator', '3', '/moderation'],
    ['Emails given up', '1', '/admin/letters'],
  ] as const) {
    const tile = screen.getByRole('listitem').filter({ hasText: `${name}${count}` });
    await expect.element(tile.getByRole('link', { name })).toHaveAttribute('href', to);
  }
  await expect.element(screen.getByText('Providers waiting for verification')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Providers waiting for verification' }).elements()).toEqual([]);
});

test.for([
  ['a moderator', ['moderator'], ['Moderation']],
  ['a verifier', ['verifier'], ['Verification of providers']],
  ['nobody else', [], []],
] as const)('%s sees of the administration what they may', async ([, grants, links]) => {
  holds(...grants);
  const screen = await show(<Overview />, { at: '/admin' });
  await expect.element(screen.getByRole('heading', { name: 'Administration' })).toBeVisible();
  expect(
    screen
      .getByRole('link')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(links);
  expect(screen.getByText('You do not have permission to access this page.').elements()).toHaveLength(
    links.length === 0 ? 1 : 0,
  );
  expect([...server.asked(overview), ...server.asked(activity)]).toEqual([]);
});

test('without a second factor, an administrator reads where to set it up, and nothing else', async () => {
  server.refuse(overview, 'second_factor_required');
  server.refuse(activity, 'second_factor_required');
  const screen = await show(<Overview />, { at: '/admin' });
  await expect
    .element(screen.getByRole('link', { name: 'To your account' }))
    .toHaveAttribute('href', '/account#second-factor');
  expect(screen.getByRole('navigation').elements()).toEqual([]);
  expect(screen.getByText('The overview could not be loaded.').elements()).toEqual([]);
});

test('counts and figures that could not be loaded are loaded again, each for itself', async () => {
  server.refuse(overview, 'busy');
  server.refuse(activity, 'busy');
  const screen = await show(<Overview />, { at: '/admin' });
  await expect.element(screen.getByText('The overview could not be loaded.')).toBeVisible();
  await expect.element(screen.getByText('The figures could not be loaded.')).toBeVisible();
  server.answer(overview, { people: 2, reports_waiting: 0, claims_waiting: 0, dead_letters: 0 });
  await screen.getByRole('button', { name: 'Try again' }).first().click();
  await expect.element(screen.getByRole('link', { name: 'People', exact: true }).last()).toBeVisible();
  await expect.element(screen.getByText('The figures could not be loaded.')).toBeVisible();
  server.answer(activity, activityOf([]));
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('Visits asked for')).toBeVisible();
});

test('each figure is drawn, summed up in words, and listed day by day, the last one first', async () => {
  server.answer(activity, activityOf([4, 1, 1200]));
  const screen = await show(<Activity />);
  const figure = screen.getByRole('figure').filter({ hasText: 'Visits asked for' });
  await expect.element(figure.getByText('1,205', { exact: true })).toBeVisible();
  await expect.element(figure.getByRole('img', { name: /^1,205 from .*, most of them, 1,200, on / })).toBeVisible();
  const bars = [...figure.element().querySelectorAll('rect')].map((bar) => Number(bar.getAttribute('height')));
  expect(bars.slice(-3).map(Math.round)).toEqual([0, 0, 48]);
  await figure.getByText('Day by day').click();
  const counts = figure.getByRole('cell').elements();
  expect(counts.slice(0, 4).map(({ textContent }) => textContent)).toEqual(['1,200', '1', '4', '0']);
  await expect.element(screen.getByRole('img', { name: /^None from / }).first()).toBeVisible();
});

test('no email was given up, or they could not be loaded and are loaded again', async () => {
  server.refuse(letters, 'busy');
  const screen = await show(<DeadLetters />, { at: '/admin/letters' });
  await expect.element(screen.getByText('The emails could not be loaded.')).toBeVisible();
  server.answer(letters, []);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('No email was given up.')).toBeVisible();
});

test('an email that was given up says what, to whom, and why; another try asks first, and then it is gone', async () => {
  server.answer(letters, [letter, { ...letter, id: 6, kind: 'export', person: null, tries: 1, error: 'ENOSPC' }]);
  server.refuse(retry, 'busy');
  const screen = await show(<DeadLetters />, { at: '/admin/letters' });
  const card = screen.getByRole('article').first();
  await expect.element(card.getByRole('link', { name: 'ravi' })).toHaveAttribute('href', '/admin/users/2');
  await expect.element(card.getByText('12 tries · ECONNREFUSED')).toBeVisible();
  await expect.element(screen.getByText('1 try · ENOSPC')).toBeVisible();
  await card.getByRole('button', { name: 'Try again' }).click();
  const dialog = screen.getByRole('alertdialog', { name: 'Try to send it again?' });
  expect(server.asked(retry)).toEqual([]);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect.element(dialog.getByText('It was not saved.')).toBeVisible();
  server.answer(retry, {});
  server.answer(letters, []);
  await dialog.getByRole('button', { name: 'Try again' }).first().click();
  await expect.element(screen.getByText('No email was given up.')).toBeVisible();
  const [first, second] = server.asked(retry);
  expect([first?.params, second?.params]).toEqual([{ letter_id: '5' }, { letter_id: '5' }]);
  expect(second?.key).toBe(first?.key);
});

test('who may not administer sees no email', async () => {
  holds('moderator');
  const screen = await show(<DeadLetters />, { at: '/admin/letters' });
  await expect.element(screen.getByText('You do not have permission to access this page.')).toBeVisible();
  expect(server.asked(letters)).toEqual([]);
});

test('a grant wants a kind and a reason, and lasts to the end of its last day', async () => {
  server.answer(grant, {});
  const screen = await show(<Grants person={moderator} may />);
  await expect.element(screen.getByText(/^Since .*, for good$/)).toBeVisible();
  await screen.getByRole('button', { name: 'Give a grant' }).click();
  const dialog = screen.getByRole('alertdialog', { name: 'Give ravi a grant?' });
  const give = dialog.getByRole('button', { name: 'Give' });
  await give.click();
  for (const label of ['Grant', 'Reason'])
    await expect.element(dialog.getByLabelText(label)).toHaveAccessibleDescription(/This is required\.$/);
  expect(server.asked(grant)).toEqual([]);
  await dialog.getByLabelText('Grant').selectOptions('Verifier');
  await dialog.getByLabelText('Reason').fill('Holiday cover');
  await dialog.getByLabelText(/^Last day/).fill('2031-03-04');
  await give.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.asked(grant).map(({ params, body }) => [params, body])).toEqual([
    [{ user_id: '2' }, { grant: 'verifier', expires_at: '2031-03-04T18:30:00.000Z', reason: 'Holiday cover' }],
  ]);
});

test('without a last day a grant has no end; what was refused is said in the dialog', async () => {
  server.refuse(grant, 'wrong_state', { message: 'This account is disabled.' });
  const screen = await show(<Grants person={ravi} may />);
  await expect.element(screen.getByText('None. This person has the same rights as everybody.')).toBeVisible();
  await screen.getByRole('button', { name: 'Give a grant' }).click();
  const dialog = screen.getByRole('alertdialog');
  await dialog.getByLabelText('Grant').selectOptions('Moderator');
  await dialog.getByLabelText('Reason').fill('New here');
  await dialog.getByRole('button', { name: 'Give' }).click();
  await expect.element(dialog.getByText('This account is disabled.')).toBeVisible();
  expect(server.asked(grant)[0]?.body).toEqual({ grant: 'moderator', expires_at: null, reason: 'New here' });
});

test('a grant is taken back with a reason', async () => {
  server.answer(revoke, {});
  const expires_at = '2031-03-04T18:30:00Z';
  const screen = await show(
    <Grants person={{ ...moderator, grants: [{ ...moderator.grants[0]!, expires_at }] }} may />,
  );
  await expect.element(screen.getByText(/^Since .*, until .*2031/)).toBeVisible();
  await screen.getByRole('button', { name: /^Take back/ }).click();
  const dialog = screen.getByRole('alertdialog', { name: 'Moderator: take it back from ravi?' });
  await dialog.getByLabelText('Reason').fill('Left');
  await dialog.getByRole('button', { name: 'Take it back' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.asked(revoke).map(({ body }) => body)).toEqual([{ grant: 'moderator', reason: 'Left' }]);
});

test.for([
  ['of one’s own', moderator, false, []],
  ['of a disabled account', { ...moderator, disabled: true }, true, ['Take back: Moderator']],
] as const)('grants %s', async ([, person, may, buttons]) => {
  const screen = await show(<Grants person={person} may={may} />);
  await expect.element(screen.getByText('Moderator', { exact: true })).toBeVisible();
  expect(
    screen
      .getByRole('button')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(buttons);
});
