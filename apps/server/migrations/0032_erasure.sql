-- Accounts that were erased, what of their care is kept for a while, and the receipts.

-- The row of such an account stays, for others refer to it: a number, without a name.
alter table users add column erased_at timestamptz;
alter table users add check (erased_at is null or disabled_at is not null);
-- All of them are called alike; a name that is free again may be taken by anybody.
drop index users_username;
create unique index users_username on users (lower(username), (case when erased_at is null then 0 else id end));

create table erasures (
  user_id integer primary key references users,
  -- By which its person, and nobody else, finds the receipt.
  number text not null unique check (number ~ '^[0-9A-Z]{5}(-[0-9A-Z]{5}){3}$'),
  requested_at timestamptz not null,
  -- When all had gone that goes at once.
  done_at timestamptz,
  -- When it had been looked for once more: what was on its way when the account was closed has come by then.
  checked_at timestamptz,
  -- Until when care is kept that others wrote, and a provider's name on what patients have; null where nothing is, any more.
  care_until timestamptz,
  name_until timestamptz,
  -- When all of that had gone as well.
  ended_at timestamptz,
  -- What the person was told: kinds, counts and days, no names.
  receipt jsonb not null
);
create index erasures_to_do on erasures (requested_at) where checked_at is null;
create index erasures_to_end on erasures (least(care_until, name_until)) where ended_at is null;
create index erasures_newest on erasures (requested_at desc);

-- What providers wrote about a person who is gone: taken out of the tables that the site reads. The application puts it
-- here and takes it away when its time is over; it cannot read what it says.
create table kept_care (
  kind text not null check (kind in ('person', 'visit', 'report')),
  -- Of the person, the visit or the report.
  id integer not null,
  patient_id integer not null references users,
  -- Of a report: its file, whose key stands in `file_keys` until then.
  file text collate "C" unique,
  row jsonb not null,
  primary key (kind, id)
);
create index kept_care_of on kept_care (patient_id);

alter table sessions drop constraint sessions_end_reason_check;
alter table sessions add constraint sessions_end_reason_check
  check (end_reason in ('logout', 'reuse', 'password', 'disabled', 'signed_out', 'reset', 'factor_reset',
    'administrator', 'erased'));

do $$
declare
  known text := (select pg_get_expr(conbin, conrelid) from pg_constraint
    where conrelid = 'audit'::regclass and conname = 'audit_action_check');
begin
  alter table audit drop constraint audit_action_check;
  execute format('alter table audit add constraint audit_action_check check ((%s) or action in (%L, %L, %L))', known,
    'erase', 'end_kept', 'open_kept');
end
$$;

-- By whom something is, where nothing has asked for that before.
create index if not exists blog_likes_of_user on blog_likes (user_id);
create index blocks_of_blocked on blocks (blocked_id);
create index room_members_of_user on room_members (user_id);
create index appeals_of_author on appeals (author_id);
create index verification_claims_of_reviewer on verification_claims (reviewer_id) where state = 'in_review';
create index freed_times_of_provider on freed_times (provider_id);

grant select, insert, update on erasures to :app;
grant insert, delete, select (kind, id, patient_id, file) on kept_care to :app;
grant delete on profiles, blogs, blog_likes, records, schedules, waiting_lists, verification_claims, room_reads,
  room_members, search_words, question_words to :app;

-- Decisions are never changed, but for what was said of somebody whose account is erased: in the owner's name, and that alone.
create function erase_reasons_of_account(person integer) returns void
language sql security definer set search_path = public, pg_temp as $$
  update account_decisions set reason = 'Erased with the account.'
  where user_id = person and reason is not null
    and exists (select from users where id = person and erased_at is not null)
$$;
create function erase_reasons_of_moderation(person integer) returns void
language sql security definer set search_path = public, pg_temp as $$
  update moderation_decisions d set reason = 'Erased with the account.' from moderated m
  where m.id = d.moderated_id and m.author_id = person and d.reason is not null
    and exists (select from users where id = person and erased_at is not null)
$$;
revoke all on function erase_reasons_of_account, erase_reasons_of_moderation from public;
grant execute on function erase_reasons_of_account, erase_reasons_of_moderation to :app;
