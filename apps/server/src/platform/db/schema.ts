// Made from the migrations by `npm run schema`; a test fails where it is not what they make. Not edited by hand.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

type Json = ColumnType<unknown, string, string>;

export interface AccountDecisionsTable {
  actor_id: number | null;
  decided_at: Date;
  decision: 'grant' | 'revoke' | 'disable' | 'enable' | 'end_sessions';
  expires_at: Date | null;
  grant_name: string | null;
  id: GeneratedAlways<number>;
  reason: string | null;
  user_id: number;
}

export interface AccountEventsTable {
  at: Date;
  device: string;
  id: GeneratedAlways<number>;
  is_new: Generated<boolean>;
  kind: string;
  name_hash: Buffer | null;
  network: string;
  session_id: string | null;
  tries: Generated<number>;
  user_id: number | null;
}

export interface AnsweredChallengesTable {
  expires_at: Date;
  hash: Buffer;
}

export interface AnswersTable {
  comment: string;
  created_at: Date;
  hidden_at: Date | null;
  hidden_reason: string | null;
  id: GeneratedAlways<number>;
  question_id: number;
  user_id: number;
}

export interface AppealsTable {
  answer: string | null;
  author_id: number;
  created_at: Date;
  decided_at: Date | null;
  decided_by: number | null;
  decision_id: number;
  id: GeneratedAlways<number>;
  outcome: 'upheld' | 'lifted' | 'gone' | null;
  text: string;
}

export interface AppointmentsTable {
  cancel_minutes: Generated<number>;
  chain_id: number;
  confirmed_at_once: Generated<boolean>;
  decided_at: Date | null;
  ended_by: 'patient' | 'provider' | 'time' | null;
  ends_at: Date;
  expires_at: Date;
  held: string;
  id: GeneratedAlways<number>;
  kind_confirmation: 'request' | 'known' | 'at_once' | null;
  kind_fee: number | null;
  kind_id: number | null;
  kind_name: string | null;
  kind_video_url: string | null;
  move_minutes: Generated<number>;
  moved_to_id: number | null;
  moves_id: number | null;
  offered: Generated<boolean>;
  patient_id: number;
  problem: string;
  proposed_by: Generated<'patient' | 'provider'>;
  provider_id: number;
  reason: string | null;
  remind_at: Date | null;
  requested_at: Date;
  starts_at: Date;
  status: 'requested' | 'approved' | 'declined' | 'cancelled' | 'expired' | 'completed' | 'no_show';
  time_zone: string;
  undo_reason: string | null;
  undo_to: 'requested' | 'approved' | null;
  undo_until: Date | null;
  version: Generated<number>;
}

export interface AuditTable {
  action: string;
  actor_id: number | null;
  at: Date;
  id: Generated<number>;
  item_id: number | null;
  item_kind: string | null;
  outcome: string;
  patient_id: number | null;
  reason: string | null;
  record_id: number | null;
  role: string | null;
  session_id: string | null;
}

export interface AuditCheckpointsTable {
  at: Date;
  hash: Buffer;
  key_id: string;
  seq: number;
  signature: Buffer;
}

export interface AuditSealsTable {
  audit_at: Date;
  audit_id: number;
  hash: Buffer;
  row_hash: Buffer;
  seq: number;
}

export interface AuditUnsealedTable {
  audit_at: Date;
  audit_id: number;
  since: Generated<Date>;
}

export interface AuthenticatorAppsTable {
  confirmed_at: Date | null;
  created_at: Date;
  last_step: Generated<number>;
  secret: Buffer;
  user_id: number;
}

export interface BlocksTable {
  blocked_at: Date;
  blocked_id: number;
  user_id: number;
}

export interface BlogLikesTable {
  blog_id: number;
  liked_at: Date;
  user_id: number;
}

export interface BlogWordsTable {
  word: string;
}

export interface BlogsTable {
  author_id: number;
  body: string;
  content: string;
  created_at: Date;
  deleted_at: Date | null;
  excerpt: string;
  hidden_at: Date | null;
  hidden_reason: string | null;
  id: GeneratedAlways<number>;
  likes_count: Generated<number>;
  search: Generated<string>;
  title: string;
  updated_at: Date;
}

export interface CalendarAddressesTable {
  made_at: Date;
  names: boolean;
  side: 'patient' | 'provider';
  token_hash: Buffer;
  user_id: number;
}

export interface ConsentsTable {
  at: Date;
  given: boolean;
  id: GeneratedAlways<number>;
  purpose: string;
  said_by: 'switch' | 'request';
  user_id: number;
  version: number;
}

export interface DatedHoursTable {
  day: string;
  hours: string;
  provider_id: number;
}

export interface EmailLinksTable {
  created_at: Date;
  email: string;
  expires_at: Date;
  hash: Buffer;
  purpose: 'verify' | 'change' | 'reset';
  user_id: number;
}

