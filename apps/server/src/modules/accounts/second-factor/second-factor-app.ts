import { sql } from 'kysely';
import { generateSecret, generateURI, verifySync } from 'otplib';
import type { Db, RowOf, Tx } from '../../../platform/db/db.ts';
import { versionInUse } from '../../../platform/crypto/crypto.ts';
import type { Actor } from '../../../platform/auth/auth.ts';
import { seal, sealedBy, unseal } from './second-factor-seal.ts';

/** A code is valid for its half minute and the neighbouring ones, because clocks differ. */
const toleranceSeconds = 30;

/** Whether a code looks like one of an authenticator app. */
export const isDigits = (code: string) => /^\d{6}$/.test(code);

/** The half minute (RFC 6238, since 1970) of a six-digit code; undefined for a wrong one. */
export function stepOf(totpSecret: string, digits: string, now: Date): number | undefined {
  if (!isDigits(digits)) return undefined;
  const epoch = Math.floor(now.getTime() / 1000);
  const found = verifySync({ secret: totpSecret, token: digits, epoch, epochTolerance: toleranceSeconds });
  return found.valid && 'timeStep' in found ? found.timeStep : undefined;
}

/** A new secret for the actor's app, in place of an unconfirmed one; undefined if one is confirmed. */
export async function prepareApp(tx: Tx, { user_id, username }: Actor, secret: string, now: Date) {
  const totpSecret = generateSecret();
  const { rows } = await sql`
    insert into authenticator_apps as a (user_id, secret, created_at)
    values (${user_id}, ${seal(secret, user_id, totpSecret)}, ${now})
    on conflict (user_id) do update set secret = excluded.secret, created_at = excluded.created_at, last_step = 0
      where a.confirmed_at is null
    returning user_id`.execute(tx);
  if (rows.length === 0) return undefined;
  return { secret: totpSecret, uri: generateURI({ issuer: 'Carecommons', label: username, secret: totpSecret }) };
}

/** Confirms the prepared app; called after its first code was accepted. */
export async function confirmApp(tx: Tx, userId: number, now: Date) {
  await sql`update authenticator_apps set confirmed_at = ${now} where user_id = ${userId}`.execute(tx);
}

/** Uses up a code of a person's confirmed or prepared app; false if it is wrong or was used before. */
export async function takeStep(
  tx: Tx,
  userId: number,
  digits: string,
  { secret, now, confirmed }: { secret: string; now: Date; confirmed: boolean },
): Promise<boolean> {
  const { rows } = await sql<RowOf<'authenticator_apps', 'secret' | 'last_step'>>`
    select secret, last_step from authenticator_apps
    where user_id = ${userId} and (confirmed_at is not null) = ${confirmed} for update`.execute(tx);
  const [app] = rows;
  const step = app && stepOf(unseal(secret, userId, app.secret), digits, now);
  if (app === undefined || step === undefined || step <= app.last_step) return false;
  await sql`update authenticator_apps set last_step = ${step} where user_id = ${userId}`.execute(tx);
  return true;
}

/** Deletes a person's app. */
export async function dropApp(tx: Tx, userId: number) {
  await sql`delete from authenticator_apps where user_id = ${userId}`.execute(tx);
}

async function allApps(db: Db) {
  const { rows } = await sql<RowOf<'authenticator_apps', 'user_id' | 'secret'>>`
    select user_id, secret from authenticator_apps`.execute(db);
  return rows;
}

/** The number of apps for each version of SECRET that encrypts their secret. */
export const versionsOfApps = async (db: Db, secret: string) =>
  (await allApps(db)).map((app) => sealedBy(secret, app.user_id, app.secret));

/** Encrypts the secrets of apps with the current version, if they have another one. */
export async function resealApps(db: Db, secret: string): Promise<void> {
  for (const app of await allApps(db)) {
    const version = sealedBy(secret, app.user_id, app.secret);
    if (version === versionInUse(secret) || version === undefined) continue;
    const anew = seal(secret, app.user_id, unseal(secret, app.user_id, app.secret));
    await sql`update authenticator_apps set secret = ${anew}
      where user_id = ${app.user_id} and secret = ${app.secret}`.execute(db);
  }
}
