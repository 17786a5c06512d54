-- Each stored file is encrypted with a key of its own, which stands here, wrapped by a master key that does not.

-- The master keys that have wrapped something, told apart by what is derived from them, so that another key under the same
-- number is noticed before anything is wrapped with it.
create table master_keys (
  version integer primary key check (version > 0),
  fingerprint bytea not null check (length(fingerprint) = 16),
  first_used_at timestamptz not null default now()
);

create table file_keys (
  -- The random name under which the content lies in the data folder.
  file text collate "C" primary key,
  -- Whom the content is about: what is wrapped is bound to both.
  owner_id integer not null references users,
  key_version integer not null references master_keys,
  wrapped bytea not null check (length(wrapped) = 60)
);
-- In this order they are wrapped anew.
create index file_keys_of_version on file_keys (key_version, file);

grant select, insert on master_keys to :app;
-- To delete one is to erase its file, wherever copies of it are.
grant select, insert, delete on file_keys to :app;
grant update (key_version, wrapped) on file_keys to :app;
