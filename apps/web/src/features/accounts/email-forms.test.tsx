import { expect, test, vi } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { ChangeEmailForm } from './change-email-form.tsx';
import { ConfirmEmail } from './confirm-email.tsx';
import { ForgotPasswordForm } from './forgot-password-form.tsx';

test('a link for a new password: an address that is none is not sent', async () => {
  const screen = await show(<ForgotPasswordForm />, { signedIn: false });
  await screen.getByLabelText('Email').fill('asha');
  await screen.getByRole('button', { name: 'Send me a link' }).click();
  await expect
    .element(screen.getByLabelText('Email'))
    .toHaveAccessibleDescription('Please enter an email address like name@example.org.');
});

test('a link for a new password: refused, then sent', async () => {
  server.refuse('POST /forgot-password/', 'too_many_requests');
  const screen = await show(<ForgotPasswordForm />, { signedIn: false });
  await screen.getByLabelText('Email').fill('asha@example.org');
  await screen.getByRole('button', { name: 'Send me a link' }).click();
  await expect.element(screen.getByText('The email could not be requested.')).toBeVisible();
  server.answer('POST /forgot-password/', {});
  await screen.getByRole('button', { name: 'Send me a link' }).click();
  await expect.element(screen.getByText('Please check your inbox.')).toBeVisible();
});

test('an address is confirmed at a press, not when the page is opened', async () => {
  server.answer('POST /verify-email/', { email: 'asha@example.org', factors_removed: true });
  const screen = await show(<ConfirmEmail token="t0ken" />, { signedIn: false });
  expect(server.asked('POST /verify-email/')).toEqual([]);
  await screen.getByRole('button', { name: 'Confirm this address' }).click();
  await expect.element(screen.getByText('Thank you, your email address is confirmed.')).toBeVisible();
  await expect.element(screen.getByText('asha@example.org')).toBeVisible();
  await expect.element(screen.getByText(/^The second step that was set up before/)).toBeVisible();
});

test('a link that has ended confirms nothing', async () => {
  server.refuse('POST /verify-email/', 'link_ended');
  const screen = await show(<ConfirmEmail token="t0ken" />, { signedIn: false });
  await screen.getByRole('button', { name: 'Confirm this address' }).click();
  await expect.element(screen.getByText('Your email address was not confirmed.')).toBeVisible();
});

test('another address takes the password, and one try has one key', async () => {
  const onClose = vi.fn<() => void>();
  const message = 'This is not your password.';
  server.refuse('POST /account/email/', 'invalid_input', { errors: [{ field: 'current_password', message }] });
  const screen = await show(<ChangeEmailForm username="asha" onClose={onClose} />);
  await screen.getByLabelText('New email address').fill('rao@example.org');
  const send = screen.getByRole('button', { name: 'Send an email to the new address' });
  await send.click();
  await expect.element(screen.getByLabelText('Current password')).toHaveAccessibleDescription('This is required.');
  await screen.getByLabelText('Current password').fill('wet otters sing');
  await send.click();
  await expect.element(screen.getByLabelText('Current password')).toHaveAccessibleDescription(message);
  expect(onClose).not.toHaveBeenCalled();
  server.answer('POST /account/email/', {});
  await screen.getByLabelText('Current password').fill('dry badgers hum');
  await send.click();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const [first, second] = server.asked('POST /account/email/');
  expect(second?.body).toEqual({ email: 'rao@example.org', current_password: 'dry badgers hum' });
  expect(second?.key).toBe(first?.key);
});
