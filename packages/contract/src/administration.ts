import * as z from 'zod/mini';
import {
  accountDecisions,
  activities,
  activityDays,
  auditActions,
  auditItems,
  decisionReasonLength,
  jobKinds,
} from './administration-rules.ts';
import { endpoint, grants, roles } from './endpoint.ts';
import { done, id, nothing, page, strict, text, wholeNumber } from './fields.ts';

// Endpoints for administrators: rooms, specialities, accounts, emails, the audit.

const administrator = { grant: 'administrator' } as const;
const reason = text(decisionReasonLength);
const user = z.object({ id: z.int(), username: z.string() });
const moment = z.iso.datetime({ offset: true, error: 'Please enter a date and a time with an offset.' });

export const getOverview = endpoint({
  method: 'GET',
  path: '/api/admin/overview/',
  access: administrator,
  summary: 'Returns the number of people, and of items that wait for somebody.',
  reply: z.object({ people: z.int(), reports_waiting: z.int(), claims_waiting: z.int(), dead_letters: z.int() }),
});

export const getActivity = endpoint({
  method: 'GET',
  path: '/api/admin/activity/',
  access: administrator,
  summary: `Returns counts for each of the last ${activityDays} days, in the time zone of the site.`,
  reply: z.object({
    /** Oldest first, as `2026-11-24`. Each list of counts has the same order. */
    days: z.array(z.string()),
    counts: z.record(z.enum(activities), z.array(z.int())),
  }),
});

/** A person as administrators see one. `grants` are those in force. */
const person = z.object({
  id: z.int(),
  username: z.string(),
  email: z.string(),
  role: z.enum(roles),
  disabled: z.boolean(),
  grants: z.array(z.enum(grants)),
  created_at: z.string(),
});
export type AdministeredPerson = z.output<typeof person>;

export const listPeople = endpoint({
  method: 'GET',
  path: '/api/admin/users/',
  access: administrator,
  summary:
    'Lists people by username: first those whose username begins with `q`, then those whose email address does. With `grant`, only people who hold it.',
  query: strict({
    ...page,
    q: z.optional(text(254, 0)),
    grant: z.optional(z.enum(grants)),
  }),
  reply: z.array(person),
});

const fullPerson = z.object({
  ...person.shape,
  grants: z.array(z.object({ name: z.enum(grants), granted_at: z.string(), expires_at: z.nullable(z.string()) })),
  disabled_at: z.nullable(z.string()),
  session_count: z.int(),
});
export type FullPerson = z.output<typeof fullPerson>;

const ofUser = strict({ user_id: id });

export const getPerson = endpoint({
  method: 'GET',
  path: '/api/admin/users/:user_id/',
  access: administrator,
  summary: 'Returns one person: the account, the grants with their expiry, and the number of open sessions.',
  params: ofUser,
  reply: fullPerson,
  errors: ['not_found'],
});

/** A decision about an account. `by` is null if the operator made it on the command line. */
const decision = z.object({
  id: z.int(),
  decision: z.enum(accountDecisions),
  by: z.nullable(user),
  grant: z.nullable(z.enum(grants)),
  expires_at: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  decided_at: z.string(),
});
export type DecisionOfAccount = z.output<typeof decision>;

export const listDecisions = endpoint({
  method: 'GET',
  path: '/api/admin/users/:user_id/decisions/',
  access: administrator,
  summary: 'Lists the decisions of administrators about an account, newest first.',
  params: ofUser,
  query: strict(page),
  reply: z.array(decision),
  errors: ['not_found'],
});

const decisionErrors = ['not_found', 'wrong_state', 'last_administrator'] as const;

export const giveGrant = endpoint({
  method: 'POST',
  path: '/api/admin/users/:user_id/grant/',
  access: administrator,
  summary:
    'Gives a person a grant, without expiry or until `expires_at`. A grant that the person already holds gets the new expiry.',
  params: ofUser,
  body: strict({
    grant: z.enum(grants),
    expires_at: z.nullish(moment),
    reason,
  }),
  reply: done,
  errors: decisionErrors,
});

export const takeGrant = endpoint({
  method: 'POST',
  path: '/api/admin/users/:user_id/revoke/',
  access: administrator,
  summary: 'Revokes a grant of a person.',
  params: ofUser,
  body: strict({ grant: z.enum(grants), reason }),
  reply: done,
  errors: decisionErrors,
});

export const disablePerson = endpoint({
  method: 'POST',
  path: '/api/admin/users/:user_id/disable/',
  access: administrator,
  summary: 'Disables an account: ends its sessions and refuses new ones. A provider disappears from the directory.',
  params: ofUser,
  body: strict({ reason }),
  reply: done,
  errors: decisionErrors,
});

export const enablePerson = endpoint({
  method: 'POST',
  path: '/api/admin/users/:user_id/enable/',
  access: administrator,
  summary: 'Enables a disabled account: the person can sign in again, and a provider returns to the directory.',
  params: ofUser,
  body: strict({ reason }),
  reply: done,
  errors: decisionErrors,
});

export const endSessionsOf = endpoint({
  method: 'POST',
  path: '/api/admin/users/:user_id/end-sessions/',
  access: administrator,
  summary: 'Ends all sessions of a person, who can sign in again.',
  params: ofUser,
  body: strict({ reason }),
  reply: done,
  errors: decisionErrors,
});

/**
 * A speciality with the fields that only administrators see: other names, the words that mean it in a search, whether it is
 * retired, and what it was merged into.
 */
const speciality = z.object({
  id: z.int(),
  name: z.string(),
  desc: z.nullable(z.string()),
  also_called: z.string(),
  words: z.string(),
  provider_count: z.int(),
  retired: z.boolean(),
  merged_into: z.nullable(z.object({ id: z.int(), name: z.string() })),
});
export type AdministeredSpeciality = z.output<typeof speciality>;

