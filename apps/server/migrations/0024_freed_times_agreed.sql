-- Whether the provider had agreed to a visit at a time that became free: where no hours are published, no other is offered.

alter table freed_times
  add agreed boolean not null default false;
