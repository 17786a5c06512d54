-- Who waits for a time to become free, and the times that just did.

-- A provider's switch; open where nothing is said.
create table waiting_lists (
  provider_id integer primary key references providers on delete cascade,
  open boolean not null
);

create table waits (
  -- In the order of which times are offered.
  id integer generated always as identity primary key,
  provider_id integer not null references providers on delete cascade,
  patient_id integer not null references users on delete cascade,
  problem text not null check (problem <> ''),
  -- ISO 8601: 1 is Monday.
  weekdays smallint[] not null check (weekdays <@ '{1,2,3,4,5,6,7}' and cardinality(weekdays) > 0),
  from_day date,
  to_day date,
  joined_at timestamptz not null,
  check (patient_id <> provider_id),
  check (from_day <= to_day),
  unique (provider_id, patient_id)
);
create index waits_in_order on waits (provider_id, id);
create index waits_of_patient on waits (patient_id);

-- Until somebody has been offered them. One may stand here twice: it is offered once all the same, for offered it is taken.
create table freed_times (
  id bigint generated always as identity primary key,
  provider_id integer not null references providers on delete cascade,
  starts_at timestamptz not null
);

create index appointments_offered on appointments (patient_id, provider_id) where offered;

grant select, insert, update on waiting_lists to :app;
grant select, insert, delete on waits to :app;
grant select, insert, update, delete on freed_times to :app;
