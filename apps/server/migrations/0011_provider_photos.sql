-- Photos of providers: small pictures that the server made itself, kept beside the row that shows them.

-- The random name of the present photo: part of its address, which can therefore be kept for ever by whoever fetched it.
alter table providers add column photo text collate "C" check (photo ~ '^[0-9a-f]{32}$');

create table provider_photos (
  provider_id integer primary key references providers on delete cascade,
  version text collate "C" not null check (version ~ '^[0-9a-f]{32}$'),
  -- WebP, 320 by 320 pixels.
  image bytea not null check (octet_length(image) between 1 and 200000),
  added_at timestamptz not null
);

grant select, insert, update, delete on provider_photos to :app;
