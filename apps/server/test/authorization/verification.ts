import { formOf, pdf } from '../fixtures/report-files.ts';
import { anyone, type Expected, type Rule, signedIn, type Table, verifiers } from './notation.ts';

// The check of a provider's registration, and the suspension of a provider. Of those who ask, one provider has a claim that
// is not submitted, one and the verifier have one that waits, and one is verified.

const missing = '404 not_found';
const evidenceForm = (texts: Record<string, string>) =>
  formOf([
    ...Object.entries(texts).map(([name, data]) => ({ name, data })),
    { name: 'file', fileName: 'degree.pdf', data: pdf() },
  ]);
const refused = { anonymous: 403, disabled: 410, expired: 410 } as const;
const forVerifier: Rule = { verifier: 200, ...refused, else: 403 };

/** A move of a claim: of one that waits, that the verifier has in review, that another one has, or that is decided. */
const move = (waits: Expected, reviewed: Expected, others: Expected) =>
  ({
    own: '403 not_allowed',
    others: waits,
    related: reviewed,
    taken: others,
    ended: others,
    others_deleted: others,
    unsent: 'as missing',
    missing,
  }) as const;
const ofReviewer = move('403 not_allowed', 200, '403 not_allowed');

export const verification: Table = {
  'GET /api/verification/': signedIn('nothing', { else: { providers: 200, else: '403 not_allowed' } }),
  'POST /api/verification/files/': signedIn(
    'nothing',
    {
      else: {
        provider_p: 201,
        both: 201,
        // What waits for a decision is not added to.
        providers: '409 wrong_state',
        else: '403 not_allowed',
      },
    },
    { form: evidenceForm },
  ),
  'DELETE /api/verification/files/:file_id/': signedIn('evidence', {
    own: { provider_p: 200, else: '409 wrong_state' },
    missing,
    else: 'as missing',
  }),
  'POST /api/verification/submit/': signedIn('nothing', {
    else: { provider_p: 200, providers: '409 wrong_state', else: '403 not_allowed' },
  }),
  'POST /api/verification/withdraw/': signedIn('nothing', {
    else: { provider_q: 200, verifier: 200, providers: '409 wrong_state', else: '403 not_allowed' },
  }),
  // Each with a genuine link to the document that is made for the asker's own session; to a forged one for the anonymous.
  // Whoever holds a genuine link to nothing had it before the document was deleted, and is told so.
  'GET /files/verification/:file_id/': anyone(
    'evidence',
    {
      own: 200,
      related: forVerifier,
      missing: { anonymous: 403, else: 410 },
      else: { ...refused, else: 403 },
    },
    { query: ({ token = 'none' }) => ({ token }) },
  ),

  'GET /apis/verification/': [
    verifiers('nothing', 200),
    verifiers('nothing', 200, { query: () => ({ state: 'decided' }) }),
  ],
  'POST /apis/verification/:claim_id/take/': verifiers('claim', move(200, '409 wrong_state', '409 wrong_state')),
  'POST /apis/verification/:claim_id/release/': verifiers('claim', ofReviewer),
  'POST /apis/verification/:claim_id/verify/': verifiers('claim', ofReviewer, { body: () => ({}) }),
  'POST /apis/verification/:claim_id/reject/': verifiers('claim', ofReviewer, {
    body: () => ({ reason: 'The document cannot be read.' }),
  }),
  'GET /apis/verification/providers/:provider_id/visits/': verifiers('provider', { missing, else: 200 }),
  'POST /apis/verification/providers/:provider_id/suspend/': verifiers(
    'provider',
    { own: '403 not_allowed', hidden: '409 wrong_state', missing, else: 200 },
    { body: () => ({ reason: 'The council asked for it.' }) },
  ),
  'POST /apis/verification/providers/:provider_id/reinstate/': verifiers('provider', {
    own: '403 not_allowed',
    hidden: 200,
    missing,
    else: '409 wrong_state',
  }),
  'GET /apis/verification/suspended/': verifiers('nothing', 200),
};
