-- Articles, and who likes them.

create table blogs (
  id integer generated always as identity primary key,
  author_id integer not null references users,
  title text not null check (title <> '' and length(title) <= 120),
  -- The source in Markdown, and what is made of it whenever it changes: the HTML to read, and the beginning in plain words.
  content text not null,
  body text not null,
  excerpt text not null,
  likes_count integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Deleted by the author, who can restore it for a while.
  deleted_at timestamptz,
  -- Hidden by a moderator: then only the author sees it, with the reason, and moderators.
  hidden_at timestamptz,
  hidden_reason text,
  check ((hidden_at is null) = (hidden_reason is null))
);
create index blogs_newest on blogs (created_at desc, id desc) where deleted_at is null and hidden_at is null;
create index blogs_of_author on blogs (author_id, created_at desc, id desc) where deleted_at is null;
create index blogs_deleted_of_author on blogs (author_id, created_at desc, id desc) where deleted_at is not null;

create table blog_likes (
  blog_id integer not null references blogs,
  user_id integer not null references users on delete cascade,
  liked_at timestamptz not null,
  primary key (blog_id, user_id)
);

grant select, insert, update on blogs to :app;
grant select, insert on blog_likes to :app;