export interface ErasuresTable {
  care_until: Date | null;
  checked_at: Date | null;
  done_at: Date | null;
  ended_at: Date | null;
  name_until: Date | null;
  number: string;
  receipt: Json;
  requested_at: Date;
  user_id: number;
}

export interface ExportsTable {
  asked_at: Date;
  bytes: number | null;
  done: Generated<number>;
  ends_at: Date;
  failed_at: Date | null;
  file: string | null;
  id: GeneratedAlways<number>;
  ready_at: Date | null;
  total: number | null;
  user_id: number;
}

export interface FileKeysTable {
  file: string;
  key_version: number;
  owner_id: number;
  wrapped: Buffer;
}

export interface ForgedLinksTable {
  hour: Date;
  item_id: number;
  kind: 'record' | 'evidence' | 'export';
  tries: number;
}

export interface FreedTimesTable {
  agreed: Generated<boolean>;
  id: GeneratedAlways<number>;
  provider_id: number;
  starts_at: Date;
}

export interface GrantsTable {
  expires_at: Date | null;
  granted_at: Date;
  name: 'administrator' | 'moderator' | 'verifier';
  user_id: number;
}

export interface IdempotencyKeysTable {
  body: Json;
  body_hash: Buffer;
  created_at: Date;
  key: string;
  route: string;
  status: number;
  user_id: number;
}

export interface InstallationKeyTable {
  alone: Generated<boolean>;
  sealed: Buffer;
}

export interface JobsTable {
  created_at: Date;
  dead_at: Date | null;
  due_at: Generated<Date>;
  id: GeneratedAlways<number>;
  kind: string;
  lane: string | null;
  last_error: string | null;
  lease: string | null;
  payload: Json;
  tries: Generated<number>;
  uid: Generated<string>;
}

export interface KeptCareTable {
  file: string | null;
  id: number;
  kind: 'person' | 'visit' | 'report';
  patient_id: number;
  row: Json;
}

export interface LeavesTable {
  away: string;
  created_at: Date;
  id: GeneratedAlways<number>;
  provider_id: number;
  reason: string | null;
}

export interface MasterKeysTable {
  fingerprint: Buffer;
  first_used_at: Generated<Date>;
  version: number;
}

export interface MessagesTable {
  author_id: number;
  client_id: string;
  content: string;
  created_at: Date;
  hidden_at: Date | null;
  hidden_reason: string | null;
  id: Generated<number>;
  room_id: number;
  seq: number;
}

export interface MigrationsTable {
  applied_at: Date;
  checksum: string;
  name: string;
}

export interface ModeratedTable {
  address: string;
  author_id: number;
  excerpt: string;
  hidden_at: Date | null;
  hidden_reason: string | null;
  id: GeneratedAlways<number>;
  item_id: number;
  kind: 'blog' | 'question' | 'answer' | 'message';
  reported_at: Date | null;
}

export interface ModerationDecisionsTable {
  decided_at: Date;
  decision: 'hide' | 'show';
  id: GeneratedAlways<number>;
  moderated_id: number;
  moderator_id: number;
  reason: string | null;
}

export interface NotificationChoicesTable {
  email: boolean;
  in_app: boolean;
  push: boolean;
  topic: string;
  user_id: number;
}

export interface NotificationsTable {
  announced: Generated<boolean>;
  appointment_id: number | null;
  created_at: Date;
  deliver_at: Date | null;
  id: Generated<number>;
  kind: string;
  read_at: Date | null;
  record_id: number | null;
  shown: Generated<boolean>;
  user_id: number;
  version: number | null;
}

export interface PasskeysTable {
  added_at: Date;
  counter: number;
  credential_id: string;
  id: GeneratedAlways<number>;
  last_used_at: Date | null;
  name: string;
  public_key: Buffer;
  transports: string[];
  user_id: number;
}

export interface ProfilesTable {
  about: string;
  name: string;
  phone: string;
  updated_at: Date;
  user_id: number;
}

export interface ProviderPhotosTable {
  added_at: Date;
  image: Buffer;
  provider_id: number;
  version: string;
}

export interface ProviderSpecialitiesTable {
  listed: boolean;
  name_key: string;
  provider_id: number;
  speciality_id: number;
}

export interface ProvidersTable {
  about: string;
  address: string;
  city: string | null;
  council: string | null;
  created_at: Date;
  education: string;
  experience: number;
  fees: number;
  gender: 'woman' | 'man' | null;
  languages: Generated<string[]>;
  listed: boolean;
  name: string;
  name_key: string;
  phone: string;
  photo: string | null;
  registration_number: string | null;
  search: string;
  suspended_at: Date | null;
  suspended_reason: string | null;
  time_zone: string;
  updated_at: Date;
  user_id: number;
  verified: Generated<boolean>;
  verified_at: Date | null;
  verified_profile: Json | null;
  verified_until: Date | null;
}

