import { type RawBuilder, sql } from 'kysely';
import { spanJson } from '../schedules/schedules.ts';
import { holdsTime } from './states.ts';

/**
 * The reservations of a provider between two instants, except those of the named chain, as one column: pairs of
 * milliseconds for `spanOf`.
 */
export const conflictsJson = (
  provider: number | RawBuilder<number>,
  from: Date,
  to: Date,
  chain: number | null = null,
) =>
  sql<[number, number][]>`(
    select coalesce(json_agg(${spanJson(sql`a.held`)}), '[]') from appointments a
    where a.provider_id = ${provider} and ${holdsTime()} and a.held && tstzrange(${from}, ${to})
      and a.chain_id is distinct from ${chain}::int)`;
