-- What a search as people say it needs: the words of each speciality, the verified by name, and the cities that there are.

-- Words and phrases by which people look for it, parted by commas, as an administrator writes them.
alter table specialities add column words text not null default '';

-- Of those who match alike the verified come first.
create index providers_verified_by_name on providers (name_key, user_id) where listed and verified;
-- The cities are read one after the other, each once.
create index providers_by_city on providers (city) where listed;

-- The application folds chandrabindu to anusvara from now on: आँख and आंख are one word. What is stored is folded so too.
update specialities set name_key = replace(name_key, chr(2305), chr(2306)), search = replace(search, chr(2305), chr(2306)),
  also_called = replace(also_called, chr(2305), chr(2306))
where search like '%' || chr(2305) || '%';
update providers set name_key = replace(name_key, chr(2305), chr(2306)), search = replace(search, chr(2305), chr(2306))
where search like '%' || chr(2305) || '%';
update blogs set search = replace(search, chr(2305), chr(2306)) where search like '%' || chr(2305) || '%';
update questions set search = replace(search, chr(2305), chr(2306)) where search like '%' || chr(2305) || '%';
insert into search_words select replace(word, chr(2305), chr(2306)) from search_words
where word like '%' || chr(2305) || '%' on conflict do nothing;
delete from search_words where word like '%' || chr(2305) || '%';
insert into blog_words select replace(word, chr(2305), chr(2306)) from blog_words
where word like '%' || chr(2305) || '%' on conflict do nothing;
delete from blog_words where word like '%' || chr(2305) || '%';
insert into question_words select replace(word, chr(2305), chr(2306)) from question_words
where word like '%' || chr(2305) || '%' on conflict do nothing;
delete from question_words where word like '%' || chr(2305) || '%';
