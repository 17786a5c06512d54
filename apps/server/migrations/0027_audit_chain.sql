-- The audit becomes a chain: a sealer, off the path of requests, gives each row a place and a hash that follows from all
-- before it, and signs where the chain has come to. `npm run audit:verify` finds what was changed since.

-- What is committed and not sealed yet. In the order of commits, not of ids: what was not visible to the sealer waits here.
create table audit_unsealed (
  audit_id bigint primary key,
  audit_at timestamptz not null,
  since timestamptz not null default now()
);
create function audit_waits_for_seal() returns trigger language plpgsql as $$
begin
  insert into audit_unsealed (audit_id, audit_at) values (new.id, new.at);
  return null;
end
$$;
create trigger audit_unsealed after insert on audit for each row execute function audit_waits_for_seal();
insert into audit_unsealed (audit_id, audit_at) select id, at from audit;

-- `row_hash` is over all columns of the row that are not null, so that a column may be added but none given a default or
-- taken away; `hash` over the seal before and this one, so that the chain holds where old rows were dropped.
create table audit_seals (
  seq bigint primary key check (seq > 0),
  audit_id bigint not null unique,
  audit_at timestamptz not null,
  row_hash bytea not null check (length(row_hash) = 32),
  hash bytea not null check (length(hash) = 32)
);
create table audit_checkpoints (
  seq bigint primary key,
  hash bytea not null check (length(hash) = 32),
  at timestamptz not null,
  key_id text not null,
  signature bytea not null
);

create trigger audit_seals_append_only before update or delete on audit_seals
  for each row execute function audit_is_append_only();
create trigger audit_checkpoints_append_only before update or delete on audit_checkpoints
  for each row execute function audit_is_append_only();

-- Emptying a table fires no trigger for rows, and that of a parent is not its partitions'.
do $$
declare
  part regclass;
begin
  for part in
    select unnest(array['audit', 'audit_seals', 'audit_checkpoints']::regclass[])
    union all select inhrelid from pg_inherits where inhparent = 'audit'::regclass
  loop
    execute format('create trigger audit_not_emptied before truncate on %s execute function audit_is_append_only()', part);
  end loop;
end
$$;

-- Who opened one report, newest first.
create index audit_of_record on audit (record_id, at desc) where record_id is not null;

grant select, insert, delete on audit_unsealed to :app;
grant select, insert on audit_seals, audit_checkpoints to :app;
