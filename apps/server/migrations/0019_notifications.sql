-- What people are told: in the app at once, by letter and push when it is time.

create table notifications (
  id bigint generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  kind text not null check (kind <> ''),
  -- What it is about, and which state of it: a later state takes the place of what was not sent yet.
  appointment_id integer references appointments on delete cascade,
  version integer,
  created_at timestamptz not null,
  read_at timestamptz,
  -- When it goes out by letter and push; null once it has been handed over, or where it never will.
  deliver_at timestamptz,
  check ((appointment_id is null) = (version is null))
);
create index notifications_newest on notifications (user_id, id desc);
create index notifications_unread on notifications (user_id) where read_at is null;
create index notifications_to_deliver on notifications (deliver_at) where deliver_at is not null;
create index notifications_of_appointment on notifications (appointment_id) where appointment_id is not null;

grant select, insert, update, delete on notifications to :app;
