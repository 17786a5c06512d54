-- Verified e-mail addresses, the links that letters carry, and what a list of sessions shows.

alter table users add column email_verified_at timestamptz;
-- An address may stand on several accounts; one has verified it.
create unique index users_verified_email on users (lower(email)) where email_verified_at is not null;

-- Links that were sent and are still good. The token itself is nowhere: only its hash.
create table email_links (
  hash bytea primary key check (octet_length(hash) = 32),
  user_id integer not null references users on delete cascade,
  purpose text not null check (purpose in ('verify', 'change', 'reset')),
  -- The address to which it was sent.
  email text not null check (length(email) <= 254),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- A new link takes the place of the one before.
  unique (user_id, purpose)
);
create index email_links_expired on email_links (expires_at);

-- What the browser called itself at the login, in a few words of ours: "Chrome on Android".
alter table sessions add column device varchar(60) not null default '';
alter table sessions drop constraint sessions_end_reason_check;
alter table sessions add constraint sessions_end_reason_check
  check (end_reason in ('logout', 'reuse', 'password', 'disabled', 'signed_out', 'reset'));

alter table audit drop constraint audit_action_check;
alter table audit add constraint audit_action_check
  check (action in ('view', 'download', 'upload', 'withdraw', 'denied', 'hide', 'show',
    'password_changed', 'password_reset', 'email_verified', 'email_changed', 'signed_out', 'token_reused'));

grant select, insert, update, delete on email_links to :app;
