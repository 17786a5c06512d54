import type { FullPerson } from '@carecommons/contract/administration';

/** A patient without grants, as administrators see one. */
export const ravi: FullPerson = {
  id: 2,
  username: 'ravi',
  email: 'ravi@example.org',
  role: 'patient',
  disabled: false,
  disabled_at: null,
  grants: [],
  created_at: '2026-01-05T08:00:00Z',
  session_count: 2,
};
