import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';

/**
 * Keeps the times of these appointments, which are free from now on, to be offered to those who wait. A time that its provider
 * gave up is none: who cancels or declines has no time then. One that the provider never agreed to is offered within published
 * hours alone. It waits for no lock and looks at nobody: that is done in a transaction of its own.
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
