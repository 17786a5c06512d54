-- What the directory is narrowed by, and articles that are found by their words.

create index providers_by_fee on providers (fees) where listed;
create index providers_languages on providers using gin (languages) where listed;

-- The title and the beginning of the text as the application folds them, between blanks: by this an article is found. What
-- stands here already is folded nearly so, until its author changes it.
alter table blogs add column search text not null default '';
update blogs set search =
  ' ' || trim(regexp_replace(normalize(lower(title || ' ' || excerpt), NFC), '[[:punct:][:space:]]+', ' ', 'g')) || ' ';
create index blogs_search on blogs using gin (search gin_trgm_ops) where deleted_at is null and hidden_at is null;

-- Every word that stands in one of these texts. A word of a search that stands in none is replaced by the most similar.
create table blog_words (
  word text collate "C" primary key
);
insert into blog_words
select distinct word from blogs, regexp_split_to_table(trim(search), ' ') word where length(word) between 3 and 40;
create index blog_words_similar on blog_words using gin (word gin_trgm_ops);

grant select, insert, delete on blog_words to :app;
