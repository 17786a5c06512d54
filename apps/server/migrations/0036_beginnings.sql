-- Providers are found by the beginnings of words. Each is looked up as it stands, so that a name among a million costs no more
-- than the few who bear it; by trigrams it was compared with all that share three letters.

-- All beginnings of the words of a search text, up to twelve letters; a whole word is the beginning that ends with a blank.
-- Dear, so that it is reckoned for who is saved or looked up, and never for all that are read.
create function word_beginnings(search text) returns text[]
  language sql immutable strict parallel safe cost 1000 as $$
    select array(
      select left(word || ' ', letters)
      from unnest(string_to_array(btrim(search), ' ')) word, generate_series(1, least(length(word) + 1, 12)) letters)
  $$;

create index providers_beginnings on providers using gin (word_beginnings(search)) where listed;
-- Of an index on a part of a table the planner takes no statistics, and they would take long.
alter index providers_beginnings alter column 1 set statistics 0;
drop index providers_search;
