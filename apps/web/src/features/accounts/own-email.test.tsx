import { expect, test } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { OwnEmail } from './own-email.tsx';

const email = { email: 'asha@example.org', verified: true, change_to: null };

test('what could not be loaded is tried again', async () => {
  server.refuse('GET /account/email/', 'busy');
  const screen = await show(<OwnEmail username="asha" />);
  await expect.element(screen.getByText('Your email address could not be loaded.')).toBeVisible();
  server.answer('GET /account/email/', email);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('Confirmed', { exact: true })).toBeVisible();
});

test('one that is not confirmed has its letter sent again; a refusal is said', async () => {
  server.answer('GET /account/email/', { ...email, verified: false });
  server.refuse('POST /account/email/verification/', 'too_many_requests');
  const screen = await show(<OwnEmail username="asha" />);
  await expect.element(screen.getByText('Not confirmed yet')).toBeVisible();
  const send = screen.getByRole('button', { name: /again/ });
  await send.click();
  await expect.element(screen.getByText('The email was not sent.')).toBeVisible();
  server.answer('POST /account/email/verification/', {});
  await send.click();
  await expect.element(screen.getByText(/^The email is on its way/)).toBeVisible();
});

test('a change that waits names the new address', async () => {
  server.answer('GET /account/email/', { ...email, change_to: 'rao@example.org' });
  const screen = await show(<OwnEmail username="asha" />);
  await expect.element(screen.getByText(/An email went to rao@example.org/)).toBeVisible();
});

test('whoever gives up the change is back at its button', async () => {
  server.answer('GET /account/email/', email);
  const screen = await show(<OwnEmail username="asha" />);
  const change = screen.getByRole('button', { name: 'Change email address' });
  await change.click();
  await expect.element(screen.getByLabelText('New email address')).toBeVisible();
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(change).toHaveFocus();
});
