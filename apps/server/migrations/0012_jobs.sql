-- What is to be done once the transaction that asks for it has been committed: letters. A row goes away when it is done.

create table jobs (
  id bigint generated always as identity primary key,
  -- A name of its own for all its tries, by which a receiver knows that two are one.
  uid uuid not null unique default gen_random_uuid(),
  kind text not null check (kind <> ''),
  payload jsonb not null,
  -- Jobs of one lane are done one after the other, in their order.
  lane text,
  created_at timestamptz not null,
  -- By the clock of the database, as all leases: from when on a worker may take it. Whoever takes it moves this ahead, and
  -- again for as long as it works, so that what a killed worker held is taken by the next.
  due_at timestamptz not null default now(),
  -- Who holds it: a worker whose lease went to another one has nothing to say any more.
  lease uuid,
  tries integer not null default 0,
  -- Of the last try that failed: a code, never what anybody wrote.
  last_error varchar(200),
  -- When it was given up.
  dead_at timestamptz
);
create index jobs_due on jobs (due_at, id) where dead_at is null;
create index jobs_of_lane on jobs (lane, id) where dead_at is null;
create index jobs_dead on jobs (dead_at desc, id desc) where dead_at is not null;

grant select, insert, update, delete on jobs to :app;
