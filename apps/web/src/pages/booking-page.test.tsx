import type { Provider } from '@carecommons/contract/providers';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { server } from '../../test/server.ts';
import { show } from '../../test/show.tsx';
import { Page as Booking } from './booking-page.tsx';
import { Page as Profile } from './provider-profile-page.tsx';

const provider: Provider = {
  user: 1,
  name: 'Dr. Kavita Iyer',
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
  registration_number: null,
  council: null,
  verified: false,
  photo: null,
};
const terms = {
  publishes_hours: false,
  visit_minutes: 30,
  horizon_days: 365,
  answer_hours: 48,
  cancel_minutes: 60,
  move_minutes: 60,
  offer_minutes: 60,
  usual_answer_minutes: null,
};

beforeEach(() => {
  server.answer('GET /check/', { role: 'healthcare_provider', grants: [] });
  server.answer('GET /providers/:provider_id/', ({ params }) => [{ ...provider, user: Number(params.provider_id) }]);
  server.answer('GET /api/booking-terms/:provider_id/', terms);
  server.answer('GET /api/next-times/', []);
  server.answer('GET /api/waiting/:provider_id/', { open: false, wait: null });
});

test('providers are not offered to book with themselves, and with others they are', async () => {
  const own = await show(<Booking />, { at: '/books/1' });
  await expect.element(page.getByText('This is your own profile')).toBeVisible();
  expect(page.getByRole('button', { name: 'Send request' }).elements()).toEqual([]);
  await own.unmount();
  await show(<Booking />, { at: '/books/2' });
  await expect.element(page.getByRole('button', { name: 'Send request' })).toBeVisible();
});

test('their own profile leads to its form, and that of others to booking', async () => {
  const own = await show(<Profile />, { at: '/profile/1' });
  await expect.element(page.getByRole('link', { name: 'Edit your provider profile' })).toBeVisible();
  expect(page.getByRole('link', { name: 'Book Appointment' }).elements()).toEqual([]);
  await own.unmount();
  await show(<Profile />, { at: '/profile/2' });
  await expect.element(page.getByRole('link', { name: 'Book Appointment' })).toBeVisible();
});
