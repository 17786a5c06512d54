-- Messages count past 2,147,483,647, and so does whatever names one by its number. The tables are written anew under a lock:
-- docs/decisions/052-wide-message-ids.md says for how long. The release before reads and writes the wider column as well:
-- last used in 0.1.0

alter sequence message_ids as bigint;
alter table messages alter id type bigint;
alter table moderated alter item_id type bigint;
alter table audit alter item_id type bigint;
