import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../platform/auth/auth.ts';

/** What a provider's long list is searched by; days are those of the provider's zone. */
export interface ListSearch {
  q?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Whether an instant lies within these days of the actor's as provider. An index by the instant is read from the first day to the last. */
export function withinDays({ user_id }: Actor, instant: RawBuilder<unknown>, { from, to }: ListSearch) {
  const begin = (day: RawBuilder<unknown>) =>
    sql`(select (${day})::timestamp at time zone profile.time_zone from providers profile where profile.user_id = ${user_id})`;
  const first = from === undefined ? sql`true` : sql`${instant} >= ${begin(sql`${from}::date`)}`;
  const last = to === undefined ? sql`true` : sql`${instant} < ${begin(sql`${to}::date + 1`)}`;
  return sql<boolean>`${first} and ${last}`;
}
