-- Tries with links that the site never signed. They are counted by what they asked for and by the hour: anybody can make as
-- many as they like, so none of them is a row of the audit, which nobody can delete.
create table forged_links (
  kind text not null check (kind in ('record', 'evidence', 'export')),
  -- 0 where there is no such thing.
  item_id integer not null,
  hour timestamptz not null,
  tries integer not null check (tries > 0),
  primary key (kind, item_id, hour)
);
create index forged_links_by_hour on forged_links (hour);

grant select, insert, update, delete on forged_links to :app;
