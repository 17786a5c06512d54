-- The versions of SECRET that this installation has known, told apart by what is derived from them, so that a server or a command
-- with another secret is noticed before anything is made with it.
create table secret_versions (
  version integer primary key check (version > 0),
  fingerprint bytea not null check (length(fingerprint) = 16),
  -- What is new is made with this one.
  in_use boolean not null default false,
  -- Since when a server has used it.
  used_since timestamptz,
  added_at timestamptz not null default now()
);
create unique index secret_version_in_use on secret_versions (in_use) where in_use;

-- What calendars, push services and passkeys know this installation by comes from this key, which outlives every SECRET; encrypted by
-- one of them.
create table installation_key (
  alone boolean primary key default true check (alone),
  sealed bytea not null
);

-- A recovery code is kept as a hash under the installation key; it is encrypted as well, by a version of SECRET, from now on.
alter table recovery_codes drop constraint recovery_codes_hash_check;
alter table recovery_codes add constraint recovery_codes_hash_check check (octet_length(hash) in (32, 60));

grant select, insert on secret_versions, installation_key to :app;
grant update (in_use, used_since) on secret_versions to :app;
grant update (sealed) on installation_key to :app;
