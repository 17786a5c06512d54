import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { done, id, page, strict } from './fields.ts';

/** What stands where a report has no title, type or doctor of its own. */
export const recordDefaults = { title: 'Medical Report', type: 'Diagnostic', doctor: 'Your Doctor' } as const;

/** A medical report. `report` and `download` are links good for five minutes, for this person and session alone. */
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
  report: z.string(),
  download: z.string(),
  withdrawn: z.boolean(),
  withdrawn_reason: z.nullable(z.string()),
});
export type MedicalRecord = z.output<typeof record>;

export const listRecords = endpoint({
  method: 'GET',
  path: '/api/records/',
  access: 'signed-in',
  summary: "Lists the caller's own reports as patient, newest first.",
  query: strict(page),
  reply: z.array(record),
});

export const listRecordsOfProvider = endpoint({
  method: 'GET',
  path: '/api/records-provider/',
  access: 'signed-in',
  summary: 'Lists the reports that the caller wrote as provider, newest first; nobody else has any.',
  query: strict(page),
  reply: z.array(record),
});

/** A part of `multipart/form-data`: the file `report`, and optional texts `title` and `type`. */
export const createRecord = endpoint({
  method: 'POST',
  path: '/api/records/create/:appointment_id/',
  access: 'signed-in',
  summary: 'Uploads a report (PDF, PNG or JPEG, at most 20 MB) for a past appointment, as multipart/form-data.',
  params: strict({ appointment_id: id }),
  reply: record,
  status: 201,
  errors: ['not_found', 'not_allowed', 'wrong_state', 'too_large', 'unsupported_type', 'storage_full'],
});

export const withdrawRecord = endpoint({
  method: 'POST',
  path: '/api/records/:record_id/withdraw/',
  access: 'signed-in',
  summary: 'Takes a report back that should not have been given, with a reason that the patient is told.',
  params: strict({ record_id: id }),
  body: strict({
    reason: z
      .string()
      .check(z.trim(), z.minLength(1, 'This is required.'), z.maxLength(500, 'Please use at most 500 characters.')),
  }),
  reply: done,
  errors: ['not_found', 'not_allowed', 'wrong_state'],
});
