import { expect, test } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { ErasureForm } from './erasure-form.tsx';

const form = <ErasureForm username="asha" onClose={() => {}} />;
const erase = { name: 'Erase my account' };

test('takes name and password; what is refused is said beside the field', async () => {
  const screen = await show(form);
  await screen.getByRole('button', erase).click();
  await expect.element(screen.getByLabelText('Current password')).toHaveAccessibleDescription('This is required.');
  const message = 'This is not your username.';
  server.refuse('POST /account/erasure/', 'invalid_input', { errors: [{ field: 'username', message }] });
  await screen.getByLabelText('Your username').fill('ravi');
  await screen.getByLabelText('Current password').fill('wet otters sing');
  await screen.getByRole('button', erase).click();
  await expect.element(screen.getByLabelText('Your username')).toHaveAccessibleDescription(new RegExp(message));
  await expect.element(screen.getByText('Your account was not erased.')).toBeVisible();
  expect(server.asked('POST /account/erasure/').map(({ body }) => body)).toEqual([
    { username: 'ravi', current_password: 'wet otters sing' },
  ]);
});
