import * as z from 'zod/mini';
import { statuses } from './appointment-rules.ts';
import { endpoint } from './endpoint.ts';
import { done, id, nothing, page, strict, text } from './fields.ts';
import { reportTypes } from './records.ts';
import { claimStates, evidenceBytes, profileFields, verificationReasonLength } from './verification-rules.ts';

/** A document of a claim. `view` opens it and is valid for five minutes, only for this person and session. */
const evidence = z.object({
  id: z.int(),
  media_type: z.string(),
  bytes: z.int(),
  added_at: z.string(),
  view: z.string(),
});
export type Evidence = z.output<typeof evidence>;

const changes = z.array(z.enum(profileFields));

const claimFields = {
  id: z.int(),
  state: z.enum(claimStates),
  /** In which fields the profile now differs from what was submitted. */
  changes,
  submitted_at: z.nullable(z.string()),
  decided_at: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  files: z.array(evidence),
};

/** The verification as its provider sees it. `claim` is the newest one. */
const ownVerification = z.object({
  registration_number: z.nullable(z.string()),
  council: z.nullable(z.string()),
  /**
   * Whether the badge is shown. It is not shown while the profile differs from what was verified, although the
   * verification is still valid.
   */
  verified: z.boolean(),
  verified_until: z.nullable(z.string()),
  /** In which fields it differs. */
  changes,
  suspended_at: z.nullable(z.string()),
  suspended_reason: z.nullable(z.string()),
  claim: z.nullable(z.object({ ...claimFields, files_deleted_at: z.nullable(z.string()) })),
});
export type OwnVerification = z.output<typeof ownVerification>;

/**
 * A claim as verifiers see it: what was submitted, whatever the profile says now. Its documents and the photo (a
 * `data:` URL) are only for the verifier who has it in review. `file_count` is the number of documents.
 */
const claim = z.object({
  ...claimFields,
  provider: z.object({
    user: z.int(),
    name: z.string(),
    education: z.string(),
    speciality: z.array(z.string()),
  }),
  photo: z.nullable(z.string()),
  registration_number: z.string(),
  council: z.string(),
  reviewer: z.nullable(z.object({ id: z.int(), username: z.string() })),
  taken_at: z.nullable(z.string()),
  verified_until: z.nullable(z.string()),
  file_count: z.int(),
  /** Whether another provider is verified with the same registration. */
  taken: z.boolean(),
});
export type Claim = z.output<typeof claim>;

export const getOwnVerification = endpoint({
  method: 'GET',
  path: '/api/verification/',
  access: 'signed-in',
  summary: "Returns the state of the verification of the caller's registration.",
  reply: ownVerification,
  errors: ['not_allowed'],
});

export const addEvidence = endpoint({
  method: 'POST',
  path: '/api/verification/files/',
  access: 'signed-in',
  summary: 'Adds a document (PDF, PNG or JPEG, at most 10 MB) to the claim that the caller is about to submit.',
  upload: { file: 'file', bytes: evidenceBytes, texts: strict({}) },
  reply: evidence,
  status: 201,
  errors: ['not_allowed', 'wrong_state', 'storage_full', 'key_missing', 'busy'],
});

export const removeEvidence = endpoint({
  method: 'DELETE',
  path: '/api/verification/files/:file_id/',
  access: 'signed-in',
  summary: 'Deletes a document that has not been submitted yet.',
  params: strict({ file_id: id }),
  reply: done,
  errors: ['not_found', 'wrong_state'],
});

export const submitClaim = endpoint({
  method: 'POST',
  path: '/api/verification/submit/',
  access: 'signed-in',
  summary:
    "Submits the caller's profile (name, education, registration, specialities, photo) and the added documents for verification. Verifiers check a copy of the profile as it is now.",
  body: nothing,
  reply: done,
  errors: ['not_allowed', 'wrong_state', 'registration_taken'],
});

export const withdrawClaim = endpoint({
  method: 'POST',
  path: '/api/verification/withdraw/',
  access: 'signed-in',
  summary: 'Withdraws a claim that is not decided yet. Its documents are deleted at once.',
  body: nothing,
  reply: done,
  errors: ['not_allowed', 'wrong_state'],
});

