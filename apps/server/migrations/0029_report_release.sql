-- When its patient may read a report, what it says in plain words, which one it replaces, and the check for viruses.

alter table records
  -- For the patient, in everyday words.
  add sentence text check (sentence <> ''),
  add release text not null default 'at_once' check (release in ('at_once', 'on_date', 'after_talk')),
  add release_on date,
  -- From when on the patient may read it; null where nobody has released it, or its release was stopped.
  add release_at timestamptz,
  -- When the patient was told that it is there, and when they opened it first.
  add told_at timestamptz,
  add opened_at timestamptz,
  add replaces_id integer references records,
  add replaces_because text check (replaces_because <> ''),
  -- Given to nobody but as `unscanned`, where no scanner is set, and `clean`.
  add scan text not null default 'unscanned' check (scan in ('unscanned', 'pending', 'clean', 'infected', 'error')),
  add check ((release = 'on_date') = (release_on is not null));
update records set release_at = created_at, told_at = created_at, opened_at = created_at;

drop index records_of_patient;
create index records_of_patient on records (patient_id, release_at desc, id desc);
-- What a patient does not read yet, and what a provider has to release.
create index records_waiting_of_patient on records (patient_id, id desc) where told_at is null;
create index records_waiting_of_provider on records (provider_id, created_at desc, id desc) where told_at is null;
create index records_to_tell on records (release_at)
  where told_at is null and withdrawn_at is null and scan in ('unscanned', 'clean');
-- A version is replaced once; one that was withdrawn, or was infected, replaces nothing.
create unique index records_replaced on records (replaces_id) where withdrawn_at is null and scan <> 'infected';

-- What is told of a report belongs to no state of its visit.
alter table notifications add record_id integer references records on delete cascade;
create index notifications_of_record on notifications (record_id) where record_id is not null;

-- One more action of the audit, beside whatever stands there by now.
do $$
declare
  known text := (select pg_get_expr(conbin, conrelid) from pg_constraint
    where conrelid = 'audit'::regclass and conname = 'audit_action_check');
begin
  alter table audit drop constraint audit_action_check;
  execute format('alter table audit add constraint audit_action_check check ((%s) or action = %L)', known, 'release_report');
end
$$;
