-- What people agreed to, and the copies of everything that they asked for.

-- Never changed: what somebody says last counts.
create table consents (
  id bigint generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  purpose text not null check (purpose <> ''),
  -- Of the text that was read.
  version smallint not null check (version > 0),
  given boolean not null,
  -- Pressed by itself, or with a request for a visit, beside which it stands.
  said_by text not null check (said_by in ('switch', 'request')),
  at timestamptz not null
);
create index consents_of_user on consents (user_id, purpose, id desc);

create function consent_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'what was said to a purpose is never changed' using errcode = 'insufficient_privilege';
end
$$;
create trigger consents_append_only before update on consents for each row execute function consent_is_append_only();

-- One for each person, until it ends.
create table exports (
  id integer generated always as identity primary key,
  user_id integer not null unique references users on delete cascade,
  asked_at timestamptz not null,
  -- Rows and files: so many of all. Null until they are counted.
  done integer not null default 0,
  total integer,
  -- The random name under which the ZIP lies in the data folder.
  file text collate "C" unique,
  bytes bigint check (bytes > 0),
  ready_at timestamptz,
  -- The last try failed, and another one follows.
  failed_at timestamptz,
  ends_at timestamptz not null,
  check ((file is null) = (ready_at is null) and (file is null) = (bytes is null))
);
create index exports_ending on exports (ends_at);

-- What one person likes.
create index blog_likes_of_user on blog_likes (user_id, blog_id);

-- One more action of the audit, beside whatever stands there by now.
do $$
declare
  known text := (select pg_get_expr(conbin, conrelid) from pg_constraint
    where conrelid = 'audit'::regclass and conname = 'audit_action_check');
begin
  alter table audit drop constraint audit_action_check;
  execute format('alter table audit add constraint audit_action_check check ((%s) or action = %L)', known, 'export');
end
$$;

grant select, insert on consents to :app;
grant select, insert, update, delete on exports to :app;
