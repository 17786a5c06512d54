-- The check of a provider's registration, and the suspension of a provider.

-- Two spellings of one registration differ at most in case and blanks.
create function registration_key(said text) returns text immutable strict parallel safe language sql
  return lower(regexp_replace(said, '\s', '', 'g'));

alter table providers add column verified_until timestamptz;
alter table providers add column suspended_at timestamptz;
alter table providers add column suspended_reason text check (suspended_reason <> '');
alter table providers add constraint providers_suspended_for_a_reason
  check ((suspended_at is null) = (suspended_reason is null));
alter table providers add constraint providers_suspended_unlisted check (suspended_at is null or not listed);

-- Who was verified before is so for the usual time from now on; of two with one registration, the first.
update providers p set verified_at = null where p.verified_at is not null and exists (
  select from providers o
  where o.verified_at is not null and (o.verified_at, o.user_id) < (p.verified_at, p.user_id)
    and registration_key(o.registration_number) = registration_key(p.registration_number)
    and registration_key(o.council) = registration_key(p.council));
update providers set verified_until = now() + interval '2 years' where verified_at is not null;
alter table providers add constraint providers_verified_until
  check ((verified_at is null) = (verified_until is null));

-- The last judge of who holds a registration, whatever the application believes.
create unique index providers_registration_verified
  on providers (registration_key(registration_number), registration_key(council)) where verified_at is not null;
create index providers_verification_ends on providers (verified_until) where verified_until is not null;
create index providers_suspended on providers (suspended_at desc, user_id desc) where suspended_at is not null;

-- A provider's claim to a registration. It stays when it is decided; the documents do not.
create table verification_claims (
  id integer generated always as identity primary key,
  provider_id integer not null references providers on delete cascade,
  state text not null
    check (state in ('draft', 'submitted', 'in_review', 'verified', 'rejected', 'withdrawn', 'expired', 'lapsed')),
  -- As the profile said when it was submitted.
  registration_number text,
  council text,
  created_at timestamptz not null,
  submitted_at timestamptz,
  reviewer_id integer references users,
  taken_at timestamptz,
  decided_at timestamptz,
  reason text check (reason <> ''),
  verified_until timestamptz,
  -- When the provider was told that the verification ends soon.
  reminded_at timestamptz,
  files_deleted_at timestamptz,
  check ((state = 'draft') = (submitted_at is null)),
  check ((submitted_at is null) = (registration_number is null) and (submitted_at is null) = (council is null)),
  check (state <> 'in_review' or reviewer_id is not null),
  check ((reviewer_id is null) = (taken_at is null)),
  check ((state = 'rejected') = (reason is not null)),
  check (state <> 'verified' or verified_until is not null),
  check (reviewer_id <> provider_id)
);
create unique index verification_claims_open on verification_claims (provider_id)
  where state in ('draft', 'submitted', 'in_review');
create unique index verification_claims_verified on verification_claims (provider_id) where state = 'verified';
create index verification_claims_of_provider on verification_claims (provider_id, id desc);
create index verification_claims_waiting on verification_claims (submitted_at, id)
  where state in ('submitted', 'in_review');
create index verification_claims_decided on verification_claims (decided_at desc, id desc)
  where decided_at is not null and state not in ('submitted', 'in_review');
create index verification_claims_ending on verification_claims (verified_until) where state = 'verified';

create table verification_files (
  id integer generated always as identity primary key,
  claim_id integer not null references verification_claims on delete cascade,
  media_type text not null check (media_type in ('application/pdf', 'image/png', 'image/jpeg')),
  bytes integer not null check (bytes > 0),
  -- The random name under which the content lies in the data folder.
  file text collate "C" not null unique,
  added_at timestamptz not null
);
create index verification_files_of_claim on verification_files (claim_id, id);

alter table audit drop constraint audit_action_check;
alter table audit add constraint audit_action_check
  check (action in ('view', 'download', 'upload', 'withdraw', 'denied', 'hide', 'show',
    'password_changed', 'password_reset', 'email_verified', 'email_changed', 'signed_out', 'token_reused',
    'factor_added', 'factor_removed', 'factor_reset', 'recovery_codes_made', 'recovery_code_used',
    'grant', 'revoke', 'disable', 'enable', 'end_sessions',
    'add', 'edit', 'merge', 'retire', 'restore', 'close', 'reopen', 'retry', 'search',
    'submit', 'take', 'release', 'verify', 'reject', 'expire', 'suspend', 'reinstate'));

grant select, insert, update on verification_claims to :app;
grant select, insert, delete on verification_files to :app;
