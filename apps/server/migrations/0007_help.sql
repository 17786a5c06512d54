-- The community's help centre: questions, and the answers to them.

create table questions (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  problem text not null check (problem <> ''),
  -- The problem as the application folds it, between blanks: by this it is found.
  search text not null,
  -- Of the answers that are not hidden. Whoever changes an answer holds the lock of the question's row.
  comment_count integer not null default 0 check (comment_count >= 0),
  created_at timestamptz not null,
  edited_at timestamptz,
  hidden_at timestamptz,
  hidden_reason text,
  check ((hidden_at is null) = (hidden_reason is null))
);
create index questions_newest on questions (created_at desc, id desc) where hidden_at is null;
create index questions_search on questions using gin (search gin_trgm_ops) where hidden_at is null;
create index questions_of_user on questions (user_id, created_at desc, id desc);

create table answers (
  id integer generated always as identity primary key,
  question_id integer not null references questions on delete cascade,
  user_id integer not null references users on delete cascade,
  comment text not null check (comment <> ''),
  created_at timestamptz not null,
  hidden_at timestamptz,
  hidden_reason text,
  check ((hidden_at is null) = (hidden_reason is null))
);
create index answers_of_question on answers (question_id, created_at, id);
create index answers_of_user on answers (user_id);

-- Every word that stands in a question. A word of a search that stands in none is replaced by the most similar of these.
create table question_words (
  word text collate "C" primary key
);
create index question_words_similar on question_words using gin (word gin_trgm_ops);

grant select, insert, update, delete on questions, answers to :app;
grant select, insert on question_words to :app;
