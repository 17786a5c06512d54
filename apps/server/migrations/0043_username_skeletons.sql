-- What a username looks like (its UTS 39 skeleton, which the application makes): no two accounts are opened with one. It is null of
-- accounts from before until the server has looked through them, of the second of two that looked alike then, and of erased ones.
alter table users add column username_skeleton text collate "C";
create unique index users_username_skeleton on users (username_skeleton) where username_skeleton is not null;
create index users_without_skeleton on users (id) where username_skeleton is null;
