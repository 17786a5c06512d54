-- A proposed time says why; whoever declines it says why not. Taking the refusal back brings the first back as well.

alter table appointments
  add undo_reason text check (undo_reason is null or undo_until is not null);
