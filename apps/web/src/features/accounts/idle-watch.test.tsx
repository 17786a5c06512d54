import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { watchLeaving } from '../../../test/leaving.ts';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { isSignedIn } from '../../lib/session/session.ts';
import { IdleWatch } from './idle-watch.tsx';

const rules = 'GET /account/session-rules/';
const refresh = 'POST /token/refresh/';
const login = '/login?next=%2Frecord%3Fview%3Dall#idle';
const minuteMs = 60_000;

beforeEach(() => {
  sessionStorage.clear();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  server.answer(rules, { sign_out_after_minutes: 10, second_factor: null });
});
afterEach(() => void vi.useRealTimers());

/** Shows a page that was opened just now, once it knows after how long somebody is signed out. */
async function shown() {
  const screen = await show(<IdleWatch />, { at: '/record?view=all' });
  await expect.poll(() => server.asked(rules)).toHaveLength(1);
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  return { screen, dialog: screen.getByRole('alertdialog', { name: 'You will be signed out in 1 minute' }) };
}

/** Lets time pass, with its last second. */
async function pass(ms: number) {
  vi.setSystemTime(Date.now() + ms - 1000);
  await vi.advanceTimersByTimeAsync(1000);
}

test('where the site sets no limit, nobody is signed out', async () => {
  server.answer(rules, { sign_out_after_minutes: null, second_factor: null });
  const screen = await show(<IdleWatch />);
  await expect.poll(() => server.asked(rules)).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
  await pass(600 * minuteMs);
  expect(screen.getByRole('alertdialog').elements()).toEqual([]);
  expect(isSignedIn()).toBe(true);
});

test('it warns a minute before; to stay renews the session as active', async () => {
  server.answer(refresh, { access: 'next', refresh: 'next' });
  const { dialog } = await shown();
  await pass(9 * minuteMs - 1000);
  await expect.element(dialog).not.toBeInTheDocument();
  await pass(1000);
  await expect.element(dialog).toBeVisible();
  // Time also passes while the dialog is awaited.
  expect(Date.now() - Number(sessionStorage.getItem('active'))).toBeLessThan(9 * minuteMs + 2000);
  await dialog.getByRole('button', { name: 'Stay signed in' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(() => server.asked(refresh).map(({ body }) => body.active)).toEqual([0]);
  await pass(9 * minuteMs - 1000);
  await expect.element(dialog).not.toBeInTheDocument();
});

test('Escape stays signed in as well', async () => {
  server.answer(refresh, { access: 'next', refresh: 'next' });
  const { dialog } = await shown();
  await pass(9 * minuteMs);
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await pass(minuteMs);
  expect(isSignedIn()).toBe(true);
});

test('a key that is pressed in this tab, or in another one, is activity', async () => {
  const { dialog } = await shown();
  await pass(8 * minuteMs);
  await userEvent.keyboard('a');
  await pass(8 * minuteMs);
  await expect.element(dialog).not.toBeInTheDocument();
  const other = new BroadcastChannel('activity');
  other.postMessage(Date.now());
  await expect.poll(() => Number(sessionStorage.getItem('active'))).toBe(Date.now());
  other.close();
  await pass(8 * minuteMs);
  await expect.element(dialog).not.toBeInTheDocument();
  await pass(minuteMs);
  await expect.element(dialog).toBeVisible();
});

test('at the end the server ends the session, and the page leads to the login and back', async () => {
  const left = watchLeaving();
  server.refuse(refresh, 'session_ended');
  await shown();
  await pass(10 * minuteMs);
  await expect.poll(() => left).toEqual([login]);
  expect(isSignedIn()).toBe(false);
  expect(server.asked(refresh).map(({ body }) => body.active)).toEqual([600]);
});

test.for([
  ['without a network', () => server.lose(refresh)],
  ['while the server cannot answer', () => server.refuse(refresh, 'busy')],
] as const)('%s nobody stays signed in either', async ([, fail]) => {
  const left = watchLeaving();
  fail();
  await shown();
  await pass(10 * minuteMs);
  await expect.poll(() => left).toEqual([login]);
  expect(isSignedIn()).toBe(false);
});

test('who is active on another device stays signed in, and is asked again a minute later', async () => {
  const left = watchLeaving();
  server.answer(refresh, { access: 'next', refresh: 'next' });
  const { dialog } = await shown();
  await pass(10 * minuteMs);
  await expect.poll(() => localStorage.getItem('access')).toBe('next');
  await expect.element(dialog).toBeVisible();
  server.refuse(refresh, 'session_ended');
  await pass(minuteMs);
  await expect.poll(() => left).toEqual([login]);
  expect(server.asked(refresh)).toHaveLength(2);
});
