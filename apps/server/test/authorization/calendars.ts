import { anyone, type Rule, signedIn, type Table } from './notation.ts';

// Visits in calendars. Everybody has an address for their visits as patient, a stranger too, and nobody one as provider.

const missing = '404 not_found';
const refused = { anonymous: 403, disabled: 410, expired: 410 } as const;
const itsProvider = (more: object = {}): Rule => ({ ...more, providers: 200, else: 'as missing' });
// One patient has a second factor that this session has not shown.
const unconfirmed = { patient_b: '403 second_factor_required' } as const;
const named = { body: () => ({ names: false }) };

const ofVisit = signedIn('visit', {
  own: 200,
  related: itsProvider(),
  ended: itsProvider(),
  deleted: 200,
  missing,
  else: 'as missing',
});

export const calendars: Table = {
  'GET /api/appointments/:appointment_id/calendar/': ofVisit,
  'GET /api/appointments/:appointment_id/calendar-link/': ofVisit,
  // Each with a genuine link to the visit that is made for the asker's own session; to a forged one for the anonymous.
  'GET /files/visits/:appointment_id/': anyone(
    'visit',
    {
      own: { ...refused, else: 200 },
      related: itsProvider(refused),
      ended: itsProvider(refused),
      deleted: { ...refused, else: 200 },
      missing: { ...refused, else: missing },
      else: 'as missing',
    },
    { query: ({ token = 'none' }) => ({ token }) },
  ),

  // The address is the authority, for as long as its owner's account is: calendar programs sign in nowhere.
  'GET /calendars/:token/': anyone('calendar', { own: { disabled: 'as missing', else: 200 }, missing, else: 200 }),
  'GET /api/calendars/': signedIn('nothing', 200),
  'POST /api/calendars/:side/': signedIn(
    'calendar',
    { missing: { ...unconfirmed, providers: 201, else: '403 not_allowed' }, else: { ...unconfirmed, else: 201 } },
    named,
  ),
  'PUT /api/calendars/:side/': signedIn('calendar', { missing, else: 200 }, named),
  'DELETE /api/calendars/:side/': signedIn('calendar', { missing, else: 200 }),
};