export interface PushDevicesTable {
  added_at: Date;
  auth: string;
  device: string;
  endpoint: string;
  id: GeneratedAlways<number>;
  p256dh: string;
  session_id: string;
  user_id: number;
}

export interface QuestionWordsTable {
  word: string;
}

export interface QuestionsTable {
  comment_count: Generated<number>;
  created_at: Date;
  edited_at: Date | null;
  hidden_at: Date | null;
  hidden_reason: string | null;
  id: GeneratedAlways<number>;
  problem: string;
  search: string;
  user_id: number;
}

export interface QuietHoursTable {
  begins: string;
  ends: string;
  time_zone: string;
  user_id: number;
}

export interface RecordsTable {
  appointment_id: number | null;
  bytes: number;
  created_at: Date;
  dated_on: string | null;
  file: string;
  id: GeneratedAlways<number>;
  media_type: 'application/pdf' | 'image/png' | 'image/jpeg';
  opened_at: Date | null;
  patient_id: number;
  provider_id: number | null;
  release: Generated<'at_once' | 'on_date' | 'after_talk'>;
  release_at: Date | null;
  release_on: string | null;
  replaces_because: string | null;
  replaces_id: number | null;
  scan: Generated<'unscanned' | 'pending' | 'clean' | 'infected' | 'error'>;
  sentence: string | null;
  sha256: Buffer;
  title: string | null;
  told_at: Date | null;
  type: string | null;
  withdrawn_at: Date | null;
  withdrawn_reason: string | null;
}

export interface RecoveryCodesTable {
  hash: Buffer;
  used_at: Date | null;
  user_id: number;
}

export interface ReportsTable {
  created_at: Date;
  decided_at: Date | null;
  decision_id: number | null;
  moderated_id: number;
  note: string | null;
  reason: 'dangerous' | 'unkind' | 'private' | 'advertising' | 'other';
  reporter_id: number;
}

export interface RoomDaysTable {
  day: string;
  people: number;
  room_id: number;
}

export interface RoomMembersTable {
  active_on: string;
  room_id: number;
  user_id: number;
}

export interface RoomReadsTable {
  read_at: Date;
  room_id: number;
  seq: number;
  user_id: number;
}

export interface RoomSequencesTable {
  changes: Generated<number>;
  closed_at: Date | null;
  room_id: number;
  seq: Generated<number>;
}

export interface RoomsTable {
  created_at: Date;
  description: Generated<string>;
  id: GeneratedAlways<number>;
  name: string;
}

export interface RulesTable {
  name: string;
  since: Date;
}

export interface SchedulesTable {
  answer_hours: number;
  buffer_after: number;
  buffer_before: number;
  cancel_minutes: number;
  horizon_days: number;
  move_minutes: number;
  notice_minutes: number;
  offer_minutes: number;
  provider_id: number;
  updated_at: Date;
  visit_minutes: number;
}

export interface SearchWordsTable {
  word: string;
}

export interface SecretVersionsTable {
  added_at: Generated<Date>;
  fingerprint: Buffer;
  in_use: Generated<boolean>;
  used_since: Date | null;
  version: number;
}

export interface SessionsTable {
  active_at: Date | null;
  browser: Buffer;
  confirmed_at: Date | null;
  created_at: Date;
  device: Generated<string>;
  end_reason: string | null;
  ended_at: Date | null;
  expires_at: Date;
  generation: Generated<number>;
  id: string;
  refreshed_at: Date;
  second_factor_at: Date | null;
  seed: Buffer;
  user_id: number;
}

export interface ShareItemsTable {
  record_id: number;
  share_id: number;
}

export interface SharesTable {
  ends_at: Date;
  failures: Generated<number>;
  id: GeneratedAlways<number>;
  locked_at: Date | null;
  made_at: Date;
  most_views: number | null;
  passcode_hash: string | null;
  patient_id: number;
  provider_id: number | null;
  revoked_at: Date | null;
  token_hash: Buffer | null;
  viewed_at: Date | null;
  views: Generated<number>;
}

export interface SpecialitiesTable {
  also_called: Generated<string>;
  desc: string | null;
  id: GeneratedAlways<number>;
  merged_into: number | null;
  name: string;
  name_key: string;
  retired_at: Date | null;
  search: string;
  words: Generated<string>;
}

export interface ThrottleTable {
  ends_at: Date;
  key: string;
  opens_at: Date | null;
  points: number;
}

export interface UsersTable {
  created_at: Date;
  disabled_at: Date | null;
  email: string;
  email_verified_at: Date | null;
  erased_at: Date | null;
  id: GeneratedAlways<number>;
  language: string | null;
  password_changed_at: Date;
  password_hash: string;
  role: Generated<'unknown' | 'patient' | 'healthcare_provider'>;
  username: string;
  username_skeleton: string | null;
}

