-- When a session's person was last known to press a key or move the pointer; null where nobody has told yet.
alter table sessions add column active_at timestamptz;
do $$
declare
  known text := (select pg_get_expr(conbin, conrelid) from pg_constraint
    where conrelid = 'sessions'::regclass and conname = 'sessions_end_reason_check');
begin
  alter table sessions drop constraint sessions_end_reason_check;
  execute format('alter table sessions add constraint sessions_end_reason_check check ((%s) or end_reason = %L)', known, 'idle');
end
$$;

-- Rules of the installation that came into force at some time, from which people have days to follow them.
create table rules (
  name text primary key,
  since timestamptz not null
);

grant select, insert, delete on rules to :app;
