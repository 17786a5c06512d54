import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../platform/auth/auth.ts';

/** The search of a provider's own lists; days are in the provider's time zone. */
export interface ListSearch {
  q?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * Whether an instant lies within these days, in the time zone of the actor as a provider. It serves as a range condition for
 * an index by the instant.
 */
export function withinDays({ user_id }: Actor, instant: RawBuilder<unknown>, { from, to }: ListSearch) {
  const begin = (day: RawBuilder<unknown>) =>
    sql`(select (${day})::timestamp at time zone profile.time_zone from providers profile where profile.user_id = ${user_id})`;
  const first = from === undefined ? sql`true` : sql`${instant} >= ${begin(sql`${from}::date`)}`;
  const last = to === undefined ? sql`true` : sql`${instant} < ${begin(sql`${to}::date + 1`)}`;
  return sql<boolean>`${first} and ${last}`;
}
