import * as z from 'zod/mini';
import { endpoint, roles } from './endpoint.ts';
import { done, id, listSearch, nothing, page, strict, text } from './fields.ts';
import { reportBytes, reportNoteLength, reportSentenceLength } from './limits.ts';
import { releases, scans } from './record-rules.ts';

/** Defaults for a report without its own title, type or doctor. */
export const recordDefaults = { title: 'Medical Report', type: 'Diagnostic', doctor: 'Your Doctor' } as const;

/** The media types of a report, by its content and not by its name. */
export const reportTypes = ['application/pdf', 'image/png', 'image/jpeg'] as const;

const release = {
  release: z.enum(releases),
  /** The date from which its patient may read it, in the provider's time zone: `2026-12-24`. */
  release_on: z.nullable(z.string()),
};

/**
 * A medical report. `report` (opens it) and `download` (saves it) are links that are valid for five minutes, only for
 * this person and session. A report that is withdrawn, or not known to be free of viruses, has none.
 */
export const record = z.object({
  id: z.int(),
  /** Null for a document that the patient added. */
  appointment: z.nullable(z.int()),
  title: z.string(),
  date: z.string(),
  /** The day of a document that the patient added, if it was given: `2019-03-04`. */
  dated_on: z.nullable(z.string()),
  type: z.string(),
  doctor: z.string(),
  patient: z.string(),
  media_type: z.string(),
  bytes: z.int(),
  report: z.nullable(z.string()),
  download: z.nullable(z.string()),
  withdrawn: z.boolean(),
  withdrawn_reason: z.nullable(z.string()),
  /** A summary in plain words. */
  sentence: z.nullable(z.string()),
  ...release,
  /** Whether its patient may read it now; always true for the patient. */
  released: z.boolean(),
  /** Whether its patient has not opened it yet; only for the patient. */
  new: z.boolean(),
  scan: z.enum(scans),
  /** The newer version that replaced it: its id, since when, and why. */
  replaced: z.nullable(z.object({ by: z.int(), on: z.string(), because: z.string() })),
});
export type MedicalRecord = z.output<typeof record>;

export const listRecords = endpoint({
  method: 'GET',
  path: '/api/records/',
  access: 'signed-in',
  summary: "Lists the caller's reports as patient, newest first. With `appointment`, only those of one appointment.",
  query: strict({ ...page, appointment: z.optional(id) }),
  reply: z.array(record),
});

export const listRecordsOfProvider = endpoint({
  method: 'GET',
  path: '/api/records-provider/',
  access: 'signed-in',
  summary:
    "Lists the reports that the caller wrote as provider, newest first. With `appointment`, only those of one appointment; with `q`, only those with these words in the title or the patient's name; with `from` and `to`, only those written on these days.",
  query: strict({
    ...page,
    ...listSearch,
    appointment: z.optional(id),
    /** Only those that their patients cannot read yet; with `false`, all others. */
    waiting: z.optional(z.enum(['true', 'false'])),
  }),
  reply: z.array(record),
});

/** A report that the patient cannot read yet: it exists, and when, or after what, it comes. */
const waitingRecord = z.object({ id: z.int(), appointment: z.int(), doctor: z.string(), ...release });
export type WaitingRecord = z.output<typeof waitingRecord>;

export const listWaitingRecords = endpoint({
  method: 'GET',
  path: '/api/records/waiting/',
  access: 'signed-in',
  summary:
    'Lists reports that are not released to the caller as patient yet, newest first: from whom and when, without their content.',
  query: strict(page),
  reply: z.array(waitingRecord),
});

