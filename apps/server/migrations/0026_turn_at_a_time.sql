-- To hold a time of a provider.

/*
 * Takes the provider's lock until the end of the transaction; false, without it, where the time turns out to be somebody
 * else's, but for the chain that it would move. Whoever finds the lock taken waits until it is free together with all the
 * others, and looks once more: in a queue for it, each who lost would have to be sent away before the next one is told.
 */
create function turn_at_time(provider integer, wanted tstzrange, chain integer) returns boolean language plpgsql as $$
declare
  time constant integer := hashtext('time of a provider');
begin
  for tries in 1..100 loop
    if pg_try_advisory_xact_lock(time, provider) then
      return true;
    end if;
    -- In one expression, so that nothing breaks off while it is held: it is the session's, not the transaction's.
    perform pg_advisory_lock_shared(time, provider), pg_advisory_unlock_shared(time, provider);
    if exists (
      select from appointments
      where provider_id = provider and (status in ('requested', 'approved') or undo_until is not null)
        and held && wanted and chain_id is distinct from chain
    ) then
      return false;
    end if;
  end loop;
  -- Others were always quicker.
  perform pg_advisory_xact_lock(time, provider);
  return true;
end
$$;
