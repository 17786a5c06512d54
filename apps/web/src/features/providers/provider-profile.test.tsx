import type { Provider } from '@carecommons/contract/providers';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { ProviderProfile } from './provider-profile.tsx';

const provider: Provider = {
  user: 7,
  name: 'Dr. Mehta',
  address: '1 Main Road',
  phone: '+91 98765 43210',
  experience: 10,
  fees: 500,
  education: 'MBBS',
  about: 'Skin.',
  speciality: ['Dermatology'],
  city: null,
  languages: [],
  time_zone: 'Asia/Kolkata',
  gender: null,
  registration_number: null,
  council: null,
  verified: false,
  photo: null,
};

test.each([
  ['who says it', 'woman', ['Woman']],
  ['who does not', null, []],
] as const)('the gender of one %s', async (_, gender, shown) => {
  server.answer('GET /api/next-times/', []);
  await show(
    <ProviderProfile provider={{ ...provider, gender }} own={false}>
      {null}
    </ProviderProfile>,
  );
  await expect.element(page.getByText('Dr. Mehta')).toBeVisible();
  const words = page
    .getByRole('definition')
    .elements()
    .map(({ textContent }) => textContent);
  expect(words.filter((word) => ['Woman', 'Man'].includes(word))).toEqual(shown);
});

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
