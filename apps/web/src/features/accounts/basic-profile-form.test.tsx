import { expect, test, vi } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { BasicProfileForm } from './basic-profile-form.tsx';

test('begins with what is saved, and names what the server finds wrong', async () => {
  const onSaved = vi.fn<() => void>();
  const message = 'Please enter a phone number, such as +91 98765 43210.';
  server.refuse('POST /register/user/basic/', 'invalid_input', { errors: [{ field: 'phone', message }] });
  const profile = { name: 'Asha Rao', about: null, phone: '12' };
  const screen = await show(<BasicProfileForm profile={profile} onSaved={onSaved} />);
  await expect.element(screen.getByLabelText('Name')).toHaveValue('Asha Rao');
  await screen.getByRole('button', { name: 'Save profile' }).click();
  await expect.element(screen.getByLabelText('About')).toHaveAccessibleDescription(/This is required\.$/);
  await screen.getByLabelText('About').fill('Two children.');
  await screen.getByLabelText('Phone').fill('+91 98765');
  await screen.getByRole('button', { name: 'Save profile' }).click();
  await expect.element(screen.getByText('Failed to update profile. Please try again.')).toBeVisible();
  await expect.element(screen.getByLabelText('Phone')).toHaveFocus();
  expect(onSaved).not.toHaveBeenCalled();
});
