-- In which language somebody is written to; as long as it is not known, in the one in which the product is written.

alter table users add column language text check (language ~ '^[A-Za-z0-9-]{2,35}$');
