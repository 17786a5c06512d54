import { administrators, type Expected, type Table } from './notation.ts';

// What the people who run the site do: with accounts, specialities, rooms and emails.

const missing = '404 not_found';
const reason = 'It was asked for.';

/** A decision about an account: never about one's own; most are not possible with one that is disabled. */
const decision = (otherwise: Expected, deleted: Expected = '409 wrong_state', others = otherwise) =>
  ({ own: '403 not_allowed', deleted, missing, others, else: otherwise }) as const;
const because = { body: () => ({ reason }) };

/** A change of what is there for all: in its state, and once it is closed or retired. */
const common = (others: Expected, deleted: Expected) => ({ others, deleted, missing }) as const;

export const administration: Table = {
  'GET /api/admin/overview/': administrators('nothing', 200),
  'GET /api/admin/activity/': administrators('nothing', 200),
  'GET /api/admin/users/': [
    administrators('nothing', 200),
    administrators('nothing', 200, { query: () => ({ q: 'str' }) }),
  ],
  'GET /api/admin/users/:user_id/': administrators('person', { missing, else: 200 }),
  'GET /api/admin/users/:user_id/decisions/': administrators('person', { missing, else: 200 }),
  'POST /api/admin/users/:user_id/grant/': administrators('person', decision(200), {
    body: () => ({ grant: 'moderator', reason }),
  }),
  // Only the stranger holds it.
  'POST /api/admin/users/:user_id/revoke/': administrators('person', decision('409 wrong_state', undefined, 200), {
    body: () => ({ grant: 'verifier', reason }),
  }),
  'POST /api/admin/users/:user_id/disable/': administrators('person', decision(200), because),
  'POST /api/admin/users/:user_id/enable/': administrators('person', decision('409 wrong_state', 200), because),
  'POST /api/admin/users/:user_id/end-sessions/': administrators('person', decision(200), because),

  'GET /api/admin/specialities/': administrators('nothing', 200),
  'POST /api/admin/specialities/': administrators('nothing', 201, { body: () => ({ name: 'A new speciality' }) }),
  'PATCH /api/admin/specialities/:speciality_id/': administrators('speciality', common(200, 200), {
    body: () => ({ name: 'Another name' }),
  }),
  'POST /api/admin/specialities/:speciality_id/merge/': administrators('speciality', common(200, 200), {
    body: () => ({ into: 2 }),
  }),
  'POST /api/admin/specialities/:speciality_id/retire/': administrators('speciality', common(200, '409 wrong_state')),
  'POST /api/admin/specialities/:speciality_id/restore/': administrators('speciality', common('409 wrong_state', 200)),

  'PATCH /api/admin/rooms/:room_id/': administrators('room', common(200, 200), {
    body: () => ({ name: 'Another room' }),
  }),
  'POST /api/admin/rooms/:room_id/close/': administrators('room', common(200, '409 wrong_state')),
  'POST /api/admin/rooms/:room_id/reopen/': administrators('room', common('409 wrong_state', 200)),

  'GET /api/admin/letters/': administrators('nothing', 200),
  'POST /api/admin/letters/:letter_id/retry/': administrators('dead_letter', { others: 200, missing }),
  'GET /api/admin/account-events/': administrators('nothing', 200),
  'GET /api/admin/visit-reads/': administrators('nothing', 200),
  'GET /api/admin/audit/': [
    administrators('nothing', 200),
    administrators('nothing', 200, { query: () => ({ username: 'stranger-in-public' }) }),
  ],
};
