-- What was done on each of the last days is counted for administrators. Rows come about in the order of these times, so that
-- some pages of an index that keeps ranges do for tables of any size, and cost those who write next to nothing.

create index users_created on users using brin (created_at) with (autosummarize = on);
create index appointments_requested on appointments using brin (requested_at) with (autosummarize = on);
create index appointments_decided on appointments using brin (decided_at) with (autosummarize = on);
create index messages_created on messages using brin (created_at) with (autosummarize = on);
