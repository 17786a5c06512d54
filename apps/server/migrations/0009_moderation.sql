-- What readers reported, what moderators decided, and the audit of it. Whether a thing is hidden stands in its own row.

-- One row for each thing that was ever reported or hidden.
create table moderated (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('blog', 'question', 'answer', 'message')),
  item_id integer not null,
  author_id integer not null references users on delete cascade,
  -- The text as it stood when it was last reported or hidden: its author may change it meanwhile.
  excerpt text not null,
  -- The page on which it stands.
  address text not null,
  -- Of the reports that wait for a decision, the last one; null where none waits.
  reported_at timestamptz,
  hidden_at timestamptz,
  hidden_reason text,
  unique (kind, item_id),
  check ((hidden_at is null) = (hidden_reason is null))
);
create index moderated_waiting on moderated (reported_at desc, id desc) where reported_at is not null;
create index moderated_hidden on moderated (hidden_at desc, id desc) where hidden_at is not null;

create table reports (
  moderated_id integer not null references moderated on delete cascade,
  reporter_id integer not null references users on delete cascade,
  reason text not null check (reason in ('dangerous', 'unkind', 'private', 'advertising', 'other')),
  note text check (note <> ''),
  created_at timestamptz not null,
  decided_at timestamptz
);
-- One open report for each person and thing.
create unique index reports_open on reports (moderated_id, reporter_id) where decided_at is null;

-- Decisions, oldest first; never changed.
create table moderation_decisions (
  id integer generated always as identity primary key,
  moderated_id integer not null references moderated on delete cascade,
  moderator_id integer not null references users,
  decision text not null check (decision in ('hide', 'show')),
  reason text check (reason <> ''),
  decided_at timestamptz not null,
  check ((decision = 'hide') = (reason is not null))
);
create index moderation_decisions_of on moderation_decisions (moderated_id, id);

alter table audit drop constraint audit_action_check;
alter table audit add constraint audit_action_check
  check (action in ('view', 'download', 'upload', 'withdraw', 'denied', 'hide', 'show'));
alter table audit add column item_kind varchar(20);
alter table audit add column item_id integer;

grant select, insert, update on moderated, reports to :app;
grant select, insert on moderation_decisions to :app;
