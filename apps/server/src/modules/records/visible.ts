import { recordDefaults } from '@carecommons/contract/records';
import { sql } from 'kysely';
import { people } from '../accounts/accounts.ts';
import { providerProfiles } from '../providers/providers.ts';

// Who may see which part of a report, for every query that reads one: the report is `r`, the version that replaced it `n`.

const served = (of: 'r' | 'n') => sql`${sql.ref(`${of}.scan`)} in ('unscanned', 'clean')`;
const released = (of: 'r' | 'n', now: Date) =>
  sql<boolean>`(coalesce(${sql.ref(`${of}.release_at`)} <= ${now}, false) and ${served(of)})`;

/** Whether the file may be served: the scan found no virus, or there is no scanner. */
export const isServed = served('r');

/** Whether the patient may see it at all. Before that, not even its title is visible. */
export const isReleased = (now: Date) => released('r', now);

/** Whether it is not released to its patient yet. Requires the join `withNewer`. */
export const isWaiting = (now: Date) =>
  sql<boolean>`(r.told_at is null and r.withdrawn_at is null and r.scan <> 'infected' and n.id is null
    and not ${isReleased(now)})`;

const replacing = sql`n.replaces_id = r.id and n.withdrawn_at is null and n.scan <> 'infected'`;
export const withNewer = sql`left join records n on ${replacing}`;
/** The same for its patient, who sees a newer version once it is released. */
export const withNewerReleased = (now: Date) => sql`left join records n on ${replacing} and ${released('n', now)}`;

export const withDoctor = sql`left join ${providerProfiles} p on p.user_id = r.provider_id`;
export const doctorOf = sql`coalesce(p.name, ${recordDefaults.doctor})`;

/** Whether a report can be read by the people with whom its patient shares it. */
export const isShareable = (now: Date) => sql<boolean>`(r.withdrawn_at is null and ${isReleased(now)})`;

/** Whether a share `s` has not ended; a link that is used up still serves the reader who opened it. */
export const isShared = (now: Date) => sql<boolean>`(s.revoked_at is null and s.locked_at is null
  and s.ends_at > ${now} and exists (select from ${people} account where id = s.patient_id and disabled_at is null))`;

/** The same for a provider, who cannot read anything while suspended. */
export const isSharedWith = (userId: number, now: Date) => sql<boolean>`(s.provider_id = ${userId} and ${isShared(now)}
  and exists (select from ${providerProfiles} profile where user_id = s.provider_id and listed))`;
