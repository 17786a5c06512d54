-- When a session last showed that it is its person's: by its sign-in, or by a password or a second factor given once more.
alter table sessions add column confirmed_at timestamptz;

alter table sessions drop constraint sessions_end_reason_check;
alter table sessions add constraint sessions_end_reason_check
  check (end_reason in ('logout', 'reuse', 'password', 'disabled', 'signed_out', 'reset', 'factor_reset',
    'administrator', 'erased', 'factor_added'));
