import type { Provider } from '@carecommons/contract/providers';
import { expect, test } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { OtherProviders } from './other-providers.tsx';

const provider = (user: number, name: string): Provider => ({
  user,
  name,
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
});
const [mehta, rao, iyer] = [provider(7, 'Dr. Mehta'), provider(8, 'Dr. Rao'), provider(9, 'Dr. Iyer')];

test('others of the speciality are offered, those who are free soon first, and never the same one', async () => {
  server.answer('GET /providers/:provider_id/', [mehta]);
  server.answer('GET /speciality/', [{ id: 5, name: 'Dermatology', desc: null }]);
  server.answer('GET /api/next-times/', []);
  server.answer('GET /providers/', ({ query }) => ('free_within' in query ? [iyer, mehta] : [mehta, rao, iyer]));
  const screen = await show(<OtherProviders provider={7} />);
  await expect.element(screen.getByRole('heading', { name: 'Others in Dermatology' })).toBeVisible();
  const booking = screen.getByRole('link', { name: 'Book Appointment' }).elements();
  expect(booking.map((link) => link.getAttribute('href'))).toEqual(['/books/9', '/books/8']);
  expect(server.asked('GET /providers/').map(({ query }) => query.speciality)).toEqual(['5', '5']);
  await expect.element(screen.getByRole('link', { name: 'See all in Dermatology' })).toHaveAttribute('href', '/all/5');
});

test('of one who is no longer listed the way leads to the directory', async () => {
  server.answer('GET /providers/:provider_id/', []);
  server.answer('GET /speciality/', []);
  const screen = await show(<OtherProviders provider={7} />);
  await expect
    .element(screen.getByRole('link', { name: 'Find another provider' }))
    .toHaveAttribute('href', '/providers');
});
