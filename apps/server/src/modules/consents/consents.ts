import { type Purpose, purposes, versionOf } from '@carecommons/contract/consent-purposes';
import type { Consent } from '@carecommons/contract/my-data';
import { sql } from 'kysely';
import type { Db, RowOf, Tx } from '../../platform/db/db.ts';
import { Problem } from '../../platform/errors/errors.ts';

interface ConsentRow extends RowOf<'consents', 'version' | 'given' | 'at'> {
  purpose: Purpose;
}

/** A person's last decision on each purpose, and whether it applies to the present version of the text. */
export async function listConsents(db: Db, userId: number): Promise<Consent[]> {
  const { rows } = await sql<ConsentRow>`
    select distinct on (purpose) purpose, version, given, at from consents
    where user_id = ${userId} order by purpose, id desc`.execute(db);
  return purposes.map((purpose) => {
    const decision = rows.find((row) => row.purpose === purpose);
    return { purpose, version: versionOf[purpose], state: stateOf(decision), at: decision?.at.toISOString() ?? null };
  });
}

function stateOf(decision: ConsentRow | undefined): Consent['state'] {
  if (decision === undefined) return 'not_asked';
  if (!decision.given) return 'withdrawn';
  return decision.version === versionOf[decision.purpose] ? 'given' : 'outdated';
}

async function stateFor(db: Db, userId: number, purpose: Purpose) {
  return (await listConsents(db, userId)).find((one) => one.purpose === purpose)?.state;
}

interface Decision {
  of: Purpose[];
  given: boolean;
  by: 'switch' | 'request';
}

async function recordDecision(tx: Tx, userId: number, { of, given, by }: Decision, now: Date) {
  const versions = of.map((purpose) => versionOf[purpose]);
  await sql`
    insert into consents (user_id, purpose, version, given, said_by, at)
    select ${userId}::integer, purpose, version, ${given}::boolean, ${by}::text, ${now}::timestamptz
    from unnest(${of}::text[], ${versions}::smallint[]) as s (purpose, version)`.execute(tx);
}

/** Gives consent to a purpose. Throws `wrong_state` if the text has a newer version than the one that was read. */
export async function giveConsent(tx: Tx, userId: number, purpose: Purpose, version: number, now: Date) {
  if (version !== versionOf[purpose]) {
    throw new Problem('wrong_state', { message: 'This has changed since then. Please read it again.' });
  }
  if ((await stateFor(tx, userId, purpose)) === 'given') return;
  await recordDecision(tx, userId, { of: [purpose], given: true, by: 'switch' }, now);
}

/** Withdraws consent to a purpose. Whatever depends on it checks it on each use, and so stops immediately. */
export async function withdrawConsent(tx: Tx, userId: number, purpose: Purpose, now: Date) {
  if ((await stateFor(tx, userId, purpose)) === 'withdrawn') return;
  await recordDecision(tx, userId, { of: [purpose], given: false, by: 'switch' }, now);
}

/**
 * Records a request for a visit as consent to the purposes shown beside its button that were not decided yet. Throws
 * `consent_required` if consent to visits was withdrawn: that has to be given again explicitly.
 */
export async function agreeByRequest(tx: Tx, userId: number, now: Date) {
  const consents = await listConsents(tx, userId);
  if (consents.some(({ purpose, state }) => purpose === 'visits' && state === 'withdrawn')) {
    throw new Problem('consent_required');
  }
  const missing = consents
    .filter(({ state }) => state !== 'given' && state !== 'withdrawn')
    .map(({ purpose }) => purpose);
  if (missing.length > 0) await recordDecision(tx, userId, { of: missing, given: true, by: 'request' }, now);
}

/**
 * Refuses a report about somebody who does not consent to reports. People who were never asked have visits from before there were
 * consents: their reports are accepted. Throws `wrong_state`.
 */
export async function mayAddReports(db: Db, patientId: number) {
  const { rows } = await sql<{ counts: boolean }>`
    select c.given and c.version = ${versionOf.reports} as counts from consents c
    where c.user_id = ${patientId} and c.purpose = 'reports' order by c.id desc limit 1`.execute(db);
  if (rows[0]?.counts !== false) return;
  const message = 'Your patient does not want reports to be kept here. Please hand this one over in another way.';
  throw new Problem('wrong_state', { message });
}
