#!/bin/sh
# The PostgreSQL image runs this once, on an empty data folder. It creates the two roles and the database of docs/operations/database.md.
set -eu
psql --username postgres --set ON_ERROR_STOP=1 --set owner="$OWNER_PASSWORD" --set app="$APP_PASSWORD" <<'SQL'
create role carecommons_owner login password :'owner';
create role carecommons_app login password :'app';
create database carecommons owner carecommons_owner encoding 'UTF8' locale_provider builtin builtin_locale 'C.UTF-8' template template0;
alter role carecommons_app set statement_timeout = '5s';
alter role carecommons_app set lock_timeout = '3s';
alter role carecommons_app set idle_in_transaction_session_timeout = '10s';
SQL
