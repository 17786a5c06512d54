import { afterEach, expect, test } from 'vitest';
import { watchLeaving } from '../../../test/leaving.ts';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { findKept, eraseKept, hasKept, saveKept } from '../../lib/kept/kept.ts';
import { arrive } from '../../lib/session/arrival.ts';
import { isSignedIn } from '../../lib/session/session.ts';
import { AskForDrafts } from './ask-for-drafts.tsx';
import { useLogOut } from './log-out.ts';

const line = 'POST /logout/';
const person = 41;

function LogOut() {
  const { answer } = useLogOut();
  return answer === undefined ? <p>No question</p> : <AskForDrafts onAnswer={answer} />;
}

/** Opens the page by something on this site, or by its address. */
async function opened(by: 'site' | 'address' = 'site') {
  window.history.replaceState(null, '', by === 'site' ? '/' : '/logout');
  arrive('own');
  return await show(<LogOut />, { at: '/logout', person });
}

/** Leaves a draft of the person's in this browser. */
async function leaveDraft() {
  const screen = await show(<p>A page</p>, { person });
  saveKept(String(person), 'note', 'What I wrote');
  await expect.poll(() => hasKept(String(person))).toBe(true);
  await screen.unmount();
}

afterEach(() => eraseKept(String(person)));

test('ends the session once, and leads home where no draft is left', async () => {
  const left = watchLeaving();
  server.answer(line, {});
  await opened();
  await expect.poll(() => left).toEqual(['/']);
  expect(server.asked(line).map(({ body }) => body)).toEqual([{ refresh_token: 'refresh' }]);
  expect(isSignedIn()).toBe(false);
});

test('where it failed, the person stays signed in and is told nothing', async () => {
  const left = watchLeaving();
  server.lose(line);
  const screen = await opened();
  await expect.poll(() => server.asked(line)).toHaveLength(1);
  await expect.element(screen.getByText('No question')).toBeVisible();
  expect([isSignedIn(), left]).toEqual([true, []]);
});

test.for([
  ['erased', 'Erase them', false],
  ['kept', 'Keep them on this device', true],
] as const)('drafts are %s as the person answers, once the session is over', async ([, name, stay]) => {
  await leaveDraft();
  const left = watchLeaving();
  server.answer(line, {});
  const screen = await opened();
  const dialog = screen.getByRole('alertdialog', { name: 'Erase your drafts?' });
  await expect.element(dialog).toBeVisible();
  expect([isSignedIn(), left]).toEqual([false, []]);
  await dialog.getByRole('button', { name }).click();
  await expect.poll(() => left).toEqual(['/']);
  expect(await hasKept(String(person))).toBe(stay);
});

test('drafts that were kept can be read by nobody who is signed out', async () => {
  await leaveDraft();
  watchLeaving();
  server.answer(line, {});
  const screen = await opened();
  await screen.getByRole('button', { name: 'Keep them on this device' }).click();
  expect(await findKept(String(person), 'note')).toBe(undefined);
});

test('an address that was typed shows nothing, and the drafts go', async () => {
  await leaveDraft();
  const left = watchLeaving();
  server.answer(line, {});
  const screen = await opened('address');
  await expect.poll(() => left).toEqual(['/']);
  expect(screen.getByRole('alertdialog').elements()).toEqual([]);
  expect(await hasKept(String(person))).toBe(false);
});
