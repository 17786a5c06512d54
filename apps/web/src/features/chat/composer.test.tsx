import { beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { show } from '../../../test/show.tsx';
import { dropSession } from '../../lib/session/session.ts';
import { Composer } from './composer.tsx';

const onSend = vi.fn<(content: string) => void>();
const onTyping = vi.fn<() => void>();

beforeEach(() => {
  onSend.mockReset();
  onTyping.mockReset();
});

const shown = (signedIn = true) =>
  show(<Composer draft="room 3" onSend={onSend} onTyping={onTyping} />, { at: '/room/3', signedIn });

test('Enter sends what was written without the blanks around it, and the field is empty and has the focus', async () => {
  const screen = await shown();
  const field = screen.getByLabelText('Message');
  await field.fill('  Good morning ');
  await userEvent.keyboard('{Enter}');
  expect(onSend.mock.calls).toEqual([['Good morning']]);
  await expect.element(field).toHaveValue('');
  await expect.element(field).toHaveFocus();
});

test('Shift and Enter begin a new line', async () => {
  const screen = await shown();
  await screen.getByLabelText('Message').fill('Good');
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}morning');
  await expect.element(screen.getByLabelText('Message')).toHaveValue('Good\nmorning');
  expect(onSend).not.toHaveBeenCalled();
});

test('blanks are not sent', async () => {
  const screen = await shown();
  await screen.getByLabelText('Message').fill(' \n ');
  await screen.getByRole('button', { name: 'Send' }).click();
  expect(onSend).not.toHaveBeenCalled();
  expect(onTyping).not.toHaveBeenCalled();
});

test('others learn that one is writing, but not of each letter', async () => {
  const screen = await shown();
  await screen.getByLabelText('Message').click();
  await userEvent.keyboard('Good morning');
  expect(onTyping).toHaveBeenCalledTimes(1);
});

test('where the session has ended meanwhile, nothing is sent and the text stays as a draft', async () => {
  const screen = await shown();
  await screen.getByLabelText('Message').fill('Good morning');
  dropSession();
  const link = screen.getByRole('link', { name: 'Sign in to write' });
  await expect.element(link).toHaveAttribute('href', '/login?next=%2Froom%2F3');
  expect(onSend).not.toHaveBeenCalled();
});

test('whoever is signed out is led to the login, and back to this room', async () => {
  const screen = await shown(false);
  const link = screen.getByRole('link', { name: 'Sign in to write' });
  await expect.element(link).toHaveAttribute('href', '/login?next=%2Froom%2F3');
  expect(screen.getByLabelText('Message').elements()).toEqual([]);
});
