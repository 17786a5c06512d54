-- What a patient lets others read of their reports, for a while: a named provider, or whoever has a link and its passcode.
-- And documents of a patient's own.

create table shares (
  id integer generated always as identity primary key,
  patient_id integer not null references users on delete cascade,
  -- Null where it is by a link.
  provider_id integer references providers on delete cascade,
  -- Of the token in the link, which is kept nowhere, and the hash of the passcode, made as those of passwords are.
  token_hash bytea unique check (octet_length(token_hash) = 32),
  passcode_hash text,
  made_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > made_at and ends_at <= made_at + interval '2160 hours'),
  -- How often it was opened; how often its link can be, where there is an end to that.
  views integer not null default 0,
  most_views integer check (most_views > 0),
  viewed_at timestamptz,
  -- Wrong passcodes since the last right one; too many lock it for good.
  failures integer not null default 0,
  locked_at timestamptz,
  revoked_at timestamptz,
  check ((provider_id is null) = (token_hash is not null) and (token_hash is null) = (passcode_hash is null)),
  check (most_views is null or provider_id is null),
  check (patient_id <> provider_id)
);
create index shares_of_patient on shares (patient_id, id desc);
create index shares_with_provider on shares (provider_id, id desc);

create table share_items (
  share_id integer not null references shares on delete cascade,
  record_id integer not null references records on delete cascade,
  primary key (share_id, record_id)
);
create index share_items_of_record on share_items (record_id);

-- A document that a patient adds is a report without a visit, and so without a provider.
alter table records
  alter appointment_id drop not null,
  alter provider_id drop not null,
  add check ((appointment_id is null) = (provider_id is null));

grant select, insert, update, delete on shares to :app;
grant select, insert, delete on share_items to :app;
-- Of a patient's own documents.
grant delete on records to :app;

-- More actions of the audit, beside whatever stands there by now.
do $$
declare
  known text := (select pg_get_expr(conbin, conrelid) from pg_constraint
    where conrelid = 'audit'::regclass and conname = 'audit_action_check');
begin
  alter table audit drop constraint audit_action_check;
  execute format('alter table audit add constraint audit_action_check check ((%s) or action = any(%L::text[]))', known,
    array['share', 'unshare', 'open_share', 'delete']);
end
$$;
