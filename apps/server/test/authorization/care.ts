import { dayAfter } from '../fixtures/days.ts';
import { pdf, reportForm } from '../fixtures/report-files.ts';
import { anyone, type Rule, signedIn, type Table, type Thing } from './notation.ts';

// Appointments and medical reports.

const missing = '404 not_found';
/** For the provider of the appointment; to everybody else in that place it is a stranger's. */
const itsProvider = (expected: 200 | 201 | '409 wrong_state'): Rule => ({ providers: expected, else: 'as missing' });

const booking = (user: Thing['id'], provider: Thing['id']) => ({
  user,
  healthcare_provider: provider,
  appointment_datetime: `${dayAfter(new Date(), 92)}T10:00:00Z`,
  problem: 'A cough that stays.',
});

const because = () => ({ reason: 'Something has come up.' });

/** Only its provider says how a visit went, and only of one that was confirmed. */
const concluded = {
  own: '403 not_allowed',
  related: itsProvider(200),
  ended: itsProvider('409 wrong_state'),
  deleted: '403 not_allowed',
  missing,
  else: 'as missing',
} as const;

export const care: Table = {
  'POST /api/appointments/create/': [
    // With whom: oneself is nobody to book with, and an unlisted or suspended provider is none.
    signedIn(
      'provider',
      {
        own: { both: '400 invalid_input', verifier: '400 invalid_input', else: '403 profile_required' },
        deleted: 'as missing',
        hidden: 'as missing',
        missing: { without_profile: '403 profile_required', else: missing },
        else: { without_profile: '403 profile_required', else: 201 },
      },
      { body: ({ id }, asker) => booking(asker.user_id, id) },
    ),
    // For whom: nobody but oneself.
    signedIn(
      'person',
      { own: { without_profile: '403 profile_required', else: 201 }, else: '403 not_allowed' },
      { body: ({ id, provider = 0 }) => booking(id, provider) },
    ),
  ],
  'GET /api/aappointments/': signedIn('nothing', 200),
  'GET /api/upcoming/': signedIn('nothing', 200),
  'GET /api/upcoming-provider/': signedIn('nothing', 200),
  'GET /api/appointments/provider/': signedIn('nothing', 200),
  'GET /api/requests-to-answer/': signedIn('nothing', 200),
  'GET /api/visits-to-close/': signedIn('nothing', 200),
  'GET /api/visits-in-brief/': signedIn('nothing', 200),
  'GET /api/appointments/:appointment_id/': signedIn('visit', {
    own: 200,
    related: itsProvider(200),
    ended: itsProvider(200),
    deleted: 200,
    missing,
    else: 'as missing',
  }),
  'PUT /api/approve-appointment/:appointment_id/': signedIn('visit', {
    own: '403 not_allowed',
    related: itsProvider(200),
    ended: itsProvider('409 wrong_state'),
    deleted: '403 not_allowed',
    missing,
    else: 'as missing',
  }),
  // Each is judged alone, and the answer says of each what became of it.
  'PUT /api/approve-appointments/': signedIn(
    'visit',
    { missing: 200, else: 200 },
    { body: ({ id }) => ({ appointments: [id] }) },
  ),
  'PUT /api/decline-appointment/:appointment_id/': signedIn(
    'visit',
    {
      own: '403 not_allowed',
      related: itsProvider(200),
      ended: itsProvider('409 wrong_state'),
      deleted: '403 not_allowed',
      missing,
      else: 'as missing',
    },
    { body: because },
  ),
  'PUT /api/undo-decision/:appointment_id/': signedIn('decided_visit', {
    own: '403 not_allowed',
    related: itsProvider(200),
    ended: itsProvider('409 wrong_state'),
    deleted: '403 not_allowed',
    missing,
    else: 'as missing',
  }),
  'PUT /api/cancel-appointment/:appointment_id/': signedIn(
    'visit',
    {
      own: 200,
      // A request that somebody else made is declined.
      related: itsProvider('409 wrong_state'),
      ended: itsProvider('409 wrong_state'),
      deleted: '409 wrong_state',
      missing,
      else: 'as missing',
    },
    { body: because },
  ),
  'POST /api/appointments/:appointment_id/move/': signedIn(
    'visit',
    {
      own: 201,
      related: itsProvider(201),
      ended: itsProvider('409 wrong_state'),
      deleted: '409 wrong_state',
      missing,
      else: 'as missing',
    },
    { body: () => ({ appointment_datetime: `${dayAfter(new Date(), 93)}T10:00:00Z`, ...because() }) },
  ),
  'PUT /api/complete-appointment/:appointment_id/': signedIn('past_visit', concluded),
  'PUT /api/no-show-appointment/:appointment_id/': signedIn('past_visit', concluded),
  'GET /api/appointments/:appointment_id/free-times/': signedIn('visit', {
    own: 200,
    related: itsProvider(200),
    ended: itsProvider(200),
    deleted: 200,
    missing,
    else: 'as missing',
  }),
  'GET /api/appointments/:appointment_id/earlier/': signedIn('visit', {
    own: '403 not_allowed',
    related: itsProvider(200),
    ended: itsProvider(200),
    deleted: '403 not_allowed',
    missing,
    else: 'as missing',
  }),

  'GET /api/records/': [
    signedIn('nothing', 200),
    signedIn('visit', { else: 'as missing', missing: 200, own: 200 }, { query: ({ id }) => ({ appointment: id }) }),
  ],
  'GET /api/records/waiting/': signedIn('nothing', 200),
  'GET /api/records-provider/': [
    signedIn('nothing', 200),
    signedIn('nothing', 200, { query: () => ({ waiting: 'true' }) }),
    signedIn('visit', { else: 'as missing', missing: 200 }, { query: ({ id }) => ({ appointment: id }) }),
  ],
  'GET /api/records/accesses/': [
    signedIn('nothing', 200),
    signedIn(
      'report',
      { else: 'as missing', missing: 200, own: 200, deleted: 200 },
      { query: ({ id }) => ({ record: id }) },
    ),
    // Its author reads nothing of who else has opened it.
    signedIn('written_report', { else: 'as missing', missing: 200 }, { query: ({ id }) => ({ record: id }) }),
  ],
  'POST /api/records/create/:appointment_id/': signedIn(
    'past_visit',
    {
      own: '403 not_allowed',
      related: itsProvider(201),
      // It never took place.
      ended: itsProvider('409 wrong_state'),
      deleted: '403 not_allowed',
      missing,
      else: 'as missing',
    },
    { form: (texts) => reportForm(pdf(), texts) },
  ),
  'POST /api/records/:record_id/withdraw/': [
    signedIn(
      'report',
      { own: '403 not_allowed', deleted: '403 not_allowed', missing, else: 'as missing' },
      { body: () => ({ reason: 'It was for somebody else.' }) },
    ),
    signedIn(
      'written_report',
      { own: 200, deleted: '409 wrong_state', missing, else: 'as missing' },
      { body: () => ({ reason: 'It was for somebody else.' }) },
    ),
  ],
  'POST /api/records/:record_id/release/': [
    signedIn('report', { own: '403 not_allowed', deleted: '403 not_allowed', missing, else: 'as missing' }),
    signedIn('written_report', { own: '409 wrong_state', deleted: '409 wrong_state', missing, else: 'as missing' }),
    // To its patient it is not there yet.
    signedIn('held_report', { own: 'as missing', missing, else: 'as missing' }),
    signedIn('held_written_report', { own: 200, missing, else: 'as missing' }),
  ],
  // Each with a genuine link to the report that is made for the asker's own session; to a forged one for the anonymous.
  'GET /files/records/:record_id/': (
    ['report', 'written_report', 'held_report', 'held_written_report', 'shared_report', 'own_document_report'] as const
  ).map((kind) =>
    anyone(
      kind,
      {
        own: kind === 'held_report' ? 'as missing' : { anonymous: 403, disabled: 410, expired: 410, else: 200 },
        deleted: kind === 'shared_report' ? 'as missing' : { anonymous: 403, else: 410 },
        missing: { anonymous: 403, disabled: 410, expired: 410, else: 403 },
        else: 'as missing',
      },
      { query: ({ token = 'none' }) => ({ token }) },
    ),
  ),
};