const specialityForm = strict({
  name: text(80),
  desc: z.optional(text(300, 0)),
  also_called: z.optional(text(500, 0)),
  /**
   * Words and phrases of people who look for it, separated by commas or line breaks. A number after a phrase says how clearly it
   * points here: 3 (as without a number) for certain, 2 probably, 1 perhaps. Left out, they stay as they are.
   */
  words: z.optional(text(10_000, 0)),
});
const ofSpeciality = strict({ speciality_id: id });

export const listAllSpecialities = endpoint({
  method: 'GET',
  path: '/api/admin/specialities/',
  access: administrator,
  summary: 'Lists all specialities by name, including retired and merged ones.',
  query: strict(page),
  reply: z.array(speciality),
});

export const addSpeciality = endpoint({
  method: 'POST',
  path: '/api/admin/specialities/',
  access: administrator,
  summary:
    'Adds a speciality. `also_called` contains other names by which the search finds it, `words` what people type who look for it: complaints, parts of the body, professions.',
  body: specialityForm,
  reply: z.object({ id: z.int() }),
  status: 201,
});

export const editSpeciality = endpoint({
  method: 'PATCH',
  path: '/api/admin/specialities/:speciality_id/',
  access: administrator,
  summary:
    'Changes a speciality. The search finds its providers by the new names and words. Without `words` they stay as they are.',
  params: ofSpeciality,
  body: specialityForm,
  reply: done,
  errors: ['not_found', 'wrong_state'],
});

export const mergeSpeciality = endpoint({
  method: 'POST',
  path: '/api/admin/specialities/:speciality_id/merge/',
  access: administrator,
  summary: 'Merges a speciality into another one: its providers move there, and its address and its names lead there.',
  params: ofSpeciality,
  body: strict({ into: id }),
  reply: done,
  errors: ['not_found', 'wrong_state'],
});

export const retireSpeciality = endpoint({
  method: 'POST',
  path: '/api/admin/specialities/:speciality_id/retire/',
  access: administrator,
  summary: 'Retires a speciality: nobody can choose it any more, and the providers who have it keep it.',
  params: ofSpeciality,
  body: nothing,
  reply: done,
  errors: ['not_found', 'wrong_state'],
});

export const restoreSpeciality = endpoint({
  method: 'POST',
  path: '/api/admin/specialities/:speciality_id/restore/',
  access: administrator,
  summary: 'Restores a retired speciality, so that providers can choose it again.',
  params: ofSpeciality,
  body: nothing,
  reply: done,
  errors: ['not_found', 'wrong_state'],
});

const ofRoom = strict({ room_id: id });

export const editRoom = endpoint({
  method: 'PATCH',
  path: '/api/admin/rooms/:room_id/',
  access: administrator,
  summary: 'Changes the name or the description of a chat room.',
  params: ofRoom,
  body: strict({ name: text(80), description: z.optional(text(300, 0)) }),
  reply: done,
  errors: ['not_found'],
});

export const closeRoom = endpoint({
  method: 'POST',
  path: '/api/admin/rooms/:room_id/close/',
  access: administrator,
  summary: 'Closes a chat room: its messages stay readable, and nobody can write new ones.',
  params: ofRoom,
  body: nothing,
  reply: done,
  errors: ['not_found', 'wrong_state'],
});

export const reopenRoom = endpoint({
  method: 'POST',
  path: '/api/admin/rooms/:room_id/reopen/',
  access: administrator,
  summary: 'Reopens a closed chat room.',
  params: ofRoom,
  body: nothing,
  reply: done,
  errors: ['not_found', 'wrong_state'],
});

/** An email or another job that failed for good after many attempts. `error` is the class of the last failure. */
const deadLetter = z.object({
  id: z.int(),
  kind: z.enum(jobKinds),
  person: z.nullable(user),
  tries: z.int(),
  error: z.string(),
  created_at: z.string(),
  dead_at: z.string(),
});
export type DeadLetter = z.output<typeof deadLetter>;

export const listDeadLetters = endpoint({
  method: 'GET',
  path: '/api/admin/letters/',
  access: administrator,
  summary: 'Lists emails and other jobs that failed for good, newest first, without their content.',
  query: strict(page),
  reply: z.array(deadLetter),
});

export const retryLetter = endpoint({
  method: 'POST',
  path: '/api/admin/letters/:letter_id/retry/',
  access: administrator,
  summary: 'Retries an email or another job that failed for good.',
  params: strict({ letter_id: wholeNumber(1, 999_999_999_999_999) }),
  body: nothing,
  reply: done,
  errors: ['not_found'],
});

/**
 * One row of the audit. `patient` is the patient of the record, `item` any other object: a person, a room, a
 * speciality, an article. `reason` is a fixed code.
 */
const auditRow = z.object({
  id: z.int(),
  at: z.string(),
  action: z.enum(auditActions),
  actor: z.nullable(user),
  role: z.nullable(z.string()),
  patient: z.nullable(user),
  record_id: z.nullable(z.int()),
  item: z.nullable(z.object({ kind: z.enum(auditItems), id: z.int(), name: z.nullable(z.string()) })),
  outcome: z.enum(['done', 'refused']),
  reason: z.nullable(z.string()),
});
export type AuditRow = z.output<typeof auditRow>;

export const searchAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit/',
  access: administrator,
  summary:
    'Searches the audit, newest first: by or about one person, of one kind, between two times. Each search is recorded in the audit too.',
  query: strict({
    ...page,
    username: z.optional(text(150, 0)),
    action: z.optional(z.enum(auditActions)),
    from: z.optional(moment),
    until: z.optional(moment),
  }),
  reply: z.array(auditRow),
});
