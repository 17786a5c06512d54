import type { Cell } from './cells.ts';
import type { Statement } from './rewind.ts';

// What is somebody's is never read or changed by its id alone: the statement itself says whose it must be, so that a check
// that is forgotten around it lets nobody through.

const reads =
  /\b(from|join|update|into)\s+(appointments|records|profiles|blocks|room_reads|sessions|leaves|idempotency_keys|email_links|moderated|appeals|verification_claims|verification_files|calendar_addresses|waits|authenticator_apps|recovery_codes|passkeys|notifications|notification_choices|quiet_hours|push_devices|file_keys|consents|exports|shares|share_items)\b|\bfrom audit\b/i;
const writes =
  /\b(update|delete from|insert into)\s+(users|providers|provider_photos|blogs|questions|answers|messages|reports|schedules|weekly_hours|dated_hours)\b/i;

/** The beginnings of what names nobody, and why that is right. */
const allowed = [
  // Whether a patient takes reports here, before one about them is kept.
  'select c.given and c.version',
  // Nobody yet: who registers.
  'insert into users',
  'insert into email_links',
  // The token is what proves whose it is.
  'select s.id, s.user_id, s.seed, s.generation',
  'update sessions set generation = generation + 1',
  'update sessions set ended_at = $1, end_reason = ',
  // The passkey's answer is what proves whose it is.
  'select id, user_id, public_key, counter from passkeys',
  'update passkeys set counter',
  // When a provider is busy, without a word on with whom.
  'select 1 from appointments where provider_id = $1',
  'select ( select coalesce(json_agg(json_build_array(extract(epoch from lower(a.held))',
  'select p.user_id as id, json_build_object(',
  // How fast a provider answers as a rule.
  "select json_build_object( 'zone'",
  // When a provider is away, without a word on why.
  'select from leaves where provider_id = $1',
  // Whose report was asked for in vain, for the audit.
  'select patient_id from records',
  'select patient_id from shares',
  // Whose document a genuine link opens is judged by the rule, with the row.
  'select c.id, c.provider_id, c.state, c.reviewer_id, c.taken_at, f.media_type',
  // The key of a file, by the name that only the row names which was read for the one who asks.
  'select k.key_version as version, m.fingerprint, k.wrapped from file_keys',
  'delete from file_keys where file = any',
  // It goes with the row that was just written, and is bound to whom that is about.
  'insert into file_keys',
  // What is derived from a row that was just written for its owner.
  'update providers p set search',
  'update verification_claims set files_deleted_at',
  // What nobody can use any more.
  'delete from email_links where hash in (select hash from email_links where expires_at < $1',
  // What moderators keep of a thing that somebody reports: never the reporter's own.
  'insert into moderated',
  'update moderated set reported_at',
  // What somebody is told of what another one does.
  'insert into notifications',
  'update notifications set deliver_at = null where appointment_id',
  'update notifications set shown = false',
  // Whether anybody waits for a time that became free, without a word on who.
  'insert into freed_times',
  // Counters.
  'update blogs set likes_count',
  'update questions set comment_count',
];

/** The token of an email, a passkey or the address of a calendar proves whose it is, not the session. */
const byProof = [
  'POST /verify-email/',
  'POST /reset-password/',
  'POST /reset-password/passkeys/',
  'POST /token/passkey/',
  'POST /token/code/',
  'GET /calendars/:token/',
  'POST /api/shares/open/',
  'GET /files/shared/:record_id/',
];

/** The statements of a cell that touch private things and do not name the one who asks. Who holds a grant acts on what is
 * others'. */
export function namelessIn({ line, entry, somebody }: Cell, statements: readonly Statement[]): string[] {
  if (!['anyone', 'signed_in'].includes(entry.access) || byProof.includes(line)) return [];
  return statements
    .filter(({ values }) => !values.includes(somebody.user_id))
    .map(({ text }) => text.replaceAll(/\s+/g, ' ').trim())
    .filter((text) => reads.test(text) || writes.test(text))
    .filter((text) => !allowed.some((beginning) => text.startsWith(beginning)))
    .map((text) => `${line}: ${text}`);
}
