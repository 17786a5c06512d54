import { anyone, signedIn, type Table } from './notation.ts';

// Accounts and sessions.

const profile = { name: 'Asha Rao', about: 'Here for a test.', phone: '+91 98765 43210' };
const newPassword = 'seven green buses';
let registered = 0;
const withFactor = { else: { patient_b: '403 second_factor_required', else: 200 } } as const;
const nobody = { anonymous: '401 invalid_credentials', disabled: '401 invalid_credentials' } as const;
const linked = {
  own: { disabled: 'as missing', else: 200 },
  others: 200,
  else: 'as missing',
  missing: '400 link_ended',
} as const;

export const accounts: Table = {
  'POST /register/user/': anyone('nothing', 201, {
    body: () => ({ username: `newcomer-${++registered}`, email: 'new@example.org', password: newPassword }),
  }),
  'POST /token/': [
    // Everybody has a passkey, so that the password alone opens nothing.
    anyone(
      'nothing',
      { else: { ...nobody, else: '401 code_required' } },
      { body: (_, { username, password }) => ({ username, password }) },
    ),
    anyone(
      'second_step',
      { own: { ...nobody, else: 200 }, else: { ...nobody, else: '401 invalid_code' } },
      { body: ({ code = 'none' }, { username, password }) => ({ username, password, code }) },
    ),
  ],
  'POST /token/refresh/': anyone(
    'nothing',
    { else: { outside: '401 session_ended', else: 200 } },
    { body: (_, { refresh }) => ({ refresh }) },
  ),
  'POST /logout/': anyone('nothing', 200, { body: (_, { refresh }) => ({ refresh_token: refresh }) }),
  'GET /check/': signedIn('nothing', 200),
  'GET /current-user/': signedIn('nothing', 200),
  'GET /register/user/basic/': signedIn('nothing', 200),
  'POST /register/user/basic/': signedIn('nothing', 200, { body: () => profile }),
  // One patient has a second factor that this session has not shown.
  'POST /account/password/': signedIn('nothing', withFactor, {
    body: (_, { password }) => ({ current_password: password, new_password: newPassword }),
  }),

  'GET /account/sessions/': signedIn('nothing', 200),
  'DELETE /account/sessions/:session_id/': signedIn('session', {
    own: { patient_b: '403 second_factor_required', else: 200 },
    missing: { patient_b: '403 second_factor_required', else: '404 not_found' },
    else: 'as missing',
  }),
  'POST /account/sign-out-elsewhere/': signedIn('nothing', withFactor),
  'GET /account/session-rules/': signedIn('nothing', 200),
  'GET /account/draft-key/': signedIn('nothing', 200),
  'GET /account/events/': signedIn('nothing', 200),

  'GET /account/email/': signedIn('nothing', 200),
  'POST /account/email/': signedIn('nothing', withFactor, {
    body: (_, { password }) => ({ current_password: password, email: 'another@example.org' }),
  }),
  'POST /account/email/verification/': signedIn('nothing', 200),
  // Who holds the link that was sent may use it, signed in or not; one whose account is disabled gets nowhere.
  'POST /verify-email/': anyone('verification_link', linked, { body: ({ token }) => ({ token }) }),
  'POST /forgot-password/': anyone('nothing', 200, { body: () => ({ email: 'whoever@example.org' }) }),
  'POST /reset-password/passkeys/': anyone('reset_link', linked, {
    body: ({ token }) => ({ token }),
    toldAs: 'stranger',
  }),
  'POST /reset-password/': anyone('reset_link', linked, {
    body: ({ token }) => ({ token, new_password: newPassword }),
  }),
};