export interface VerificationClaimsTable {
  created_at: Date;
  decided_at: Date | null;
  files_deleted_at: Date | null;
  id: GeneratedAlways<number>;
  photo: Buffer | null;
  profile: Json | null;
  provider_id: number;
  reason: string | null;
  reminded_at: Date | null;
  reviewer_id: number | null;
  state: 'draft' | 'submitted' | 'in_review' | 'verified' | 'rejected' | 'withdrawn' | 'expired' | 'lapsed';
  submitted_at: Date | null;
  taken_at: Date | null;
  verified_until: Date | null;
}

export interface VerificationFilesTable {
  added_at: Date;
  bytes: number;
  claim_id: number;
  file: string;
  id: GeneratedAlways<number>;
  media_type: 'application/pdf' | 'image/png' | 'image/jpeg';
}

export interface VisitKindsTable {
  buffer_after: number | null;
  confirmation: Generated<'request' | 'known' | 'at_once'>;
  fee: number | null;
  id: GeneratedAlways<number>;
  minutes: number | null;
  name: string;
  position: number | null;
  provider_id: number;
  retired_at: Date | null;
  video_url: string | null;
  who_may_book: Generated<'new' | 'known' | 'staff'>;
}

export interface VisitReadsTable {
  appointment_id: number | null;
  at: Date;
  id: GeneratedAlways<number>;
  reader_id: number;
}

export interface WaitingListsTable {
  open: boolean;
  provider_id: number;
}

export interface WaitsTable {
  from_day: string | null;
  id: GeneratedAlways<number>;
  joined_at: Date;
  patient_id: number;
  problem: string;
  provider_id: number;
  to_day: string | null;
  weekdays: number[];
}

export interface WeeklyHoursTable {
  hours: string;
  provider_id: number;
  weekday: number;
}

/** All tables, for Kysely. */
export interface Database {
  account_decisions: AccountDecisionsTable;
  account_events: AccountEventsTable;
  answered_challenges: AnsweredChallengesTable;
  answers: AnswersTable;
  appeals: AppealsTable;
  appointments: AppointmentsTable;
  audit: AuditTable;
  audit_checkpoints: AuditCheckpointsTable;
  audit_seals: AuditSealsTable;
  audit_unsealed: AuditUnsealedTable;
  authenticator_apps: AuthenticatorAppsTable;
  blocks: BlocksTable;
  blog_likes: BlogLikesTable;
  blog_words: BlogWordsTable;
  blogs: BlogsTable;
  calendar_addresses: CalendarAddressesTable;
  consents: ConsentsTable;
  dated_hours: DatedHoursTable;
  email_links: EmailLinksTable;
  erasures: ErasuresTable;
  exports: ExportsTable;
  file_keys: FileKeysTable;
  forged_links: ForgedLinksTable;
  freed_times: FreedTimesTable;
  grants: GrantsTable;
  idempotency_keys: IdempotencyKeysTable;
  installation_key: InstallationKeyTable;
  jobs: JobsTable;
  kept_care: KeptCareTable;
  leaves: LeavesTable;
  master_keys: MasterKeysTable;
  messages: MessagesTable;
  migrations: MigrationsTable;
  moderated: ModeratedTable;
  moderation_decisions: ModerationDecisionsTable;
  notification_choices: NotificationChoicesTable;
  notifications: NotificationsTable;
  passkeys: PasskeysTable;
  profiles: ProfilesTable;
  provider_photos: ProviderPhotosTable;
  provider_specialities: ProviderSpecialitiesTable;
  providers: ProvidersTable;
  push_devices: PushDevicesTable;
  question_words: QuestionWordsTable;
  questions: QuestionsTable;
  quiet_hours: QuietHoursTable;
  records: RecordsTable;
  recovery_codes: RecoveryCodesTable;
  reports: ReportsTable;
  room_days: RoomDaysTable;
  room_members: RoomMembersTable;
  room_reads: RoomReadsTable;
  room_sequences: RoomSequencesTable;
  rooms: RoomsTable;
  rules: RulesTable;
  schedules: SchedulesTable;
  search_words: SearchWordsTable;
  secret_versions: SecretVersionsTable;
  sessions: SessionsTable;
  share_items: ShareItemsTable;
  shares: SharesTable;
  specialities: SpecialitiesTable;
  throttle: ThrottleTable;
  users: UsersTable;
  verification_claims: VerificationClaimsTable;
  verification_files: VerificationFilesTable;
  visit_kinds: VisitKindsTable;
  visit_reads: VisitReadsTable;
  waiting_lists: WaitingListsTable;
  waits: WaitsTable;
  weekly_hours: WeeklyHoursTable;
}
