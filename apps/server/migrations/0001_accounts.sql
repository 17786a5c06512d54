-- People, their sessions, their basic profiles and their grants.

create table users (
  id integer generated always as identity primary key,
  username text not null check (username <> '' and length(username) <= 150),
  email text not null check (length(email) <= 254),
  password_hash text not null,
  role text not null default 'unknown' check (role in ('unknown', 'patient', 'healthcare_provider')),
  created_at timestamptz not null,
  password_changed_at timestamptz not null,
  disabled_at timestamptz
);
-- Usernames are compared without regard to case.
create unique index users_username on users (lower(username));

create table profiles (
  user_id integer primary key references users on delete cascade,
  name text not null,
  about text not null,
  phone text not null,
  updated_at timestamptz not null
);

-- One row for each login. A refresh token is derived from the row's id, seed and generation and a key outside the
-- database; only the newest generation, and for a few seconds the one before it, is good.
create table sessions (
  id uuid primary key,
  user_id integer not null references users on delete cascade,
  seed bytea not null,
  generation integer not null default 1,
  browser bytea not null,
  created_at timestamptz not null,
  refreshed_at timestamptz not null,
  -- The sliding end; never later than the absolute one, 30 days after the login.
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('logout', 'reuse', 'password', 'disabled'))
);
create index sessions_of_user on sessions (user_id) where ended_at is null;
create index sessions_expired on sessions (expires_at);

create table grants (
  user_id integer not null references users on delete cascade,
  name text not null check (name in ('administrator', 'moderator', 'verifier')),
  granted_at timestamptz not null,
  expires_at timestamptz,
  primary key (user_id, name)
);

-- Counters against guessing, shared by all processes. Keys are keyed hashes, so that no name or address stands here.
create table throttle (
  key text primary key,
  points integer not null,
  -- When the counter begins anew.
  ends_at timestamptz not null,
  -- Until when a key that failed too often waits.
  opens_at timestamptz
);
create index throttle_ends on throttle (ends_at);

grant select, insert, update on users, profiles, sessions, grants to :app;
grant delete on grants, sessions to :app;
grant select, insert, update, delete on throttle to :app;
