-- What waits for a provider's answer, the one that expires first first, however much else is still to come.

create index appointments_to_answer on appointments (provider_id, expires_at, id)
  where status = 'requested' and proposed_by = 'patient';
