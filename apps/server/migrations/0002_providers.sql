-- Specialities, and the providers who practise them.

create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists btree_gist;

create table specialities (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  "desc" text
);
create unique index specialities_name on specialities (lower(name));

create table providers (
  user_id integer primary key references users on delete cascade,
  name text not null,
  address text not null,
  phone text not null,
  experience integer not null check (experience between 0 and 80),
  fees integer not null check (fees between 0 and 1000000),
  education text not null,
  about text not null,
  city text,
  languages text[] not null default '{}',
  time_zone text not null,
  registration_number text,
  council text,
  verified_at timestamptz,
  -- Whether the directory shows the provider: at once, or after an administrator's check, as PROVIDERS says.
  listed boolean not null,
  -- Name, specialities and place, folded to lower case without accents, for the search.
  search text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index providers_by_name on providers (name, user_id) where listed;
create index providers_search on providers using gin (search gin_trgm_ops) where listed;

create table provider_specialities (
  provider_id integer not null references providers on delete cascade,
  speciality_id integer not null references specialities,
  primary key (provider_id, speciality_id)
);
create index provider_specialities_by_speciality on provider_specialities (speciality_id, provider_id);

grant select on specialities to :app;
grant select, insert, update on providers to :app;
grant select, insert, delete on provider_specialities to :app;
