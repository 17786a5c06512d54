import { sql } from 'kysely';
import type { Config } from '../../../platform/config/config.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Actor } from '../../../platform/auth/auth.ts';

type Settings = Pick<Config, 'providerSecondFactor' | 'providerSecondFactorGraceDays'>;

const rule = 'provider second factor';

/** Stores since when providers need a second factor, or deletes that date if they do not. Called at the start. */
export async function applyProviderFactor(db: Db, { providerSecondFactor }: Settings, now: Date): Promise<void> {
  await (providerSecondFactor === 'required'
    ? sql`insert into rules (name, since) values (${rule}, ${now}) on conflict do nothing`.execute(db)
    : sql`delete from rules where name = ${rule}`.execute(db));
}

/**
 * Until when a provider may open other people's reports in a session without a second factor: some days after they
 * became a provider, or after the rule came into force. Undefined if the session has a second factor, or none is
 * required.
 */
export async function providerFactorDue(db: Db, actor: Actor, settings: Settings): Promise<Date | undefined> {
  if (settings.providerSecondFactor === 'optional' || actor.role !== 'healthcare_provider') return undefined;
  const { rows } = await sql<{ until: Date }>`
    select greatest(p.created_at, (select since from rules where name = ${rule}))
      + ${settings.providerSecondFactorGraceDays} * interval '1 day' as until
    from sessions s join providers p on p.user_id = s.user_id
    where s.id = ${actor.session_id} and s.user_id = ${actor.user_id} and s.second_factor_at is null`.execute(db);
  return rows[0]?.until;
}

/** Whether a provider's session lacks the second factor that opening other people's reports now requires. */
export async function lacksProviderFactor(db: Db, actor: Actor, settings: Settings, now: Date): Promise<boolean> {
  const until = await providerFactorDue(db, actor, settings);
  return until !== undefined && until <= now;
}
