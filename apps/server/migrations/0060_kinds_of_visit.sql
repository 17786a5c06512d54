-- Kinds of visit: what a provider offers, in order. The first is the default: its length is that of the schedule and its fee that
-- of the profile, where they are stored alone.

create table visit_kinds (
  id integer generated always as identity primary key,
  provider_id integer not null references providers on delete cascade,
  -- Its place in the provider's list; none once it is retired.
  position smallint check (position between 1 and 20),
  name text not null check (name <> ''),
  minutes smallint check (minutes between 5 and 480),
  -- In rupees.
  fee integer check (fee between 0 and 1000000),
  -- Minutes that stay free after the visit, in place of those of the schedule.
  buffer_after smallint check (buffer_after between 0 and 240),
  -- The link to the video call; none for a visit in person.
  video_url text check (video_url <> ''),
  -- Everybody, patients whom the provider has seen before, or the practice alone.
  who_may_book text not null default 'new' check (who_may_book in ('new', 'known', 'staff')),
  -- When the provider approves it, at once for known patients, or at once for everybody.
  confirmation text not null default 'request' check (confirmation in ('request', 'known', 'at_once')),
  retired_at timestamptz,
  unique (provider_id, position) deferrable initially deferred,
  check ((position is null) = (retired_at is not null)),
  check (position = 1 or (minutes is not null and fee is not null)),
  check (position is distinct from 1
    or (minutes is null and fee is null and buffer_after is null and who_may_book = 'new'))
);

insert into visit_kinds (provider_id, position, name) select user_id, 1, 'Consultation' from providers order by user_id;

-- Whoever becomes a provider begins with the same.
create function providers_begin() returns trigger language plpgsql as $$
begin
  insert into visit_kinds (provider_id, position, name) select user_id, 1, 'Consultation' from added;
  return null;
end
$$;
create trigger providers_begin after insert on providers referencing new table as added
  for each statement execute function providers_begin();

alter table appointments
  -- The kind as it was when the visit was booked; none where it was booked before there were any.
  add kind_id integer references visit_kinds,
  add kind_name text check (kind_name <> ''),
  add kind_fee integer check (kind_fee >= 0),
  add kind_confirmation text check (kind_confirmation in ('request', 'known', 'at_once')),
  add kind_video_url text check (kind_video_url <> ''),
  -- By its kind, when it was booked, without an answer of the provider.
  add confirmed_at_once boolean not null default false,
  add check (num_nulls(kind_name, kind_fee, kind_confirmation) in (0, 3)),
  add check (kind_name is not null or num_nonnulls(kind_id, kind_video_url) = 0);

-- Whether a kind that is taken out of the list has visits.
create index appointments_of_kind on appointments (kind_id) where kind_id is not null;

-- Whether a patient has been with a provider before.
create index appointments_known on appointments (patient_id, provider_id, starts_at)
  where status in ('approved', 'completed');

grant select, insert, update, delete on visit_kinds to :app;
