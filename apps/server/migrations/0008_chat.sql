-- Chat rooms, their messages, who is active in them, how far each person has read, and who blocks whom.

create table rooms (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  description text not null default '',
  created_at timestamptz not null
);
create unique index rooms_name on rooms (lower(name));

-- The number of a room's newest message: given under this row's lock, in the transaction of the message, so that
-- whoever sees a message sees all before it. `changes` counts what became of messages afterwards: deleted, hidden, shown.
create table room_sequences (
  room_id integer primary key references rooms,
  seq integer not null default 0,
  changes integer not null default 0
) with (fillfactor = 40);

create sequence message_ids as integer;
create table messages (
  room_id integer not null references rooms,
  seq integer not null,
  id integer not null default nextval('message_ids'),
  author_id integer not null references users,
  -- Given by the browser that sends: the same message sent again is the same row.
  client_id uuid not null,
  content text not null check (content <> ''),
  created_at timestamptz not null,
  hidden_at timestamptz,
  hidden_reason text,
  primary key (room_id, seq),
  unique (room_id, author_id, client_id),
  check ((hidden_at is null) = (hidden_reason is null))
) partition by hash (room_id);
do $$
begin
  for part in 0..7 loop
    execute format('create table messages_%s partition of messages for values with (modulus 8, remainder %s)', part, part);
  end loop;
end
$$;
create index messages_by_id on messages (id);

-- Who was in a room, and on which day last. `room_days` counts the people by that day, so that how many were there in
-- the last 30 days is the sum of 30 rows however many people there are.
create table room_members (
  room_id integer not null references rooms,
  user_id integer not null references users on delete cascade,
  active_on date not null,
  primary key (room_id, user_id)
);
create table room_days (
  room_id integer not null references rooms,
  day date not null,
  people integer not null,
  primary key (room_id, day)
);

-- How far a person has read each room that was opened, on whatever device.
create table room_reads (
  user_id integer not null references users on delete cascade,
  room_id integer not null references rooms,
  seq integer not null,
  read_at timestamptz not null,
  primary key (user_id, room_id)
);

-- Of a blocked person one sees no messages.
create table blocks (
  user_id integer not null references users on delete cascade,
  blocked_id integer not null references users on delete cascade,
  blocked_at timestamptz not null,
  primary key (user_id, blocked_id),
  check (user_id <> blocked_id)
);

-- What every installation has from the start. Lists begin with the newest.
insert into rooms (name, description, created_at)
values
  ('Caring for a relative', 'For those who look after parents, partners or children at home.', now()),
  ('Living with diabetes', 'Food, movement, figures and patience, among people who know.', now()),
  ('Mind and mood', 'Stress, sleep, low days and what helps. Be gentle with each other.', now()),
  ('Pregnancy and new parents', 'From the first test to the first birthday.', now()),
  ('Heart and blood pressure', 'Living well with a heart that needs attention.', now()),
  ('General', 'Say hello, and talk about anything that has no room of its own.', now());
insert into room_sequences (room_id) select id from rooms;

grant select, insert on rooms to :app;
grant select, insert, update on room_sequences, room_members, room_days, room_reads to :app;
grant select, insert, update, delete on messages to :app;
grant usage on sequence message_ids to :app;
grant select, insert, delete on blocks to :app;
