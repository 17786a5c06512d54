import type { Passkey } from '@carecommons/contract/second-factor';
import { expect, test } from 'vitest';
import { server } from '../../../../test/server.ts';
import { show } from '../../../../test/show.tsx';
import { OwnPasskeys } from './own-passkeys.tsx';

const remove = 'POST /account/second-factor/passkeys/:passkey_id/remove/';
const rename = 'PATCH /account/second-factor/passkeys/:passkey_id/';
const phone: Passkey = { id: 3, name: 'My phone', added_at: '2026-01-05T08:00:00Z', last_used_at: null };

interface More {
  passkeys?: readonly Passkey[];
  possible?: boolean;
  mayChange?: boolean;
}
const shown = ({ passkeys = [phone], possible = true, mayChange = true }: More = {}) =>
  show(
    <OwnPasskeys username="asha" passkeys={passkeys} possible={possible} mayChange={mayChange} onCodes={() => {}} />,
    { at: '/account' },
  );

test('says where there can be none, and offers none there', async () => {
  const screen = await shown({ passkeys: [], possible: false });
  await expect.element(screen.getByText(/^Passkeys do not work at this address of the site\./)).toBeVisible();
  expect(screen.getByRole('button').elements()).toEqual([]);
});

test('without a second factor in the session they are shown, and nothing can be changed', async () => {
  const screen = await shown({ mayChange: false });
  await expect.element(screen.getByText(/^Added .*, not used yet$/)).toBeVisible();
  expect(screen.getByRole('button').elements()).toEqual([]);
});

test('when one was last used is said', async () => {
  const screen = await shown({ passkeys: [{ ...phone, last_used_at: '2026-01-07T08:00:00Z' }] });
  await expect.element(screen.getByText(/^Added .*, last used .*7/)).toBeVisible();
});

test('adding one wants a name and the password before the browser is asked', async () => {
  const screen = await shown({ passkeys: [] });
  await screen.getByRole('button', { name: 'Add a passkey' }).click();
  await expect.element(screen.getByLabelText('Name')).toHaveFocus();
  await screen.getByRole('button', { name: 'Add the passkey' }).click();
  await expect.element(screen.getByLabelText('Name')).toHaveAccessibleDescription(/This is required\.$/);
  await expect.element(screen.getByLabelText('Current password')).toHaveAccessibleDescription(/This is required\.$/);
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(screen.getByRole('button', { name: 'Add a passkey' })).toHaveFocus();
});

test('removing one wants the right password', async () => {
  const message = 'This password is not correct.';
  server.refuse(remove, 'invalid_input', { errors: [{ field: 'current_password', message }] });
  const screen = await shown();
  await screen.getByRole('button', { name: 'Remove My phone' }).click();
  const go = screen.getByRole('button', { name: 'Remove the passkey' });
  const field = screen.getByLabelText('Current password');
  await go.click();
  await expect.element(field).toHaveAccessibleDescription('This is required.');
  await field.fill('wrong');
  await go.click();
  await expect.element(field).toHaveAccessibleDescription(message);
  server.answer(remove, {});
  await field.fill('seven grey herons');
  await go.click();
  await expect.poll(() => go.elements()).toEqual([]);
  expect(server.asked(remove).map(({ params, body }) => [params.passkey_id, body.current_password])).toEqual([
    ['3', 'wrong'],
    ['3', 'seven grey herons'],
  ]);
});

test('a name is changed, and stays as it was where that is refused or left', async () => {
  server.refuse(rename, 'busy');
  const screen = await shown();
  await screen.getByRole('button', { name: 'Rename My phone' }).click();
  const field = screen.getByLabelText('Name');
  await expect.element(field).toHaveValue('My phone');
  await field.fill('');
  await screen.getByRole('button', { name: 'Save the name' }).click();
  await expect.element(field).toHaveAccessibleDescription('This is required.');
  await field.fill('My old phone');
  await screen.getByRole('button', { name: 'Save the name' }).click();
  await expect.element(screen.getByText('The name was not saved.')).toBeVisible();
  server.answer(rename, {});
  await screen.getByRole('button', { name: 'Save the name' }).click();
  await expect.element(screen.getByRole('button', { name: 'Rename My phone' })).toHaveFocus();
  expect(server.asked(rename).at(-1)?.body).toEqual({ name: 'My old phone' });
});
