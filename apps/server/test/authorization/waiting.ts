import { type Rule, signedIn, type Table } from './notation.ts';

// Waiting lists of providers. Everybody waits for one, whom they have nothing to do with, and a stranger for the same.

const missing = '404 not_found';
const withProfile = (expected: Rule): Rule =>
  typeof expected === 'object'
    ? { without_profile: '403 profile_required', ...expected }
    : { without_profile: '403 profile_required', else: expected };
const ofProviders: Rule = { providers: 200, else: '403 not_allowed' };

export const waiting: Table = {
  'GET /api/waiting/': signedIn('nothing', 200),
  'GET /api/waiting/:provider_id/': signedIn('provider', {
    deleted: 'as missing',
    hidden: 'as missing',
    missing,
    else: 200,
  }),
  'POST /api/waiting/:provider_id/': signedIn(
    'provider',
    {
      own: withProfile('400 invalid_input'),
      others: withProfile('409 wrong_state'),
      deleted: 'as missing',
      hidden: 'as missing',
      missing: withProfile(missing),
      else: withProfile(201),
    },
    { body: () => ({ problem: 'A cough that stays.' }) },
  ),
  'DELETE /api/waiting/:provider_id/': signedIn('provider', { others: 200, missing, else: 'as missing' }),
  'GET /api/waiting-list/': signedIn('nothing', { else: ofProviders }),
  'PUT /api/waiting-list/': signedIn('nothing', { else: ofProviders }, { body: () => ({ open: false }) }),
};
