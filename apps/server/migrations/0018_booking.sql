-- Hours in which providers take visits, and what becomes of requests: deadlines, reasons, moves to another time.

create table schedules (
  provider_id integer primary key references providers on delete cascade,
  -- How long a visit lasts, and what stays free before and after it.
  visit_minutes smallint not null check (visit_minutes between 5 and 480),
  buffer_before smallint not null check (buffer_before between 0 and 240),
  buffer_after smallint not null check (buffer_after between 0 and 240),
  -- How near and how far ahead a visit can be asked for, and how long a request waits for its answer.
  notice_minutes integer not null check (notice_minutes between 0 and 43200),
  horizon_days smallint not null check (horizon_days between 1 and 365),
  answer_hours smallint not null check (answer_hours between 1 and 168),
  -- Until how long before a confirmed visit its patient can cancel it, and propose another time.
  cancel_minutes integer not null check (cancel_minutes between 0 and 43200),
  move_minutes integer not null check (move_minutes between 0 and 43200),
  -- How long a time that became free is offered to one person.
  offer_minutes smallint not null check (offer_minutes between 15 and 1440),
  updated_at timestamptz not null
);

-- Minutes of the day by the clock on the wall of the provider's zone. A day has no row where nothing was said of it.
create table weekly_hours (
  provider_id integer not null references schedules on delete cascade,
  -- ISO 8601: 1 is Monday.
  weekday smallint not null check (weekday between 1 and 7),
  hours int4multirange not null check (not isempty(hours) and hours <@ '{[0,1440)}'),
  primary key (provider_id, weekday)
);

-- Hours of one day, in place of its weekday's; none is closed.
create table dated_hours (
  provider_id integer not null references schedules on delete cascade,
  day date not null,
  hours int4multirange not null check (hours <@ '{[0,1440)}'),
  primary key (provider_id, day)
);

create table leaves (
  id integer generated always as identity primary key,
  provider_id integer not null references providers on delete cascade,
  away tstzrange not null check (not isempty(away) and not lower_inf(away) and not upper_inf(away)),
  -- Told to those whose visits it falls upon.
  reason text check (reason <> ''),
  created_at timestamptz not null
);
create index leaves_of_provider on leaves using gist (provider_id, away);

alter table appointments
  -- Who asked for this time. The other side answers.
  add proposed_by text not null default 'patient' check (proposed_by in ('patient', 'provider')),
  -- A time that became free, offered to somebody on the waiting list.
  add offered boolean not null default false check (not offered or proposed_by = 'provider'),
  -- Of a proposed new time: the appointment of the same chain that it would move.
  add moves_id integer references appointments,
  -- Of one that was moved: the one that it became.
  add moved_to_id integer references appointments,
  -- The rules of the provider when it was asked for.
  add cancel_minutes integer not null default 120 check (cancel_minutes >= 0),
  add move_minutes integer not null default 120 check (move_minutes >= 0),
  -- Until when it could be answered as a request: when the visit begins, unless it says sooner.
  add expires_at timestamptz,
  -- Until when a decision can be taken back, and to which state; what was held until then is held.
  add undo_until timestamptz,
  add undo_to text check (undo_to in ('requested', 'approved')),
  add reason text check (reason <> ''),
  add ended_by text check (ended_by in ('patient', 'provider', 'time')),
  -- When its two people are to be reminded of it next.
  add remind_at timestamptz,
  add check ((undo_until is null) = (undo_to is null));

update appointments set expires_at = case when status <> 'requested' then starts_at else least(
  greatest(least(requested_at + interval '48 hours', starts_at - interval '2 hours'), requested_at + interval '30 minutes'),
  starts_at) end;
update appointments set remind_at = starts_at - interval '1 day'
  where status = 'approved' and starts_at - interval '1 day' > decided_at;
alter table appointments alter expires_at set not null;

drop trigger appointments_start_a_chain on appointments;
drop function appointments_start_a_chain;
create function appointments_begin() returns trigger language plpgsql as $$
begin
  new.chain_id := coalesce(new.chain_id, new.id);
  new.expires_at := coalesce(new.expires_at, new.starts_at);
  return new;
end
$$;
create trigger appointments_begin before insert on appointments for each row execute function appointments_begin();

-- What a decision gave up stays held for as long as it can be taken back.
alter table appointments drop constraint appointments_never_overlap;
alter table appointments add constraint appointments_never_overlap
  exclude using gist (provider_id with =, chain_id with <>, held with &&)
  where (status in ('requested', 'approved') or undo_until is not null);

-- One proposal at a time.
create unique index appointments_proposed_moves on appointments (moves_id) where status = 'requested';
create index appointments_of_chain on appointments (chain_id);
-- What time does to them.
create index appointments_to_expire on appointments (expires_at) where status = 'requested';
create index appointments_to_settle on appointments (undo_until) where undo_until is not null;
create index appointments_to_remind_of on appointments (remind_at) where status = 'approved' and remind_at is not null;
-- How fast a provider answers as a rule.
create index appointments_answered on appointments (provider_id, decided_at)
  where status <> 'requested' and decided_at is not null;

grant select, insert, update on schedules to :app;
grant select, insert, update, delete on weekly_hours to :app;
grant select, insert, delete on dated_hours to :app;
grant select, insert, delete on leaves to :app;
