-- Private addresses under which a person's calendar reads their visits.

create table calendar_addresses (
  user_id integer not null references users on delete cascade,
  -- Which of their visits: those as patient, or those as provider.
  side text not null check (side in ('patient', 'provider')),
  -- Of the token in the address, which is kept nowhere.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  -- Whether people and places are named; else times alone are told.
  names boolean not null,
  made_at timestamptz not null,
  primary key (user_id, side)
);

grant select, insert, update, delete on calendar_addresses to :app;
