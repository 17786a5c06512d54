-- Notifications are partitioned by month, as the audit is, and the months to come are made ahead by the running server. What is there
-- becomes the first partition as it lies: an index is built and the rows are looked through, none is written anew. The release before
-- finds the same table under its name; it was one table, with an identity, and
-- last used in 0.1.0

alter table notifications rename to notifications_before;
alter table notifications_before alter id drop identity;
alter table notifications_before drop constraint notifications_pkey;
alter table notifications_before add primary key (id, created_at);
alter index notifications_newest rename to notifications_before_newest;
alter index notifications_unread rename to notifications_before_unread;
alter index notifications_to_announce rename to notifications_before_to_announce;
alter index notifications_to_deliver rename to notifications_before_to_deliver;
alter index notifications_of_appointment rename to notifications_before_of_appointment;
alter index notifications_of_record rename to notifications_before_of_record;
revoke all on notifications_before from :app;

create sequence notification_ids;
select setval('notification_ids', coalesce(max(id), 0) + 1, false) from notifications_before;

create table notifications (
  like notifications_before including defaults including constraints,
  -- What asks for one by its id does not know its month.
  primary key (id, created_at),
  foreign key (user_id) references users on delete cascade,
  foreign key (appointment_id) references appointments on delete cascade,
  foreign key (record_id) references records on delete cascade
) partition by range (created_at);
alter table notifications alter id set default nextval('notification_ids');
create index notifications_newest on notifications (user_id, id desc);
create index notifications_unread on notifications (user_id) where read_at is null and shown;
create index notifications_to_announce on notifications (id) where not announced;
create index notifications_to_deliver on notifications (deliver_at) where deliver_at is not null;
create index notifications_of_appointment on notifications (appointment_id) where appointment_id is not null;
create index notifications_of_record on notifications (record_id) where record_id is not null;
grant select, insert, update, delete on notifications to :app;
grant usage on sequence notification_ids to :app;

do $$
declare
  newest constant timestamptz := greatest(now(), (select max(created_at) from notifications_before));
  next_month constant timestamp := date_trunc('month', newest at time zone 'UTC') + interval '1 month';
begin
  execute format('alter table notifications attach partition notifications_before for values from (minvalue) to (%L)',
    next_month at time zone 'UTC');
end
$$;
-- What lies outside of all months that were made.
create table notifications_other partition of notifications default;

/*
 * Makes the partitions of a table for the months after its last one, up to that of a moment, in the owner's name: who calls it
 * owns no table. It waits for a moment alone, for whoever comes after it would wait as well. A month of which the default
 * partition has rows stays there: none is moved, and those of the audit never may be.
 */
create function make_partitions(parent text, until timestamptz) returns void language plpgsql
  security definer set search_path = public, pg_temp set lock_timeout = '1s' as $$
declare
  -- Whatever a clock says.
  last constant timestamptz := least(until, now() + interval '10 years');
  month timestamp := (
    select max(substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \(''(.+)''\)')::timestamptz) at time zone 'UTC'
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = parent::regclass);
  part text;
begin
  if parent not in ('audit', 'notifications') then
    raise exception 'no partitions are made of %', parent using errcode = 'insufficient_privilege';
  end if;
  while month at time zone 'UTC' <= last loop
    part := format('%s_%s', parent, to_char(month, 'YYYY_MM'));
    begin
      execute format('create table %I partition of %I for values from (%L) to (%L)',
        part, parent, month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
      if parent = 'audit' then
        execute format(
          'create trigger audit_not_emptied before truncate on %I execute function audit_is_append_only()', part);
      end if;
    exception when check_violation or duplicate_table then
      null; -- Its rows are in the default partition, or another server was quicker.
    end;
    month := month + interval '1 month';
  end loop;
end
$$;
revoke all on function make_partitions from public;
grant execute on function make_partitions to :app;
select make_partitions('notifications', now() + interval '3 months');
