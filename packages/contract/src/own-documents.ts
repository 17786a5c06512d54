import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { done, id, strict, text } from './fields.ts';
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
    texts: strict({ title: text(120), type: z.optional(text(60, 0)) }),
  },
  reply: record,
  status: 201,
  errors: ['wrong_state', 'storage_full', 'key_missing'],
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