export const getEvidenceFile = endpoint({
  method: 'GET',
  path: '/files/verification/:file_id/',
  access: 'anyone',
  summary:
    'Returns a document to whoever has one of its links. The link itself is the authorisation, and is valid for five minutes.',
  params: strict({ file_id: id }),
  query: strict({ token: z.string().check(z.maxLength(500)) }),
  files: reportTypes,
  refusalPages: [403, 410, 500, 503],
  reply: z.unknown(),
});

const verifier = { grant: 'verifier' } as const;
const ofClaim = strict({ claim_id: id });
const ofProvider = strict({ provider_id: id });
const reason = text(verificationReasonLength);

export const listClaims = endpoint({
  method: 'GET',
  path: '/apis/verification/',
  access: verifier,
  summary: 'Lists claims that wait for a verifier, oldest first. With `state=decided`, decided ones, newest first.',
  query: strict({ ...page, state: z._default(z.enum(['waiting', 'decided']), 'waiting') }),
  reply: z.array(claim),
});

export const takeClaim = endpoint({
  method: 'POST',
  path: '/apis/verification/:claim_id/take/',
  access: verifier,
  summary:
    'Takes a claim into review, for one verifier at a time. A claim that another verifier has had for days can be taken over.',
  params: ofClaim,
  body: nothing,
  reply: done,
  errors: ['not_found', 'not_allowed', 'wrong_state'],
});

export const releaseClaim = endpoint({
  method: 'POST',
  path: '/apis/verification/:claim_id/release/',
  access: verifier,
  summary: 'Returns a claim that the caller has in review to the queue.',
  params: ofClaim,
  body: nothing,
  reply: done,
  errors: ['not_found', 'not_allowed', 'wrong_state'],
});

export const verifyClaim = endpoint({
  method: 'POST',
  path: '/apis/verification/:claim_id/verify/',
  access: verifier,
  summary:
    'Verifies a claim until a date (YYYY-MM-DD), by default two years from now. The badge is shown while the profile says the same.',
  params: ofClaim,
  body: strict({ until: z.optional(z.iso.date('Please enter a day, such as 2028-11-24.')) }),
  reply: done,
  errors: ['not_found', 'not_allowed', 'wrong_state', 'registration_taken'],
});

export const rejectClaim = endpoint({
  method: 'POST',
  path: '/apis/verification/:claim_id/reject/',
  access: verifier,
  summary: 'Rejects a claim with a reason that the provider reads. Its documents are deleted at once.',
  params: ofClaim,
  body: strict({ reason }),
  reply: done,
  errors: ['not_found', 'not_allowed', 'wrong_state'],
});

/**
 * The future visits that a suspension would affect: all are counted and the first ones listed, without their patients.
 */
const touchedVisits = z.object({
  count: z.int(),
  visits: z.array(z.object({ appointment_datetime: z.string(), time_zone: z.string(), status: z.enum(statuses) })),
});
export type TouchedVisits = z.output<typeof touchedVisits>;

export const listVisitsOfProvider = endpoint({
  method: 'GET',
  path: '/apis/verification/providers/:provider_id/visits/',
  access: verifier,
  summary:
    'Lists the future visits that the suspension of a provider would affect, soonest first, without their patients.',
  params: ofProvider,
  reply: touchedVisits,
  errors: ['not_found'],
});

export const suspendProvider = endpoint({
  method: 'POST',
  path: '/apis/verification/providers/:provider_id/suspend/',
  access: verifier,
  summary: 'Suspends a provider from directory and booking, with a reason, and notifies the patients of future visits.',
  params: ofProvider,
  body: strict({ reason }),
  reply: touchedVisits,
  errors: ['not_found', 'not_allowed', 'wrong_state'],
});

export const reinstateProvider = endpoint({
  method: 'POST',
  path: '/apis/verification/providers/:provider_id/reinstate/',
  access: verifier,
  summary: 'Ends the suspension of a provider.',
  params: ofProvider,
  body: nothing,
  reply: done,
  errors: ['not_found', 'not_allowed', 'wrong_state'],
});

const suspended = z.object({ user: z.int(), name: z.string(), suspended_at: z.string(), suspended_reason: z.string() });
export type SuspendedProvider = z.output<typeof suspended>;

export const listSuspended = endpoint({
  method: 'GET',
  path: '/apis/verification/suspended/',
  access: verifier,
  summary: 'Lists suspended providers, last suspended first.',
  query: strict(page),
  reply: z.array(suspended),
});
