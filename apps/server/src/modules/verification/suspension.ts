import type { SuspendedProvider, TouchedVisits } from '@carecommons/contract/verification';
import { sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import type { Config } from '../../platform/config/config.ts';
import { type Db, type Page, pageOf, type Tx } from '../../platform/db/db.ts';
import { Problem } from '../../platform/errors/errors.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import { sendEmail } from '../accounts/accounts.ts';
import { type VisitToCome, visitsToCome } from '../appointments/appointments.ts';
import * as providers from '../providers/providers.ts';
import { providerProfiles } from '../providers/providers.ts';
import { emails } from './emails.ts';
import type { Cursor } from './review.ts';

const listedAtMost = 200;

/** The future visits that a suspension affects. Throws `not_found`. */
export async function touchedVisits(db: Db, providerId: number, now: Date): Promise<TouchedVisits> {
  const { rows } = await sql`select from ${providerProfiles} profile where user_id = ${providerId}`.execute(db);
  if (rows.length === 0) throw new Problem('not_found');
  return asTouched(await visitsToCome(db, providerId, now));
}

const asTouched = (visits: VisitToCome[]): TouchedVisits => ({
  count: visits.length,
  visits: visits.slice(0, listedAtMost),
});

/** Suspends a provider and sends emails to the provider and the patients of future visits. Throws `not_found`, `not_allowed`, `wrong_state`. */
export async function suspend(
  tx: Tx,
  actor: Actor,
  providerId: number,
  reason: string,
  now: Date,
): Promise<TouchedVisits> {
  refuseOwn(actor, providerId);
  if (!(await providers.suspendProvider(tx, providerId, reason, now))) throw new Problem('wrong_state');
  await noteDown(tx, actor, 'suspend', providerId, now);
  await sendEmail(tx, providerId, emails.suspended, now);
  const visits = await visitsToCome(tx, providerId, now);
  for (const patient of patientsOf(visits)) await sendEmail(tx, patient, emails.visitUncertain, now);
  return asTouched(visits);
}

/** Ends a suspension and sends emails to the same people. Throws `not_found`, `not_allowed`, `wrong_state`. */
export async function reinstate(tx: Tx, actor: Actor, providerId: number, config: Config, now: Date) {
  refuseOwn(actor, providerId);
  if (!(await providers.reinstateProvider(tx, providerId, config))) throw new Problem('wrong_state');
  await noteDown(tx, actor, 'reinstate', providerId, now);
  await sendEmail(tx, providerId, emails.reinstated, now);
  for (const patient of patientsOf(await visitsToCome(tx, providerId, now))) {
    await sendEmail(tx, patient, emails.visitCertain, now);
  }
}

function refuseOwn(actor: Actor, providerId: number) {
  if (actor.user_id === providerId) throw new Problem('not_allowed', { message: 'Nobody decides about themselves.' });
}

async function noteDown(tx: Tx, actor: Actor, action: 'suspend' | 'reinstate', providerId: number, now: Date) {
  await audit(tx, { at: now, actor, action, item: { kind: 'provider', id: providerId }, outcome: 'done' });
}

// Sorted, so that two suspensions with the same patients cannot deadlock.
const patientsOf = (visits: VisitToCome[]) =>
  [...new Set(visits.map(({ patient_id }) => patient_id))].toSorted((one, other) => one - other);

/** A page of the suspended providers, most recently suspended first. */
export async function listSuspended(
  db: Db,
  limit: number,
  after: Cursor | undefined,
): Promise<Page<SuspendedProvider>> {
  const older =
    after === undefined ? sql`true` : sql`(suspended_at, user_id) < (${new Date(after[0])}::timestamptz, ${after[1]})`;
  const { rows } = await sql<Omit<SuspendedProvider, 'suspended_at'> & { suspended_at: Date }>`
    select user_id as user, name, suspended_at, suspended_reason from ${providerProfiles} profile
    where suspended_at is not null and ${older} order by suspended_at desc, user_id desc limit ${limit + 1}`.execute(
    db,
  );
  const { rows: page, next } = pageOf(rows, limit, ({ user, suspended_at }): Cursor => [suspended_at.getTime(), user]);
  return { rows: page.map((row) => ({ ...row, suspended_at: row.suspended_at.toISOString() })), next };
}
