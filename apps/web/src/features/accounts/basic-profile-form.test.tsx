import { expect, test, vi } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { BasicProfileForm } from './basic-profile-form.tsx';

test('begins with what is saved, and names what the server finds wrong', async () => {
  const onSaved = vi.fn<() => void>();
  const message = 'Please enter a phone number, such as +91 98765 43210.';
  server.refuse('POST /register/user/basic/', 'invalid_input', { errors: [{ field: 'phone', message }] });
  const profile = { name: 'Asha Rao', about: '', phone: '12' };
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

test('begins with a sentence about oneself that can be kept or changed', async () => {
  const empty = { name: null, about: null, phone: null };
  const saved = { name: 'Asha Rao', phone: '+91 98765 43210', role: 'patient' as const };
  server.answer('POST /register/user/basic/', ({ body }) => ({ ...saved, about: body.about }));
  const onSaved = vi.fn<() => void>();
  const screen = await show(<BasicProfileForm profile={empty} onSaved={onSaved} />);
  await screen.getByLabelText('Name').fill(saved.name);
  await screen.getByLabelText('Phone').fill(saved.phone);
  await screen.getByRole('button', { name: 'Save profile' }).click();
  await expect.poll(() => onSaved.mock.calls.length).toBe(1);
  expect(server.asked('POST /register/user/basic/')[0]?.body.about).toBe('I am here to find the right care.');
});
