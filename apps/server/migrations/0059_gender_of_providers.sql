-- What providers say of themselves, for those who would rather see a woman or a man; null where they do not say it.
alter table providers add column gender text check (gender in ('woman', 'man'));
create index providers_by_gender on providers (gender, name_key, user_id) where listed and gender is not null;
