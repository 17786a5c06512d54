-- Specialities, and the providers who practise them.

create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists btree_gist;

-- In both tables `name_key` and `search` are folded by the application: lower case, without accents and punctuation,
-- one blank between words. `name_key` is what lists are ordered by; collation "C" orders alike on every database.
-- `search` begins and ends with a blank, so that ' word ' finds a whole word and ' wor' the beginning of one.

create table specialities (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  "desc" text,
  -- What people call it who do not know its name, in their own languages; only for the search.
  also_called text not null default '',
  name_key text collate "C" not null,
  search text not null
);
create unique index specialities_name on specialities (lower(name));
create index specialities_by_name on specialities (name_key, id);
create index specialities_search on specialities using gin (search gin_trgm_ops);

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
  name_key text collate "C" not null,
  -- Name, specialities and place.
  search text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- For provider_specialities to refer to.
  unique (user_id, name_key, listed)
);
create index providers_by_name on providers (name_key, user_id) where listed;
create index providers_search on providers using gin (search gin_trgm_ops) where listed;

-- The directory of one speciality is read from this table in the order of names, however many providers there are: it
-- repeats the two columns which that takes, and the reference keeps them right.
create table provider_specialities (
  provider_id integer not null,
  speciality_id integer not null references specialities,
  name_key text collate "C" not null,
  listed boolean not null,
  primary key (provider_id, speciality_id),
  foreign key (provider_id, name_key, listed) references providers (user_id, name_key, listed)
    on update cascade on delete cascade
);
create index provider_specialities_by_name on provider_specialities (speciality_id, name_key, provider_id) where listed;

-- Every word that stands in a search text. A word of a query that finds nothing is replaced by the most similar of these.
create table search_words (
  word text collate "C" primary key
);
create index search_words_similar on search_words using gin (word gin_trgm_ops);

grant select on specialities to :app;
grant select, insert, update on providers to :app;
grant select, insert, delete on provider_specialities to :app;
grant select, insert on search_words to :app;
