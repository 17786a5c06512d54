-- Whether the provider of an appointment may read its patient's name and telephone number now: while the request or the visit is
-- open and a decision can be taken back, for thirty days after a visit, and while a report of it has yet to be released. Not
-- after a refusal, an expiry or a withdrawal, and not while the provider is suspended. Every query that reads a patient's name for a
-- provider asks this function.
create function shows_contact(a appointments, at timestamptz) returns boolean stable language sql
  return (
      (a.status = 'requested' and a.expires_at > at)
      or coalesce(a.undo_until > at, false)
      or (a.status in ('approved', 'completed', 'no_show') and a.ends_at + interval '30 days' > at)
      or exists (
        select from records r where r.appointment_id = a.id and r.withdrawn_at is null and r.scan <> 'infected'
          and (r.release_at is null or r.release_at > at)
          and not exists (
            select from records n where n.replaces_id = r.id and n.withdrawn_at is null and n.scan <> 'infected')))
    and exists (select from providers p where p.user_id = a.provider_id and p.suspended_at is null);
