import { dayAfter } from '../fixtures/days.ts';
import { anyone, type Rule, signedIn, type Table } from './notation.ts';

// When providers take visits, and when they are away.

const forProviders = (expected: 200 | 201): Rule => ({ providers: expected, else: '403 not_allowed' });
const day = (after: number) => dayAfter(new Date(), after);
const away = () => ({ from: `${day(97)}T09:00`, to: `${day(98)}T18:00` });
const schedule = () => ({
  visit_minutes: 30,
  buffer_before: 0,
  buffer_after: 0,
  notice_minutes: 0,
  horizon_days: 365,
  answer_hours: 48,
  cancel_minutes: 120,
  move_minutes: 120,
  offer_minutes: 60,
  weekly: [{ weekday: 1, hours: [{ from: '09:00', to: '12:00' }] }],
  dated: [{ day: day(40), hours: [] }],
});
const visitKind = {
  id: null,
  name: 'Consultation',
  minutes: 30,
  fee: 500,
  buffer_after: null,
  video_url: null,
  who_may_book: 'new',
  confirmation: 'request',
};
// An unlisted or suspended provider is like none at all.
const listed = (missing: 200 | '404 not_found') =>
  ({ deleted: 'as missing', hidden: 'as missing', missing, else: 200 }) as const;

export const schedules: Table = {
  'GET /api/schedule/': signedIn('nothing', { else: forProviders(200) }),
  'PUT /api/schedule/': signedIn('nothing', { else: forProviders(200) }, { body: schedule }),
  'GET /api/provider-days/': signedIn('nothing', { else: forProviders(200) }, { query: () => ({ span: 'week' }) }),
  'GET /api/leaves/': signedIn('nothing', { else: forProviders(200) }),
  'GET /api/leaves/visits/': signedIn('nothing', { else: forProviders(200) }, { query: away }),
  'POST /api/leaves/': signedIn(
    'nothing',
    { else: forProviders(201) },
    { body: () => ({ ...away(), reason: 'A conference.' }) },
  ),
  'DELETE /api/leaves/:leave_id/': signedIn('leave', { own: 200, missing: '404 not_found', else: 'as missing' }),
  'GET /api/slots/:provider_id/': anyone('provider', listed(200), {
    query: () => ({ from: day(92), to: day(93) }),
  }),
  'GET /api/next-times/': anyone('provider', listed(200), { query: ({ id }) => ({ providers: id }) }),
  'GET /api/visit-kinds/': signedIn('nothing', { else: forProviders(200) }),
  'PUT /api/visit-kinds/': signedIn('nothing', { else: forProviders(200) }, { body: () => ({ kinds: [visitKind] }) }),
  'GET /api/known-patient/:provider_id/': signedIn('provider', listed('404 not_found')),
  'GET /api/booking-terms/:provider_id/': anyone('provider', listed('404 not_found')),
};
