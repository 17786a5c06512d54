import { formOf } from '../fixtures/report-files.ts';
import { anyone, signedIn, type Table } from './notation.ts';

// Providers, and what is there for everybody.

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const providerForm = {
  name: 'Asha Rao',
  about: 'Here for a test.',
  phone: '+91 98765 43210',
  experience: 12,
  education: 'MBBS, MD',
  address: '5 Lake Road, Pune 411001',
  fees: 800,
};
const photoForm = (texts: Record<string, string>) =>
  formOf([
    ...Object.entries(texts).map(([name, data]) => ({ name, data })),
    { name: 'photo', fileName: 'me.png', type: 'image/png', data: dot },
  ]);
const searching = { query: () => ({ q: 'lake' }) };

export const site: Table = {
  'GET /speciality/': [anyone('nothing', 200), anyone('nothing', 200, { query: () => ({ q: 'heart' }) })],
  'GET /providers/': [
    anyone('nothing', 200),
    anyone('nothing', 200, searching),
    anyone('nothing', 200, { query: () => ({ place: 'lake', max_fee: 800, language: 'English' }) }),
    anyone('nothing', 200, { query: () => ({ free_within: 28 }) }),
  ],
  'GET /providers/speciality/:speciality_id/': [anyone('speciality', 200), anyone('speciality', 200, searching)],
  // An unlisted or suspended provider is like none at all: an empty list.
  'GET /providers/:provider_id/': anyone('provider', { deleted: 'as missing', hidden: 'as missing', else: 200 }),
  'GET /providers/:provider_id/photo/:version/': anyone('provider', {
    deleted: 'as missing',
    hidden: 'as missing',
    missing: '404 not_found',
    else: 200,
  }),
  'GET /register/provider/': signedIn('nothing', 200),
  'POST /register/provider/': signedIn(
    'speciality',
    { others: 200, deleted: '400 invalid_input', missing: '400 invalid_input' },
    {
      body: ({ id }) => ({ ...providerForm, speciality: [id] }),
    },
  ),
  'POST /providers/photo/': signedIn(
    'nothing',
    { else: { providers: 201, else: '403 not_allowed' } },
    { form: photoForm },
  ),
  'DELETE /providers/photo/': signedIn('nothing', { else: { providers: 200, else: '403 not_allowed' } }),

  'GET /documents/:document/': anyone('document', { others: 200, missing: '400 invalid_input' }),
  'GET /healthz/live/': anyone('nothing', 200),
  'GET /healthz/ready/': anyone('nothing', 200),
};
