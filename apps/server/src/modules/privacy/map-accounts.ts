import type { TableData } from './table-data.ts';

const own = (column = 'user_id') => [{ kind: 'own', as: 'owner', where: `t.${column} = :person` }] as const;

/** Accounts, access to them, and notifications. */
export const accounts = {
  users: {
    what: 'Your account.',
    rows: own('id'),
    given: [
      'id',
      'username',
      'email',
      'role',
      'created_at',
      'password_changed_at',
      'disabled_at',
      'email_verified_at',
      'language',
    ],
    held: { password_hash: 'secret', erased_at: 'derived', username_skeleton: 'derived' },
  },
  profiles: {
    what: 'Your basic profile.',
    rows: own(),
    given: ['user_id', 'name', 'about', 'phone', 'updated_at'],
    held: {},
  },
  erasures: {
    what: 'That an account was erased, and what its person was told of it.',
    rows: [{ kind: 'kept', as: 'owner', where: 't.user_id = :person' }],
    given: [],
    held: {
      user_id: 'derived',
      number: 'secret',
      requested_at: 'derived',
      done_at: 'derived',
      checked_at: 'derived',
      care_until: 'derived',
      name_until: 'derived',
      ended_at: 'derived',
      receipt: 'derived',
    },
  },
  grants: {
    what: 'What you may do beyond others.',
    rows: own(),
    given: ['user_id', 'name', 'granted_at', 'expires_at'],
    held: {},
  },
  account_decisions: {
    what: 'What administrators decided about your account, or you about others.',
    rows: [
      { kind: 'kept', as: 'account', where: 't.user_id = :person', without: ['actor_id'] },
      // The decision, without the person it was about.
      { kind: 'kept', as: 'administrator', where: 't.actor_id = :person', without: ['user_id', 'reason'] },
    ],
    given: ['id', 'user_id', 'actor_id', 'decision', 'grant_name', 'expires_at', 'reason', 'decided_at'],
    held: {},
  },
  sessions: {
    what: 'Where you signed in.',
    rows: own(),
    given: [
      'user_id',
      'device',
      'created_at',
      'refreshed_at',
      'active_at',
      'expires_at',
      'ended_at',
      'end_reason',
      'second_factor_at',
      'confirmed_at',
    ],
    held: { id: 'secret', seed: 'secret', browser: 'secret', generation: 'derived' },
  },
  account_events: {
    what: 'How your account was used: sign-ins, failed tries, changes of what lets you in.',
    rows: own(),
    given: ['id', 'user_id', 'at', 'kind', 'device', 'network', 'is_new', 'tries'],
    held: { name_hash: 'secret', session_id: 'secret' },
  },
  visit_reads: {
    what: 'When visits were read by somebody other than their patient.',
    rows: [
      { kind: 'kept', as: 'reader', where: 't.reader_id = :person' },
      {
        kind: 'kept',
        as: 'patient',
        where: 't.appointment_id in (select a.id from appointments a where a.patient_id = :person)',
        without: ['reader_id'],
      },
    ],
    given: ['at', 'reader_id', 'appointment_id'],
    held: { id: 'derived' },
  },
  email_links: {
    what: 'Links that were sent to you by letter and are still good.',
    rows: own(),
    given: ['user_id', 'purpose', 'email', 'created_at', 'expires_at'],
    held: { hash: 'secret' },
  },
  authenticator_apps: {
    what: 'Your authenticator app.',
    rows: own(),
    given: ['user_id', 'created_at', 'confirmed_at'],
    held: { secret: 'secret', last_step: 'derived' },
  },
  recovery_codes: {
    what: 'Your recovery codes: how many there are, and when they were used.',
    rows: own(),
    given: ['user_id', 'used_at'],
    held: { hash: 'secret' },
  },
  passkeys: {
    what: 'Your passkeys.',
    rows: own(),
    given: ['id', 'user_id', 'name', 'transports', 'added_at', 'last_used_at'],
    held: { credential_id: 'secret', public_key: 'secret', counter: 'derived' },
  },
  notifications: {
    what: 'What you were told.',
    rows: own(),
    given: ['id', 'user_id', 'kind', 'appointment_id', 'version', 'record_id', 'created_at', 'read_at'],
    held: { deliver_at: 'derived', shown: 'derived', announced: 'derived' },
  },
  notification_choices: {
    what: 'How you want to be told.',
    rows: own(),
    given: ['user_id', 'topic', 'in_app', 'email', 'push'],
    held: {},
  },
  quiet_hours: {
    what: 'When you want to be left alone.',
    rows: own(),
    given: ['user_id', 'begins', 'ends', 'time_zone'],
    held: {},
  },
  push_devices: {
    what: 'The devices on which you are told.',
    rows: own(),
    given: ['id', 'user_id', 'device', 'added_at'],
    held: { endpoint: 'secret', p256dh: 'secret', auth: 'secret', session_id: 'secret' },
  },
  calendar_addresses: {
    what: 'The private addresses of your calendars.',
    rows: own(),
    given: ['user_id', 'side', 'names', 'made_at'],
    held: { token_hash: 'secret' },
  },
  idempotency_keys: {
    what: 'What you did within the last day, so that nothing is done twice.',
    rows: own(),
    given: ['user_id', 'route', 'created_at'],
    // A stored answer copies what is elsewhere, or has the secrets of a second factor.
    held: { key: 'derived', body_hash: 'secret', status: 'derived', body: 'secret' },
  },
  consents: {
    what: 'What you agreed to, and what you withdrew.',
    // Consents must be provable as long as anything depends on them.
    rows: [{ kind: 'kept', as: 'owner', where: 't.user_id = :person' }],
    given: ['id', 'user_id', 'purpose', 'version', 'given', 'said_by', 'at'],
    held: {},
  },
  exports: {
    what: 'The copy of your data that you asked for.',
    rows: own(),
    given: ['id', 'user_id', 'asked_at', 'ends_at'],
    held: {
      done: 'derived',
      total: 'derived',
      file: 'secret',
      bytes: 'derived',
      ready_at: 'derived',
      failed_at: 'derived',
    },
  },
  jobs: {
    what: 'Letters and other work that waits to be done for you.',
    rows: [
      {
        kind: 'own',
        as: 'reader',
        where: `(t.lane = 'person ' || :person::integer
          or t.lane in (select 'device ' || d.id from push_devices d where d.user_id = :person)
          or (t.kind = 'export' and exists (select from exports e
            where e.user_id = :person and t.payload ->> 'export' = e.id::text))
          or (t.kind = 'password_reset' and exists (select from users u
            where u.id = :person and lower(u.email) = lower(t.payload ->> 'email'))))`,
      },
    ],
    given: ['kind', 'created_at'],
    // Emails contain seeds of links.
    held: {
      id: 'derived',
      uid: 'derived',
      payload: 'secret',
      lane: 'derived',
      due_at: 'derived',
      lease: 'derived',
      tries: 'derived',
      last_error: 'derived',
      dead_at: 'derived',
    },
  },
} satisfies Record<string, TableData>;
