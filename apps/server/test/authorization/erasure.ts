import { anyone, signedIn, type Table } from './notation.ts';

// The erasure of an account, and its receipt.

export const erasure: Table = {
  'GET /account/erasure/': signedIn('nothing', 200),
  'POST /account/erasure/': signedIn(
    'nothing',
    // The one who has a passkey confirms the session by it first.
    { else: { administrator: '409 last_administrator', patient_b: '403 second_factor_required', else: 200 } },
    { body: (_, { username, password }) => ({ current_password: password, username }) },
  ),
  // Whoever knows the number of a receipt reads it; nobody knows one here.
  'GET /receipts/:number/': anyone('nothing', '404 not_found'),
};
