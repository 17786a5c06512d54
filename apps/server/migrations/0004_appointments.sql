-- Appointments, and the answers to requests that carried an Idempotency-Key.

create table appointments (
  id integer generated always as identity primary key,
  provider_id integer not null references providers,
  patient_id integer not null references users,
  -- An appointment and its own proposed move share a chain, and so may overlap; by default the appointment's own id.
  chain_id integer not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at and ends_at - starts_at <= interval '24 hours'),
  -- The provider's zone when it was booked, in which both sides read its time.
  time_zone text not null,
  -- The time of the provider that it takes: the visit and whatever must stay free around it.
  held tstzrange not null check (held @> tstzrange(starts_at, ends_at)),
  problem text not null,
  status text not null
    check (status in ('requested', 'approved', 'declined', 'cancelled', 'expired', 'completed', 'no_show')),
  requested_at timestamptz not null,
  decided_at timestamptz,
  version integer not null default 1,
  check (patient_id <> provider_id),
  -- The last judge of double booking, whatever the application believes.
  constraint appointments_never_overlap exclude using gist (provider_id with =, chain_id with <>, held with &&)
    where (status in ('requested', 'approved'))
);

create function appointments_start_a_chain() returns trigger language plpgsql as $$
begin
  new.chain_id := coalesce(new.chain_id, new.id);
  return new;
end
$$;
create trigger appointments_start_a_chain before insert on appointments
  for each row execute function appointments_start_a_chain();

create index appointments_of_patient on appointments (patient_id, starts_at, id);
create index appointments_of_provider on appointments (provider_id, starts_at, id);
create index appointments_open_of_patient on appointments (patient_id, starts_at, id)
  where status in ('requested', 'approved');
create index appointments_open_of_provider on appointments (provider_id, starts_at, id)
  where status in ('requested', 'approved');

-- What was answered to a request with an Idempotency-Key: the same one again gets the same answer for 24 hours.
create table idempotency_keys (
  user_id integer not null references users on delete cascade,
  route text not null,
  key text not null,
  -- Of what was sent, to tell the same request from another one.
  body_hash bytea not null,
  status integer not null,
  body json not null,
  created_at timestamptz not null,
  primary key (user_id, route, key)
);
create index idempotency_keys_created on idempotency_keys (created_at);

grant select, insert, update on appointments to :app;
grant select, insert, update, delete on idempotency_keys to :app;
