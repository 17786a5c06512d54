import { expect, test } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { ConfirmYourEmail } from './confirm-your-email.tsx';

const own = { email: 'asha@example.org', verified: false, change_to: null };

test('an address that is not confirmed gets its letter again by one press', async () => {
  server.answer('GET /account/email/', own);
  server.answer('POST /account/email/verification/', {});
  const screen = await show(<ConfirmYourEmail />);
  await expect.element(screen.getByText(/We sent a link to asha@example\.org\./)).toBeVisible();
  await screen.getByRole('button', { name: 'Send the email again' }).click();
  await expect.element(screen.getByText(/^The email is on its way/)).toBeVisible();
  expect(server.asked('POST /account/email/verification/')).toHaveLength(1);
});

test('of a confirmed one nothing is said', async () => {
  server.answer('GET /account/email/', { ...own, verified: true });
  const screen = await show(<ConfirmYourEmail />);
  await expect.poll(() => server.asked('GET /account/email/').length).toBe(1);
  await expect.element(screen.getByText(/confirm/)).not.toBeInTheDocument();
});
