import type { Claim } from '@carecommons/contract/verification';

/** A registration that waits for a verifier. */
export const submittedClaim: Claim = {
  id: 7,
  state: 'submitted',
  changes: [],
  submitted_at: '2026-01-05T08:00:00Z',
  decided_at: null,
  reason: null,
  files: [],
  provider: { user: 5, name: 'Dr. Meera Nair', education: 'MBBS', speciality: ['Sleep'] },
  photo: null,
  registration_number: 'KMC 1234',
  council: 'Karnataka Medical Council',
  reviewer: null,
  taken_at: null,
  verified_until: null,
  file_count: 2,
  taken: false,
};
