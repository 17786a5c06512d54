import type { Provider } from '@carecommons/contract/providers';

/** A dermatologist who is not verified yet. */
export function providerOf(name: string, changes: Partial<Provider> = {}): Provider {
  return {
    user: 7,
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
    ...changes,
  };
}
