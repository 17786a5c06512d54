-- How accounts are used: sign-ins and failed tries, changes of what lets somebody in, and the rough network they came from.
-- Beside the audit, and joined to nothing about anybody's health. The application deletes what is too old.
create table account_events (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  -- Null where a name was given that nobody has, and where tries were refused before any name was looked at.
  user_id integer references users on delete cascade,
  -- Of a failed sign-in: a keyed hash of the name that was given.
  name_hash bytea check (octet_length(name_hash) = 16),
  session_id uuid,
  device text not null,
  -- Three parts of four of an IPv4 address, 48 bits of an IPv6 address.
  network text not null,
  is_new boolean not null default false,
  -- More than one only where tries are counted by network and hour.
  tries integer not null default 1 check (tries > 0)
);
create index account_events_of_user on account_events (user_id, at desc, id desc) where user_id is not null;
create index account_events_by_kind on account_events (kind, at desc, id desc);
create index account_events_by_network on account_events (network, at desc, id desc);
create index account_events_by_time on account_events (at desc, id desc);
create unique index account_events_refused on account_events (network, at) where kind = 'sign_ins_refused';

-- Who read a visit without being its patient: a row for each reader, visit and hour, and for each reader of a list and day.
create table visit_reads (
  id bigint generated always as identity primary key,
  -- When the hour or the day began in which it was read.
  at timestamptz not null,
  reader_id integer not null references users on delete cascade,
  -- Null for a list.
  appointment_id integer references appointments on delete cascade
);
create unique index visit_reads_once on visit_reads (reader_id, at, coalesce(appointment_id, 0));
create index visit_reads_of_visit on visit_reads (appointment_id, at desc, id desc);
create index visit_reads_of_reader on visit_reads (reader_id, at desc, id desc);
create index visit_reads_by_time on visit_reads (at desc, id desc);

grant select, insert, delete on account_events, visit_reads to :app;
grant update (tries) on account_events to :app;
