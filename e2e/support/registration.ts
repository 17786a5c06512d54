import { expect } from '@playwright/test';
import type { Person } from './people.ts';

/** Adds a registration number to a provider's profile. */
export async function register(provider: Person, registration_number = `KMC ${Date.now()}`) {
  const own = await provider.call('GET', '/register/provider/');
  const [profile] = own.body as Record<string, unknown>[];
  const { user: _, verified: __, photo: ___, ...form } = profile ?? {};
  const council = 'Karnataka Medical Council';
  const saved = await provider.call('POST', '/register/provider/', { ...form, registration_number, council });
  expect(saved.status).toBe(200);
}