/** Optional fields beside the file. */
const beside = strict({
  title: z.optional(text(120, 0)),
  type: z.optional(text(60, 0)),
  sentence: z.optional(text(reportSentenceLength, 0)),
  release: z._default(z.enum(releases), 'at_once'),
  release_on: z.optional(z.iso.date('Please choose a day, such as 2026-12-24.')),
  /** An earlier report of the same visit that this one replaces, and why. */
  replaces: z.optional(id),
  replaces_because: z.optional(text(reportNoteLength)),
}).check(
  z.refine((sent) => sent.release !== 'on_date' || sent.release_on !== undefined, {
    error: 'Please choose a day.',
    path: ['release_on'],
  }),
  z.refine((sent) => sent.release === 'on_date' || sent.release_on === undefined, {
    error: 'A day can only be given for a release on a certain day.',
    path: ['release_on'],
  }),
  z.refine((sent) => sent.replaces === undefined || sent.replaces_because !== undefined, {
    error: 'Please say why.',
    path: ['replaces_because'],
  }),
  z.refine((sent) => sent.replaces !== undefined || sent.replaces_because === undefined, {
    error: 'This is taken from the report that is being replaced.',
    path: ['replaces_because'],
  }),
);

export const createRecord = endpoint({
  method: 'POST',
  path: '/api/records/create/:appointment_id/',
  access: 'signed-in',
  summary: 'Uploads a report (PDF, PNG or JPEG, at most 20 MB) for a past appointment, as multipart/form-data.',
  params: strict({ appointment_id: id }),
  upload: {
    file: 'report',
    bytes: reportBytes,
    texts: beside,
  },
  reply: record,
  status: 201,
  errors: ['not_found', 'not_allowed', 'wrong_state', 'storage_full', 'key_missing'],
});

export const getRecordFile = endpoint({
  method: 'GET',
  path: '/files/records/:record_id/',
  access: 'anyone',
  summary:
    'Returns a report to whoever has one of its links. The link itself is the authorisation, and is valid for five minutes.',
  params: strict({ record_id: id }),
  query: strict({ token: z.string().check(z.maxLength(500)) }),
  files: reportTypes,
  refusalPages: [403, 410, 500, 503],
  reply: z.unknown(),
});

export const withdrawRecord = endpoint({
  method: 'POST',
  path: '/api/records/:record_id/withdraw/',
  access: 'signed-in',
  summary: 'Withdraws a report, with a reason that the patient reads.',
  params: strict({ record_id: id }),
  body: strict({ reason: text(500) }),
  reply: done,
  errors: ['not_found', 'not_allowed', 'wrong_state'],
});

/** What was done with a report, and why it may have been refused. */
export const recordActions = [
  'view',
  'download',
  'export',
  'upload',
  'withdraw',
  'share',
  'unshare',
  'open_share',
  'delete',
  'denied',
] as const;
export const recordRefusals = [
  'expired',
  'session_ended',
  'other_session',
  'withdrawn',
  'not_entitled',
  'withdraw',
  'passcode',
  'share_ended',
] as const;

/**
 * One time that somebody opened a report, or tried to. `by` is the reader, the author of the report, or somebody else,
 * who has a `name` if they got access. `role` is their role at that time.
 */
const recordAccess = z.object({
  id: z.int(),
  at: z.string(),
  action: z.enum(recordActions),
  refusal: z.nullable(z.enum(recordRefusals)),
  by: z.enum(['you', 'author', 'somebody']),
  name: z.nullable(z.string()),
  role: z.nullable(z.enum(roles)),
  record: z.int(),
  /** Null for a document that its patient has deleted. */
  title: z.nullable(z.string()),
  /** The share that was used, when it was made, and with whom; null for a link. */
  share: z.nullable(z.object({ id: z.int(), made_at: z.string(), provider: z.nullable(z.string()) })),
});
export type RecordAccess = z.output<typeof recordAccess>;

export const listRecordAccesses = endpoint({
  method: 'GET',
  path: '/api/records/accesses/',
  access: 'signed-in',
  summary:
    "Lists who opened, or tried to open, the caller's reports as patient, newest first. With `record`, only those of one report.",
  query: strict({ ...page, record: z.optional(id) }),
  reply: z.array(recordAccess),
});

export const releaseRecord = endpoint({
  method: 'POST',
  path: '/api/records/:record_id/release/',
  access: 'signed-in',
  summary: 'Releases a report that was held back until a talk or a date: its patient can read it from now on.',
  params: strict({ record_id: id }),
  body: nothing,
  reply: done,
  errors: ['not_found', 'not_allowed', 'wrong_state'],
});
