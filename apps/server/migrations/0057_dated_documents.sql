-- The day of a patient's own document, which may be older than the day on which it was added. By it the document stands in its
-- patient's list: `release_at` is its noon, in UTC.
alter table records
  add column dated_on date,
  add check (dated_on is null or provider_id is null);
