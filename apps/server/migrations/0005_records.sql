-- Medical reports, and who did what with them.

create table records (
  id integer generated always as identity primary key,
  appointment_id integer not null references appointments,
  patient_id integer not null references users,
  provider_id integer not null references users,
  title text check (title <> ''),
  type text check (type <> ''),
  media_type text not null check (media_type in ('application/pdf', 'image/png', 'image/jpeg')),
  bytes integer not null check (bytes > 0),
  sha256 bytea not null check (length(sha256) = 32),
  -- The random name under which the content lies in the data folder.
  file text collate "C" not null unique,
  created_at timestamptz not null,
  withdrawn_at timestamptz,
  withdrawn_reason text,
  check ((withdrawn_at is null) = (withdrawn_reason is null))
);
create index records_of_patient on records (patient_id, created_at desc, id desc);
create index records_of_provider on records (provider_id, created_at desc, id desc);
create index records_of_appointment on records (appointment_id);

-- Append-only: the application may add rows and read them, and a trigger refuses changes by whomever else. Nothing refers
-- to other tables, so that a row outlives what it tells of. Old months go by dropping their partition.
create sequence audit_ids;
create table audit (
  id bigint not null default nextval('audit_ids'),
  at timestamptz not null,
  -- Null where nobody could be told, as with a forged link.
  actor_id integer,
  role varchar(20),
  session_id uuid,
  action varchar(20) not null check (action in ('view', 'download', 'upload', 'withdraw', 'denied')),
  record_id integer,
  patient_id integer,
  outcome varchar(20) not null check (outcome in ('done', 'refused')),
  reason varchar(40)
) partition by range (at);
create index audit_of_patient on audit (patient_id, at desc);

-- Six years of months are made ahead; what lies outside them goes to the default partition.
create table audit_other partition of audit default;
do $$
declare
  month timestamp := timestamp '2026-11-01';
begin
  while month < timestamp '2032-11-01' loop
    execute format(
      'create table audit_%s partition of audit for values from (%L) to (%L)',
      to_char(month, 'YYYY_MM'), month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
    month := month + interval '1 month';
  end loop;
end
$$;

create function audit_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'audit rows are never changed' using errcode = 'insufficient_privilege';
end
$$;
create trigger audit_append_only before update or delete on audit
  for each row execute function audit_is_append_only();

grant select, insert, update on records to :app;
grant select, insert on audit to :app;
grant usage on sequence audit_ids to :app;
