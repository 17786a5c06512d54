import type { Evidence, OwnVerification as Own } from '@carecommons/contract/verification';
import { useQuery } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { ownVerificationQuery } from './api.ts';
import { OwnVerification } from './own-verification.tsx';

const read = 'GET /api/verification/';
const add = 'POST /api/verification/files/';
const remove = 'DELETE /api/verification/files/:file_id/';
const submit = 'POST /api/verification/submit/';
const withdraw = 'POST /api/verification/withdraw/';

const none: Own = {
  registration_number: 'KMC 1234',
  council: 'Karnataka Medical Council',
  verified: false,
  verified_until: null,
  changes: [],
  suspended_at: null,
  suspended_reason: null,
  claim: null,
};
const file: Evidence = {
  id: 3,
  media_type: 'application/pdf',
  bytes: 900,
  added_at: '2026-01-05T08:00:00Z',
  view: '/files/verification/3/?token=x',
};
const claim: NonNullable<Own['claim']> = {
  id: 7,
  state: 'draft',
  changes: [],
  submitted_at: null,
  decided_at: null,
  reason: null,
  files: [file],
  files_deleted_at: null,
};
const submitted = { ...none, claim: { ...claim, state: 'submitted', submitted_at: '2026-01-06T08:00:00Z' } } as const;

/** As the page has it: with what the cache holds. */
function Page() {
  const { data } = useQuery(ownVerificationQuery(useApi()));
  return data && <OwnVerification own={data} />;
}
async function shown(own: Own) {
  server.answer(read, own);
  return await show(<Page />, { at: '/verification' });
}

test('without a registration in the profile, it is led there before anything can be uploaded', async () => {
  const screen = await shown({ ...none, council: null });
  await expect.element(screen.getByRole('link', { name: 'Add them to your profile' })).toBeVisible();
  expect(screen.getByLabelText('Document').elements()).toEqual([]);
});

test('says of a document why it cannot be added, before it is sent', async () => {
  const screen = await shown(none);
  const field = screen.getByLabelText('Document');
  const press = () => screen.getByRole('button', { name: 'Add the document' }).click();
  await press();
  await expect.element(field).toHaveAccessibleDescription(/This is required\.$/);
  await field.upload(new File(['x'], 'letter.txt', { type: 'text/plain' }));
  await press();
  await expect.element(field).toHaveAccessibleDescription(/Please choose a PDF, PNG or JPEG file\.$/);
  await field.upload(new File([], 'letter.pdf', { type: 'application/pdf' }));
  await press();
  await expect.element(field).toHaveAccessibleDescription(/This file is empty\. Please choose another one\.$/);
  expect(server.asked(add)).toEqual([]);
});

test('a document that was not added stays chosen, goes with the same key, and can then be submitted', async () => {
  server.refuse(add, 'storage_full');
  const screen = await shown(none);
  expect(screen.getByRole('button', { name: /^Submit for verification/ }).elements()).toEqual([]);
  await screen.getByLabelText('Document').upload(new File(['%PDF'], 'card.pdf', { type: 'application/pdf' }));
  await screen.getByRole('button', { name: 'Add the document' }).click();
  await expect.element(screen.getByText('The document was not added.')).toBeVisible();
  server.answer(add, () => {
    server.answer(read, { ...none, claim });
    return file;
  });
  await screen.getByRole('button', { name: 'Add the document' }).click();
  await expect.element(screen.getByRole('button', { name: /^Submit for verification/ })).toBeVisible();
  const [first, second] = server.asked(add);
  expect(second?.key).toBe(first?.key);
  server.refuse(submit, 'registration_taken');
  await screen.getByRole('button', { name: /^Submit for verification/ }).click();
  await expect.element(screen.getByText('It was not submitted.')).toBeVisible();
  server.answer(submit, () => {
    server.answer(read, submitted);
    return {};
  });
  await screen.getByRole('button', { name: /^Submit for verification/ }).click();
  await expect.element(screen.getByRole('heading', { name: /^Submitted on/ })).toBeVisible();
});

test('a document can be removed, and where that failed it is said', async () => {
  server.refuse(remove, 'busy');
  const screen = await shown({ ...none, claim });
  await screen.getByRole('button', { name: 'Remove document 1' }).click();
  await expect.element(screen.getByText('It was not removed.')).toBeVisible();
  server.answer(remove, () => {
    server.answer(read, none);
    return {};
  });
  await screen.getByRole('button', { name: 'Remove document 1' }).click();
  await expect.poll(() => screen.getByRole('button', { name: 'Remove document 1' }).elements()).toEqual([]);
  expect(server.asked(remove).map(({ params }) => params.file_id)).toEqual(['3', '3']);
});

test('what is submitted can be withdrawn after a question, and nothing else be added meanwhile', async () => {
  server.answer(withdraw, () => {
    server.answer(read, { ...none, claim: { ...claim, state: 'withdrawn', files: [] } });
    return {};
  });
  const screen = await shown(submitted);
  await expect.element(screen.getByText(/^A verifier checks your documents\./)).toBeVisible();
  expect(screen.getByLabelText('Document').elements()).toEqual([]);
  await screen.getByRole('button', { name: 'Withdraw' }).click();
  const dialog = screen.getByRole('alertdialog', { name: 'Withdraw what you submitted?' });
  expect(server.asked(withdraw)).toEqual([]);
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await expect.element(screen.getByText(/^You have withdrawn what you submitted\./)).toBeVisible();
});

const farAway = '2036-01-05T08:00:00Z';
const soon = () => new Date(Date.now() + 5 * 86_400_000).toISOString();
test.for([
  [
    'rejected',
    { claim: { ...claim, state: 'rejected', reason: 'The scan cannot be read.' } },
    'Reason: The scan',
    true,
  ],
  ['expired', { claim: { ...claim, state: 'expired' } }, 'Your verification has ended.', true],
  ['lapsed', { claim: { ...claim, state: 'lapsed' } }, 'Your profile names another registration now', true],
  [
    'verified',
    { verified: true, verified_until: farAway, claim: { ...claim, state: 'verified' } },
    'If you change your name, education',
    false,
  ],
  [
    'verified, but soon no longer',
    { verified: true, verified_until: soon(), claim: { ...claim, state: 'verified' } },
    'Your verification ends soon.',
    true,
  ],
  [
    'verified, but changed since',
    { verified_until: farAway, changes: ['education'], claim: { ...claim, state: 'verified' } },
    'Your profile is not what was verified until',
    true,
  ],
  ['suspended', { suspended_at: farAway, suspended_reason: 'Complaints' }, 'Reason: Complaints', true],
] as const)('says how it stands: %s', async ([, more, message, mayAdd]) => {
  const screen = await shown({ ...none, ...more } as Own);
  await expect.element(screen.getByText(message, { exact: false })).toBeVisible();
  expect(screen.getByLabelText('Document').elements()).toHaveLength(mayAdd ? 1 : 0);
});
