-- Second factors: authenticator apps, recovery codes, passkeys, and which sessions were opened or confirmed by one.

-- Null where no factor was used. Grants may count in such sessions alone.
alter table sessions add column second_factor_at timestamptz;
alter table sessions drop constraint sessions_end_reason_check;
alter table sessions add constraint sessions_end_reason_check
  check (end_reason in ('logout', 'reuse', 'password', 'disabled', 'signed_out', 'reset', 'factor_reset'));

create table authenticator_apps (
  user_id integer primary key references users on delete cascade,
  -- Encrypted by a key outside the database, and bound to its person.
  secret bytea not null,
  created_at timestamptz not null,
  -- Null until a first code of it was given: before that it counts for nothing.
  confirmed_at timestamptz,
  -- The newest half minute whose code was used: neither it nor an older one is good again.
  last_step bigint not null default 0
);

create table recovery_codes (
  user_id integer not null references users on delete cascade,
  -- Under a key outside the database.
  hash bytea not null check (octet_length(hash) = 32),
  used_at timestamptz,
  primary key (user_id, hash)
);

create table passkeys (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  -- As the authenticator named it, in base64url.
  credential_id text collate "C" not null unique check (length(credential_id) <= 1400),
  public_key bytea not null,
  -- How often it was used, where the authenticator counts: never less than before.
  counter bigint not null,
  transports text[] not null,
  name text not null check (name <> ''),
  added_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_of_user on passkeys (user_id, id);

-- Challenges are signed and end by themselves; here stand those that were answered, so that each is answered once.
create table answered_challenges (
  hash bytea primary key check (octet_length(hash) = 32),
  expires_at timestamptz not null
);
create index answered_challenges_expired on answered_challenges (expires_at);

alter table audit drop constraint audit_action_check;
alter table audit add constraint audit_action_check
  check (action in ('view', 'download', 'upload', 'withdraw', 'denied', 'hide', 'show',
    'password_changed', 'password_reset', 'email_verified', 'email_changed', 'signed_out', 'token_reused',
    'factor_added', 'factor_removed', 'factor_reset', 'recovery_codes_made', 'recovery_code_used'));

grant select, insert, update, delete on authenticator_apps, recovery_codes, passkeys to :app;
grant select, insert, delete on answered_challenges to :app;
