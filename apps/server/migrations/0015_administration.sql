-- What the people who run the site do: with accounts and their grants, with specialities and with rooms.

-- Found by how the username or the e-mail address begins.
create index users_by_name on users ((lower(username) collate "C"), id);
create index users_by_email on users ((lower(email) collate "C"), id);
create index grants_by_name on grants (name, user_id);

-- What administrators decided about accounts, oldest first; never changed.
create table account_decisions (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  -- Null for the operator at the command line, who need not say why.
  actor_id integer references users,
  decision text not null check (decision in ('grant', 'revoke', 'disable', 'enable', 'end_sessions')),
  grant_name text,
  expires_at timestamptz,
  reason text check (reason <> ''),
  decided_at timestamptz not null,
  check ((grant_name is not null) = (decision in ('grant', 'revoke'))),
  check (actor_id is null or reason is not null)
);
create index account_decisions_of on account_decisions (user_id, id);

-- Somebody can always log in as an administrator whose grant has no end. Whoever takes that away from one goes through
-- here one after the other and sees what the one before has left, so that two who remove each other do not both succeed.
create function keep_an_administrator() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'users' then
    if not exists (select from grants where user_id = old.id and name = 'administrator') then
      return null;
    end if;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('keep_an_administrator', 0));
  if not exists (
    select from grants g join users u on u.id = g.user_id
    where g.name = 'administrator' and g.expires_at is null and u.disabled_at is null) then
    raise exception 'the last administrator stays' using errcode = 'check_violation', constraint = 'last_administrator';
  end if;
  return null;
end
$$;
create trigger grants_keep_an_administrator after update or delete on grants
  for each row when (old.name = 'administrator') execute function keep_an_administrator();
create trigger users_keep_an_administrator after update of disabled_at on users
  for each row when (old.disabled_at is null and new.disabled_at is not null) execute function keep_an_administrator();

alter table sessions drop constraint sessions_end_reason_check;
alter table sessions add constraint sessions_end_reason_check
  check (end_reason in ('logout', 'reuse', 'password', 'disabled', 'signed_out', 'reset', 'factor_reset',
    'administrator'));

-- A retired speciality is no longer offered, and stays readable where it is practised. One that was merged is retired,
-- and whoever asks for it gets the other; its name is free again.
alter table specialities add column retired_at timestamptz;
alter table specialities add column merged_into integer references specialities check (merged_into <> id);
alter table specialities add check (merged_into is null or retired_at is not null);
drop index specialities_name;
create unique index specialities_name on specialities (lower(name)) where merged_into is null;

-- Nothing more is said in a closed room. It stands in the row under whose lock messages are numbered, so that none slips
-- in behind the closing.
alter table room_sequences add column closed_at timestamptz;

alter table audit drop constraint audit_action_check;
alter table audit add constraint audit_action_check
  check (action in ('view', 'download', 'upload', 'withdraw', 'denied', 'hide', 'show',
    'password_changed', 'password_reset', 'email_verified', 'email_changed', 'signed_out', 'token_reused',
    'factor_added', 'factor_removed', 'factor_reset', 'recovery_codes_made', 'recovery_code_used',
    'grant', 'revoke', 'disable', 'enable', 'end_sessions',
    'add', 'edit', 'merge', 'retire', 'restore', 'close', 'reopen', 'retry', 'search'));
-- For the search by who did something, whom it was about, and what was done.
create index audit_of_actor on audit (actor_id, at desc);
create index audit_of_user on audit (item_id, at desc) where item_kind = 'user';
create index audit_by_action on audit (action, at desc);
create index audit_by_time on audit (at desc);

grant select, insert on account_decisions to :app;
grant insert, update on specialities to :app;
grant update on rooms to :app;
