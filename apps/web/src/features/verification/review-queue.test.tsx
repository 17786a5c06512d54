import type { Claim } from '@carecommons/contract/verification';
import { beforeEach, expect, test } from 'vitest';
import { submittedClaim as claim } from '../../../test/claims.ts';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { ReviewQueue } from './review-queue.tsx';

const list = 'GET /apis/verification/';
const take = 'POST /apis/verification/:claim_id/take/';
const release = 'POST /apis/verification/:claim_id/release/';
const me = 1;

const mine = {
  reviewer: { id: me, username: 'asha' },
  state: 'in_review',
  taken_at: new Date().toISOString(),
} as const;
const hers = { ...mine, reviewer: { id: 9, username: 'meera' } };

beforeEach(() => server.answer('GET /check/', { role: 'patient', grants: ['verifier'] }));

const shown = (state: 'waiting' | 'decided' = 'waiting') => show(<ReviewQueue state={state} me={me} />);
const buttons = (screen: Awaited<ReturnType<typeof shown>>) =>
  screen
    .getByRole('button')
    .elements()
    .map(({ textContent }) => textContent);

test.for([
  ['waiting', 'Nobody is waiting for a check.'],
  ['decided', 'Nothing was decided yet.'],
] as const)('the list of the %s says that it is empty, or that it could not be loaded', async ([state, empty]) => {
  server.refuse(list, 'busy');
  const screen = await shown(state);
  await expect.element(screen.getByText('This list could not be loaded.')).toBeVisible();
  server.answer(list, []);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText(empty)).toBeVisible();
  expect(server.asked(list).at(-1)?.query).toEqual({ state });
});

test('a claim is taken into review, which a failure says, and then can be decided', async () => {
  server.answer(list, [claim]);
  server.refuse(take, 'wrong_state', { message: 'Somebody else has taken it.' });
  const screen = await shown();
  await screen.getByRole('button', { name: /^Take into review: / }).click();
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Somebody else has taken it.');
  server.answer(take, () => {
    server.answer(list, [{ ...claim, ...mine }]);
    return {};
  });
  await screen.getByRole('button', { name: /^Take into review: / }).click();
  await expect.element(screen.getByRole('button', { name: /^Verify: / })).toHaveFocus();
  expect(buttons(screen)).toEqual(['Verify', 'Reject', 'Give back']);
});

test('a claim is given back', async () => {
  server.answer(list, [{ ...claim, ...mine }]);
  server.answer(release, () => {
    server.answer(list, [claim]);
    return {};
  });
  const screen = await shown();
  await screen.getByRole('button', { name: /^Give back: / }).click();
  await expect.element(screen.getByRole('button', { name: /^Take into review: / })).toBeVisible();
});

const long = '2026-01-05T09:00:00Z';
test.for<[name: string, changes: Partial<Claim>, text: string, buttons: string[]]>([
  ['of one’s own', { provider: { ...claim.provider, user: me } }, 'This is your own. Another verifier checks it.', []],
  ['that another one has', hers, 'meera has it in review.', []],
  ['that another one has left lying', { ...hers, taken_at: long }, 'meera has it in review.', ['Take over']],
  ['that was verified', { state: 'verified', verified_until: '2031-03-04T08:00:00Z' }, '4 Mar 2031', []],
  ['that was rejected', { state: 'rejected', reason: 'The number is not known.' }, 'The number is not known.', []],
  [
    'from which the profile differs',
    { ...mine, changes: ['name', 'council'] },
    'Name, Medical council',
    ['Verify', 'Reject', 'Give back'],
  ],
  [
    'whose registration another one has',
    { taken: true },
    'Another provider is verified with this registration number and council.',
    ['Take into review'],
  ],
  ['without documents', { file_count: 0 }, 'no documents any more', ['Take into review']],
])('a claim %s', async ([, changes, text, expected]) => {
  server.answer(list, [{ ...claim, ...changes }]);
  const screen = await shown();
  await expect.element(screen.getByText(text, { exact: false }).first()).toBeVisible();
  expect(buttons(screen)).toEqual(expected);
});
