import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { done, id, strict, text } from './fields.ts';
import { day } from './schedules.ts';
import { reportBytes } from './limits.ts';
import { record } from './records.ts';

// Documents that patients add to their own reports: an old letter, a result from elsewhere.

export const createOwnDocument = endpoint({
  method: 'POST',
  path: '/api/own-documents/',
  access: 'signed-in',
  summary:
    "Adds the caller's own document (PDF, PNG or JPEG, at most 20 MB) to the caller's reports, as multipart/form-data. Nobody else can read it unless it is shared.",
  upload: {
    file: 'document',
    bytes: reportBytes,
    texts: strict({ title: text(120), type: z.optional(text(60, 0)), dated_on: z.optional(day) }),
  },
  reply: record,
  status: 201,
  errors: ['wrong_state', 'storage_full', 'key_missing'],
});

export const changeOwnDocument = endpoint({
  method: 'PATCH',
  path: '/api/own-documents/:record_id/',
  access: 'signed-in',
  summary:
    "Changes the title or the day of one of the caller's own documents. A day of null is the day on which it was added.",
  params: strict({ record_id: id }),
  body: strict({ title: z.optional(text(120)), dated_on: z.optional(z.nullable(day)) }),
  reply: record,
  errors: ['not_found', 'not_allowed'],
});

export const deleteOwnDocument = endpoint({
  method: 'DELETE',
  path: '/api/own-documents/:record_id/',
  access: 'signed-in',
  summary: "Deletes one of the caller's own documents for good. Nobody can open its file any more.",
  params: strict({ record_id: id }),
  reply: done,
  errors: ['not_found', 'not_allowed', 'second_factor_required', 'confirmation_required'],
});
