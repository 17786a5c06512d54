import * as z from 'zod/mini';
import { secret } from './accounts.ts';
import { purposes } from './consent-purposes.ts';
import { endpoint } from './endpoint.ts';
import { done, id, strict, wholeNumber } from './fields.ts';

/**
 * A data export, finished or in progress: `done` counts its rows and files so far. `download` is a link that is valid
 * for five minutes, only for this person and session. The export is deleted at `ends_at`.
 */
const dataExport = z.object({
  id: z.int(),
  state: z.enum(['waiting', 'running', 'ready', 'failed']),
  asked_at: z.string(),
  done: z.int(),
  total: z.nullable(z.int()),
  bytes: z.nullable(z.int()),
  ends_at: z.string(),
  download: z.nullable(z.string()),
});
export type DataExport = z.output<typeof dataExport>;

export const askForExport = endpoint({
  method: 'POST',
  path: '/api/my-data/exports/',
  access: 'signed-in',
  summary:
    'Starts a ZIP export of all data about the caller, which replaces an earlier one. Needs the password and, if the caller has a second factor, a session with it.',
  body: strict({ current_password: secret }),
  reply: dataExport,
  status: 201,
  errors: ['wrong_state', 'second_factor_required'],
});

export const getExport = endpoint({
  method: 'GET',
  path: '/api/my-data/exports/',
  access: 'signed-in',
  summary: "Returns the state of the caller's export and, once it is ready, its link.",
  reply: z.object({ export: z.nullable(dataExport) }),
});

export const getExportFile = endpoint({
  method: 'GET',
  path: '/files/exports/:export_id/',
  access: 'anyone',
  summary:
    'Returns an export to whoever has its link. The link itself is the authorisation, and is valid for five minutes.',
  params: strict({ export_id: id }),
  query: strict({ token: z.string().check(z.maxLength(500)) }),
  files: ['application/zip'],
  refusalPages: [403, 410, 500, 503],
  reply: z.unknown(),
});

const purpose = z.enum(purposes, 'There is no such purpose.');

/** A person's answer to one purpose. `outdated`: the purpose has a newer version, so the person is asked again. */
const consent = z.object({
  purpose,
  version: z.int(),
  state: z.enum(['not_asked', 'given', 'withdrawn', 'outdated']),
  at: z.nullable(z.string()),
});
export type Consent = z.output<typeof consent>;

export const listConsents = endpoint({
  method: 'GET',
  path: '/api/my-data/consents/',
  access: 'signed-in',
  summary: "Lists each purpose in its current version, and the caller's last answer to it.",
  reply: z.array(consent),
});

export const giveConsent = endpoint({
  method: 'POST',
  path: '/api/my-data/consents/:purpose/',
  access: 'signed-in',
  summary: 'Gives consent to a purpose, in the version that the caller read.',
  params: strict({ purpose }),
  body: strict({ version: wholeNumber(1, 32_767) }),
  reply: done,
  errors: ['wrong_state'],
});

export const withdrawConsent = endpoint({
  method: 'DELETE',
  path: '/api/my-data/consents/:purpose/',
  access: 'signed-in',
  summary: 'Withdraws consent to a purpose. What depends on it stops at once.',
  params: strict({ purpose }),
  reply: done,
});
