import { anyone, type Expected, type Rule, signedIn, type Table, type Thing } from './notation.ts';

// Second factors. Everybody who asks has a passkey and an authenticator app that is begun; that of one provider is confirmed.
// One patient has used none of it in this session, so changes no factor there.

const missing = '404 not_found';
const wrong = '400 invalid_input';
const unconfirmed = { patient_b: '403 second_factor_required' } as const;
const changing = (otherwise: Expected): Rule => ({ ...unconfirmed, else: otherwise });
const withPassword = { body: (_: Thing, { password }: { password: string }) => ({ current_password: password }) };
const parsed = ({ passkey }: Thing) => JSON.parse(String(passkey)) as object;
/** Only who has confirmed an app or has recovery codes has anything to give. */
const confirmed: Rule = { provider_q: 200, else: wrong };

export const secondFactor: Table = {
  'GET /account/second-factor/': signedIn('nothing', 200),
  'POST /account/second-factor/app/': signedIn('nothing', {
    else: { ...unconfirmed, provider_q: '409 wrong_state', else: 200 },
  }),
  'POST /account/second-factor/app/confirm/': signedIn(
    'app_code',
    { own: { ...unconfirmed, provider_q: wrong, else: 200 }, else: changing(wrong) },
    { body: ({ code }, { password }) => ({ code, current_password: password }) },
  ),
  'POST /account/second-factor/app/remove/': (['app_code', 'recovery_code'] as const).map((kind) =>
    signedIn(
      kind,
      { own: confirmed, missing: wrong, else: 'as missing' },
      { body: ({ code }, { password }) => ({ code, current_password: password }) },
    ),
  ),
  'POST /account/second-factor/recovery-codes/': signedIn('nothing', { else: changing(200) }, withPassword),
  'POST /account/second-factor/passkeys/options/': signedIn('nothing', { else: changing(200) }, withPassword),
  'POST /account/second-factor/passkeys/': signedIn(
    'new_passkey',
    { own: changing(201), missing: changing(wrong), else: 'as missing' },
    { body: (thing) => ({ name: 'My phone', passkey: parsed(thing) }) },
  ),
  'PATCH /account/second-factor/passkeys/:passkey_id/': signedIn(
    'passkey',
    { own: 200, missing, else: 'as missing' },
    { body: () => ({ name: 'My other phone' }) },
  ),
  'POST /account/second-factor/passkeys/:passkey_id/remove/': signedIn(
    'passkey',
    { own: changing(200), missing: changing(missing), else: 'as missing' },
    withPassword,
  ),
  'POST /account/second-factor/confirm/options/': signedIn('nothing', 200),
  'POST /account/second-factor/confirm/': [
    ...(['app_code', 'recovery_code'] as const).map((kind) =>
      signedIn(kind, { own: confirmed, missing: wrong, else: 'as missing' }, { body: ({ code }) => ({ code }) }),
    ),
    signedIn(
      'passkey_answer',
      { own: 200, missing: wrong, else: 'as missing' },
      { body: (thing) => ({ passkey: parsed(thing) }) },
    ),
  ],
  // Who holds a right password's ticket and a code logs in by both, unless the account was disabled meanwhile.
  'POST /token/code/': anyone(
    'second_step',
    {
      own: { disabled: 'as missing', else: 200 },
      others: 200,
      missing: '401 sign_in_ended',
      else: 'as missing',
    },
    { body: ({ ticket = 'none', code = 'none' }) => ({ ticket, code }) },
  ),
  'POST /token/passkey/options/': anyone('nothing', 200),
  // Who holds the passkey logs in by it, unless the account is disabled.
  'POST /token/passkey/': anyone(
    'passkey_login',
    {
      own: { disabled: 'as missing', else: 200 },
      others: 200,
      missing: '401 invalid_passkey',
      else: 'as missing',
    },
    { body: (thing) => ({ passkey: parsed(thing) }) },
  ),
};
