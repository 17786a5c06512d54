import type { dataMap } from './data-map.ts';

/**
 * What an erasure does to the rows of a person that the data map finds. `gone`: there are none. `nameless`: the rows that
 * remain do not identify the person: this condition holds for each row `t`. `stays`: unchanged, for a reason that the receipt
 * names, or because they reveal nothing. Kept care and the name of a provider stay `until` a day.
 */
export type Fate =
  | { is: 'gone' }
  | { is: 'nameless'; condition: string }
  | { is: 'stays'; why: string }
  | { is: 'until'; why: string };

const gone: Fate = { is: 'gone' };
const nameless = (condition: string): Fate => ({ is: 'nameless', condition });
const stays = (why: string): Fate => ({ is: 'stays', why });
const until = (why: string): Fate => ({ is: 'until', why });

const numbers = 'numbers and moments alone, of what was decided about others';
const noOnes = 'rows that are nobody’s';

/** The fate of each table of the data map. A test checks that none is missing, and checks each against the database. */
export const fates: Readonly<Record<keyof typeof dataMap, Fate>> = {
  users: nameless(
    "t.username = 'Deleted user' and t.email = '' and t.password_hash = '' and t.email_verified_at is null and t.role = 'unknown' and t.language is null",
  ),
  profiles: gone,
  erasures: stays('the receipt: kinds, counts and days, found by its number alone'),
  grants: gone,
  account_decisions: nameless(
    "t.user_id <> :person or coalesce(t.reason, 'Erased with the account.') = 'Erased with the account.'",
  ),
  sessions: gone,
  account_events: gone,
  visit_reads: stays('numbers and moments alone, until their own end'),
  email_links: gone,
  authenticator_apps: gone,
  recovery_codes: gone,
  passkeys: gone,
  notifications: gone,
  notification_choices: gone,
  quiet_hours: gone,
  push_devices: gone,
  calendar_addresses: gone,
  idempotency_keys: gone,
  consents: stays('what was agreed to when, by numbers alone, for as long as anything rests on it'),
  exports: gone,
  jobs: until('the letter with the receipt, until it has left, a day at most'),

  appointments: nameless("t.patient_id <> :person or (t.problem = '' and t.reason is null and t.undo_reason is null)"),
  waits: gone,
  records: nameless('t.patient_id <> :person'),
  shares: gone,
  share_items: gone,
  kept_care: until('care that others are bound to keep; the application cannot read it'),
  file_keys: until('the keys of the files of kept care'),
  audit: stays('numbers and moments alone, until their own end'),
  providers: until('the name of a provider on what patients have'),
  provider_specialities: gone,
  provider_photos: gone,
  verification_claims: nameless("t.provider_id <> :person and t.state <> 'in_review'"),
  verification_files: gone,
  schedules: gone,
  visit_kinds: gone,
  weekly_hours: gone,
  dated_hours: gone,
  leaves: gone,
  waiting_lists: gone,
  freed_times: gone,

  blogs: gone,
  blog_likes: gone,
  questions: nameless("t.problem = 'Erased with the account.'"),
  answers: nameless("t.comment = 'Erased with the account.'"),
  messages: nameless("t.content = 'Erased with the account.'"),
  room_members: gone,
  room_reads: gone,
  blocks: gone,
  moderated: nameless("t.excerpt = '' and t.reported_at is null"),
  reports: nameless('t.note is null'),
  moderation_decisions: stays(numbers),
  appeals: nameless("t.author_id <> :person or (t.text = 'Erased with the account.' and t.answer is null)"),

  migrations: stays(noOnes),
  specialities: stays(noOnes),
  search_words: stays('words that stand in the texts of others, too'),
  blog_words: stays('words that stand in the texts of others, too'),
  question_words: stays('words that stand in the texts of others, too'),
  rooms: stays(noOnes),
  room_sequences: stays(noOnes),
  room_days: stays(noOnes),
  throttle: stays('keyed hashes, until their counters end'),
  rules: stays(noOnes),
  forged_links: stays('counts of tries by the number of a file, until their own end'),
  answered_challenges: stays(noOnes),
  master_keys: stays(noOnes),
  secret_versions: stays(noOnes),
  installation_key: stays(noOnes),
  audit_unsealed: stays(noOnes),
  audit_seals: stays(noOnes),
  audit_checkpoints: stays(noOnes),
};
