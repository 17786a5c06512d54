import { expect, test } from 'vitest';
import { show } from '../../../test/show.tsx';
import { NextSteps } from './next-steps.tsx';

test('a new provider is led to the hours, to the verification and to the profile', async () => {
  const screen = await show(<NextSteps user={7} listed />);
  const ways = screen.getByRole('link').elements();
  expect(ways.map((link) => link.getAttribute('href'))).toEqual(['/schedule', '/verification', '/profile/7']);
  await expect.element(screen.getByText('Your profile is saved.', { exact: true })).toBeVisible();
  expect(document.activeElement?.id).toBe('main');
});

test('one who is not listed yet reads what it waits for', async () => {
  const screen = await show(<NextSteps user={7} listed={false} />, { site: { providers: 'approved' } });
  await expect.element(screen.getByText(/It is listed as soon as your registration is verified\.$/)).toBeVisible();
  await expect.element(screen.getByText('It is listed only while your email address is confirmed.')).toBeVisible();
  await expect.element(screen.getByRole('link', { name: /profile/ })).not.toBeInTheDocument();
});
