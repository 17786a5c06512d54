import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { providerOf } from '../../../test/providers.ts';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { ProviderProfile } from './provider-profile.tsx';

const provider = providerOf('Dr. Mehta');

test.each([
  ['of somebody else leads to booking', false, 'Book Appointment', 'Edit your provider profile'],
  ['of their own leads providers to its form', true, 'Edit your provider profile', 'Book Appointment'],
])('a profile %s', async (_, own, shown, missing) => {
  server.answer('GET /api/next-times/', []);
  await show(
    <ProviderProfile provider={provider} own={own}>
      {null}
    </ProviderProfile>,
  );
  await expect.element(page.getByRole('link', { name: shown })).toBeVisible();
  expect(page.getByRole('link', { name: missing }).elements()).toEqual([]);
});
