import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { noteUse, resealInstallationKey, usedSince, versionOfHash } from '../../platform/auth/auth.ts';
import { jobsToDo } from '../../platform/jobs/jobs.ts';
import { resealApps, versionsOfApps } from './second-factor/second-factor-app.ts';
import { resealCodes, versionsOfCodes } from './second-factor/second-factor-codes.ts';

/**
 * Encrypts everything with the current version of SECRET that another version encrypts. It runs after the server
 * started with that version: all other servers know it by then. What only the person can renew follows when they
 * return: a password at the next sign-in, a session at the next refresh.
 */
export async function resealAll(db: Db, secret: string, now: Date): Promise<void> {
  await resealInstallationKey(db, secret);
  await resealApps(db, secret);
  await resealCodes(db, secret);
  await noteUse(db, now);
}

/** What depends on a version of SECRET, and how many of each. */
export type Uses = Record<
  'passwords' | 'apps' | 'recovery codes' | 'sessions' | 'passcodes of shares' | 'letters',
  number
>;

interface SecretVersion {
  secret: string;
  version: number;
  /** The number of passcodes of shares that it encrypts. */
  passcodes: RawBuilder<number>;
}

/** What would be lost without a version of SECRET that is no longer current. */
export async function usesOf(db: Db, { secret, version, ...asked }: SecretVersion, now: Date): Promise<Uses> {
  const { rows } = await sql<Record<'passwords' | 'sessions' | 'passcodes' | 'letters', number>>`
    select
      (select count(*) from users where ${versionOfHash('password_hash')} = ${version})::int as passwords,
      -- Refreshed before, or while the servers were started again one after the other.
      (select count(*) from sessions s where s.ended_at is null and s.expires_at > ${now} and s.refreshed_at <
        coalesce(${usedSince}, 'infinity') + interval '1 hour')::int as sessions,
      ${asked.passcodes}::int as passcodes,
      ${jobsToDo(sql`kind = 'letter' and payload->'link' is not null
        and coalesce(substring(payload->'link'->>'seed' from '^(\\d+)[.]'), '1')::int = ${version}`)}::int as letters`.execute(
    db,
  );
  const { passwords = 0, sessions = 0, passcodes = 0, letters = 0 } = rows[0] ?? {};
  const apps = (await versionsOfApps(db, secret)).filter((one) => one === version).length;
  const codes = (await versionsOfCodes(db, secret)).filter((one) => one === version).length;
  return { passwords, apps, 'recovery codes': codes, sessions, 'passcodes of shares': passcodes, letters };
}
