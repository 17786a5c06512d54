import { type RawBuilder, sql } from 'kysely';
import { spanJson } from '../schedules/schedules.ts';

/** Whether a row holds its time against everybody else, as the constraint says it: also for as long as it can come back. */
const holdsTime = sql<boolean>`(status in ('requested', 'approved') or undo_until is not null)`;

/**
 * What a provider holds between two instants, one chain left out where it is named, as one column: pairs of milliseconds for
 * `spanOf`.
 */
export const heldJson = (provider: number | RawBuilder<number>, from: Date, to: Date, chain: number | null = null) =>
  sql<[number, number][]>`(
    select coalesce(json_agg(${spanJson(sql`held`)}), '[]') from appointments
    where provider_id = ${provider} and ${holdsTime} and held && tstzrange(${from}, ${to})
      and chain_id is distinct from ${chain}::int)`;
