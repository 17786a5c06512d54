-- The counters against guessing are written several times by each login, all on the same few rows of an address. They need
-- not outlive a crash of the database, so no login waits for the disk to keep them.
alter table throttle set unlogged;
