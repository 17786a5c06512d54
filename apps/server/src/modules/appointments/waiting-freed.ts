import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';

/**
 * Stores the times of these appointments, which are now free, to be offered to the waiting list. A time that its
 * provider gave up is not offered: a provider who cancels or declines has no time then. A time to which the provider
 * never agreed is offered only within published hours. This waits for no lock and looks up nobody; that is done in a
 * separate transaction.
 */
export async function storeFreedTimes(tx: Tx, ids: readonly number[]) {
  if (ids.length === 0) return;
  await sql`
    insert into freed_times (provider_id, starts_at, agreed)
    select a.provider_id, a.starts_at, a.decided_at is not null or a.proposed_by = 'provider'
    from appointments a left join appointments b on b.id = a.moved_to_id
    where a.id = any(${ids}::int[])
      and case when b.id is null then coalesce(a.ended_by, 'time') else b.proposed_by end <> 'provider'
      and exists (select from waits w where w.provider_id = a.provider_id)`.execute(tx);
}
