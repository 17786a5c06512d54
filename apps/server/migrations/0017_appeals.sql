-- What reporters and authors are told of a moderator's decision, and the author's one appeal.

-- By which decision a report was decided; null where its thing was gone by then.
alter table reports add column decision_id integer references moderation_decisions on delete cascade;
update reports r set decision_id = d.id from moderation_decisions d
  where d.moderated_id = r.moderated_id and d.decided_at = r.decided_at;
create index reports_of_reporter on reports (reporter_id, created_at desc, moderated_id desc);
create index moderated_of_author on moderated (author_id, id desc);

create table appeals (
  id integer generated always as identity primary key,
  -- The hiding that it is about: one appeal for each.
  decision_id integer not null unique references moderation_decisions on delete cascade,
  author_id integer not null references users on delete cascade,
  text text not null check (text <> ''),
  created_at timestamptz not null,
  -- It was hidden rightly; it is seen again; or it was deleted meanwhile.
  outcome text check (outcome in ('upheld', 'lifted', 'gone')),
  -- What the author is told.
  answer text check (answer <> ''),
  decided_by integer references users,
  decided_at timestamptz,
  check ((outcome is null) = (decided_at is null)),
  check ((decided_by is null) = (outcome is null or outcome = 'gone'))
);
create index appeals_waiting on appeals (created_at, id) where decided_at is null;
create index appeals_decided on appeals (decided_at desc, id desc) where decided_at is not null;

alter table audit drop constraint audit_action_check;
alter table audit add constraint audit_action_check
  check (action in ('view', 'download', 'upload', 'withdraw', 'denied', 'hide', 'show',
    'password_changed', 'password_reset', 'email_verified', 'email_changed', 'signed_out', 'token_reused',
    'factor_added', 'factor_removed', 'factor_reset', 'recovery_codes_made', 'recovery_code_used',
    'grant', 'revoke', 'disable', 'enable', 'end_sessions',
    'add', 'edit', 'merge', 'retire', 'restore', 'close', 'reopen', 'retry', 'search',
    'submit', 'take', 'release', 'verify', 'reject', 'expire', 'suspend', 'reinstate',
    'appeal', 'uphold', 'lift'));

grant select, insert, update on appeals to :app;
