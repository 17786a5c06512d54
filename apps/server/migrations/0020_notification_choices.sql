-- How people are told: by which ways, not at which hours, and on which devices.

alter table notifications
  -- Not listed: the person wants it in another way alone, or it was taken back.
  add shown boolean not null default true,
  -- Whether the person's open pages have been told that there is something new, or that something is there no more.
  add announced boolean not null default false;
update notifications set announced = true;
create index notifications_to_announce on notifications (id) where not announced;
drop index notifications_unread;
create index notifications_unread on notifications (user_id) where read_at is null and shown;

-- A topic that somebody never chose anything for has no row: all ways are open.
create table notification_choices (
  user_id integer not null references users on delete cascade,
  topic text not null check (topic <> ''),
  in_app boolean not null,
  email boolean not null,
  push boolean not null,
  primary key (user_id, topic)
);

-- Between these times by the clock on the wall of the zone nothing goes out; from later to earlier is over midnight.
create table quiet_hours (
  user_id integer primary key references users on delete cascade,
  begins time not null,
  ends time not null check (ends <> begins),
  time_zone text not null
);

create table push_devices (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  -- Where the browser's maker takes messages for it, and what they are encrypted with (RFC 8030, RFC 8291).
  endpoint text not null unique check (length(endpoint) <= 1000),
  p256dh text not null,
  auth text not null,
  -- In which session it was added: once that is signed out, nothing goes there any more, nor once it is long forgotten.
  session_id uuid not null references sessions on delete cascade,
  device text not null,
  added_at timestamptz not null
);
create index push_devices_of_user on push_devices (user_id, id);
create index push_devices_of_session on push_devices (session_id);

grant select, insert, update, delete on notification_choices to :app;
grant select, insert, update, delete on quiet_hours to :app;
grant select, insert, update, delete on push_devices to :app;
