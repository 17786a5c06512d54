import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { done, id, nothing, page, strict, wholeNumber } from './fields.ts';
import { reportTypes } from './records.ts';
import { passcodeLength, shareDays, shareRecords, shareStates, shareViews } from './share-rules.ts';

/** A current share of a patient. */
const share = z.object({
  id: z.int(),
  /** The name of the provider; null for a link. */
  provider: z.nullable(z.string()),
  made_at: z.string(),
  ends_at: z.string(),
  state: z.enum(shareStates),
  /** How many times it was opened, and when last. */
  views: z.int(),
  viewed_at: z.nullable(z.string()),
  most_views: z.nullable(z.int()),
  /** The reports that can be read through it now: a withdrawn one is not among them. */
  records: z.array(z.object({ id: z.int(), title: z.string() })),
});
export type Share = z.output<typeof share>;

/** A report as the reader of a share sees it. The links are the reader's. */
const sharedRecord = z.object({
  id: z.int(),
  title: z.string(),
  type: z.string(),
  date: z.string(),
  /** Its author; null for the patient's own document. */
  doctor: z.nullable(z.string()),
  sentence: z.nullable(z.string()),
  media_type: z.string(),
  /** Whether its author has replaced it with a newer version. */
  replaced: z.boolean(),
  report: z.string(),
  download: z.string(),
});
export type SharedRecord = z.output<typeof sharedRecord>;

/** What the reader of a share sees. */
const sharedReports = z.object({
  id: z.int(),
  patient: z.string(),
  ends_at: z.string(),
  records: z.array(sharedRecord),
});
export type SharedReports = z.output<typeof sharedReports>;

export const listShares = endpoint({
  method: 'GET',
  path: '/api/shares/',
  access: 'signed-in',
  summary: "Lists the caller's current shares as patient, newest first, until they expire or are revoked.",
  query: strict(page),
  reply: z.array(share),
});

/** A share before it is opened: who shares and how much, without its content. */
const sharedWithMe = z.object({
  id: z.int(),
  patient: z.string(),
  made_at: z.string(),
  ends_at: z.string(),
  count: z.int(),
});
export type SharedWithMe = z.output<typeof sharedWithMe>;

export const listSharedWithMe = endpoint({
  method: 'GET',
  path: '/api/shares/with-me/',
  access: 'signed-in',
  summary: 'Lists the shares of patients with the caller as provider, newest first: who, how many reports, until when.',
  query: strict(page),
  reply: z.array(sharedWithMe),
});

export const openNamedShare = endpoint({
  method: 'POST',
  path: '/api/shares/:share_id/look/',
  access: 'signed-in',
  summary: 'Opens a share of a patient with the caller as provider. The patient sees that it was opened.',
  params: strict({ share_id: id }),
  body: nothing,
  reply: sharedReports,
  errors: ['not_found', 'second_factor_required'],
});

const reportIds = z
  .array(id)
  .check(
    z.minLength(1, 'Please choose at least one report.'),
    z.maxLength(shareRecords, `Please choose at most ${shareRecords} reports.`),
  );

export const createShare = endpoint({
  method: 'POST',
  path: '/api/shares/',
  access: 'signed-in',
  summary:
    'Shares reports of the caller for some days, with a provider, or by a link and a passcode, which are returned only this once.',
  body: strict({
    records: reportIds,
    /** The provider; a link if it is absent. */
    provider: z.optional(id),
    days: z._default(wholeNumber(1, shareDays.most), shareDays.usual),
    /** How many times the link can be opened; unlimited if absent. */
    most_views: z.optional(wholeNumber(1, shareViews)),
  }).check(
    z.refine(({ provider, most_views }) => provider === undefined || most_views === undefined, {
      error: 'This is only possible with a link.',
      path: ['most_views'],
    }),
  ),
  reply: z.object({
    share,
    /** The address without its origin, and the passcode of the link. */
    link: z.nullable(z.object({ path: z.string(), passcode: z.string() })),
  }),
  status: 201,
  errors: ['second_factor_required', 'confirmation_required', 'wrong_state'],
});

export const revokeShare = endpoint({
  method: 'POST',
  path: '/api/shares/:share_id/revoke/',
  access: 'signed-in',
  summary:
    'Revokes a share of the caller at once, with all links that came from it. Repeating the call changes nothing.',
  params: strict({ share_id: id }),
  body: nothing,
  reply: done,
  errors: ['not_found'],
});

export const openShare = endpoint({
  method: 'POST',
  path: '/api/shares/open/',
  access: 'anyone',
  summary:
    'Opens a shared link by its passcode. Returns the shared reports, with file links that are valid for half an hour.',
  body: strict({
    token: z.string().check(z.maxLength(100, 'This is too long.')),
    passcode: z
      .string()
      .check(
        z.regex(
          new RegExp(`^(\\s*\\d){${passcodeLength}}\\s*$`),
          `The passcode has ${passcodeLength} digits. Please look at it once more.`,
        ),
      ),
  }),
  reply: sharedReports,
  errors: ['link_ended', 'too_many_requests'],
});

export const getSharedFile = endpoint({
  method: 'GET',
  path: '/files/shared/:record_id/',
  access: 'anyone',
  summary: 'Returns a report to whoever has a link from an opened share, for as long as the share is valid.',
  params: strict({ record_id: id }),
  query: strict({ token: z.string().check(z.maxLength(500)) }),
  files: reportTypes,
  refusalPages: [403, 410, 500, 503],
  reply: z.unknown(),
});
