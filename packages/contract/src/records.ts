import * as z from 'zod/mini';
import { endpoint, roles } from './endpoint.ts';
import { done, id, page, strict, text } from './fields.ts';
import { reportBytes } from './limits.ts';

/** What stands where a report has no title, type or doctor of its own. */
export const recordDefaults = { title: 'Medical Report', type: 'Diagnostic', doctor: 'Your Doctor' } as const;

/** What a report may be, by its content and not by its name. */
export const reportTypes = ['application/pdf', 'image/png', 'image/jpeg'] as const;

/**
 * A medical report. `report` (opens it) and `download` (saves it) are links good for five minutes, for this person and
 * session alone; a withdrawn report has none.
 */
export const record = z.object({
  id: z.int(),
  appointment: z.int(),
  title: z.string(),
  date: z.string(),
  type: z.string(),
  doctor: z.string(),
  patient: z.string(),
  media_type: z.string(),
  bytes: z.int(),
  report: z.nullable(z.string()),
  download: z.nullable(z.string()),
  withdrawn: z.boolean(),
  withdrawn_reason: z.nullable(z.string()),
});
export type MedicalRecord = z.output<typeof record>;

export const listRecords = endpoint({
  method: 'GET',
  path: '/api/records/',
  access: 'signed-in',
  summary: "Lists the caller's own reports as patient, newest first; those of one `appointment` where it is named.",
  query: strict({ ...page, appointment: z.optional(id) }),
  reply: z.array(record),
});

export const listRecordsOfProvider = endpoint({
  method: 'GET',
  path: '/api/records-provider/',
  access: 'signed-in',
  summary:
    'Lists the reports that the caller wrote as provider, newest first; those of one `appointment` where it is named.',
  query: strict({ ...page, appointment: z.optional(id) }),
  reply: z.array(record),
});

export const createRecord = endpoint({
  method: 'POST',
  path: '/api/records/create/:appointment_id/',
  access: 'signed-in',
  summary: 'Uploads a report (PDF, PNG or JPEG, at most 20 MB) for a past appointment, as multipart/form-data.',
  params: strict({ appointment_id: id }),
  upload: {
    file: 'report',
    bytes: reportBytes,
    texts: strict({ title: z.optional(text(120, 0)), type: z.optional(text(60, 0)) }),
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
    'Serves a report to the holder of one of its links; the link is the authority, and is good for five minutes.',
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
  summary: 'Takes a report back that should not have been given, with a reason that the patient is told.',
  params: strict({ record_id: id }),
  body: strict({ reason: text(500) }),
  reply: done,
  errors: ['not_found', 'not_allowed', 'wrong_state'],
});

/** What can be done to a report that is written down, and why it may be refused. */
export const recordActions = ['view', 'download', 'upload', 'withdraw', 'denied'] as const;
export const recordRefusals = [
  'expired',
  'session_ended',
  'other_session',
  'withdrawn',
  'not_entitled',
  'withdraw',
] as const;

/**
 * One time that a report was opened, or tried to be. `by` is the reader, the author of the report, or somebody else, who is
 * `name`d where they were let in; `role` is what they were then.
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
  title: z.string(),
});
export type RecordAccess = z.output<typeof recordAccess>;

export const listRecordAccesses = endpoint({
  method: 'GET',
  path: '/api/records/accesses/',
  access: 'signed-in',
  summary:
    "Lists who opened the caller's own reports as patient, or tried to, newest first; one `record` where it is named.",
  query: strict({ ...page, record: z.optional(id) }),
  reply: z.array(recordAccess),
});
