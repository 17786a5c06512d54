-- A server that does not migrate looks whether that was done.
grant select on migrations to :app;
