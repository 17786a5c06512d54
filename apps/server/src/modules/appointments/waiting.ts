import type { BodyOf } from '@carecommons/contract/endpoint';
import { type joinWaiting, type Wait, waitingListsAtMost } from '@carecommons/contract/waiting';
import { type RawBuilder, sql } from 'kysely';
import { type Db, lock, type RowOf, type Tx } from '../../platform/db/db.ts';
import { invalidField, Problem } from '../../platform/errors/errors.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import { dayIn, everyWeekday } from '../../platform/time/time.ts';
import { agreeByRequest } from '../consents/consents.ts';
import { providerProfiles } from '../providers/providers.ts';
import { basicProfiles } from '../accounts/accounts.ts';
import { isWaiting } from './waiting-offers.ts';

const isOpen = sql<boolean>`not exists (select from waiting_lists l where l.provider_id = p.user_id and not l.open)`;

interface WaitRow extends Omit<Wait, 'joined_at'>, RowOf<'waits', 'joined_at'> {}

async function readWaits(db: Db, actor: Actor, which: RawBuilder<boolean>, now: Date): Promise<Wait[]> {
  const { rows } = await sql<WaitRow>`
    select json_build_object('user', p.user_id, 'name', p.name) as provider, w.problem, w.weekdays,
      w.from_day::text, w.to_day::text, w.joined_at, ${isOpen} as open,
      (select max(o.id) from appointments o where o.offered and o.patient_id = w.patient_id
        and o.provider_id = w.provider_id and o.status = 'requested') as offer_id
    from waits w join ${providerProfiles} p on p.user_id = w.provider_id
    where w.patient_id = ${actor.user_id} and ${isWaiting(now)} and ${which} order by w.id`.execute(db);
  return rows.map((row) => ({ ...row, joined_at: row.joined_at.toISOString() }));
}

/** The providers for whom the actor waits; first joined first. */
export async function listWaits(db: Db, actor: Actor, now: Date): Promise<Wait[]> {
  return await readWaits(db, actor, sql`true`, now);
}

/**
 * Whether a provider's list is open, and whether the actor is on it. Throws `not_found` if the provider is not listed.
 */
export async function getWait(db: Db, actor: Actor, providerId: number, now: Date) {
  const { rows } = await sql<RowOf<'providers', 'time_zone'> & { open: boolean }>`
    select ${isOpen} as open, p.time_zone from ${providerProfiles} p where p.user_id = ${providerId} and p.listed`.execute(
    db,
  );
  if (rows[0] === undefined) throw new Problem('not_found');
  const [wait] = await readWaits(db, actor, sql`w.provider_id = ${providerId}`, now);
  return { ...rows[0], wait: wait ?? null };
}

/**
 * Adds the actor to a provider's list. Throws `profile_required`, `consent_required`, `not_found`, 400 naming the
 * field, and `wrong_state` if the list is closed, or the actor is on it or on too many.
 */
export async function join(
  tx: Tx,
  actor: Actor,
  providerId: number,
  { problem, weekdays, from_day, to_day }: BodyOf<typeof joinWaiting>,
  now: Date,
): Promise<Wait> {
  const { rows: profiles } = await sql`select from ${basicProfiles} profile where user_id = ${actor.user_id}`.execute(
    tx,
  );
  if (profiles.length === 0) throw new Problem('profile_required');
  if (providerId === actor.user_id) throw invalidField('provider_id', 'You cannot join your own waiting list.');
  if (from_day && to_day && to_day < from_day) throw invalidField('to_day', 'This day is before the first one.');
  // Serialized, so that two concurrent calls do not exceed the limit.
  await lock(tx, 'waiting lists of a patient', actor.user_id);
  const { open, wait, time_zone } = await getWait(tx, actor, providerId, now);
  if (to_day && to_day < dayIn(time_zone, now)) throw invalidField('to_day', 'This day is past.');
  if (!open) throw refuse('This waiting list is closed at present.');
  if (wait !== null) throw refuse('You are already on this waiting list.');
  if ((await listWaits(tx, actor, now)).length >= waitingListsAtMost) {
    throw refuse(`You can be on ${waitingListsAtMost} waiting lists at once. Please leave one of them first.`);
  }
  // A person who was given a time, or whose days are past, has waited to the end and can join again.
  await sql`delete from waits where provider_id = ${providerId} and patient_id = ${actor.user_id}`.execute(tx);
  await sql`
    insert into waits (provider_id, patient_id, problem, weekdays, from_day, to_day, joined_at)
    values (${providerId}, ${actor.user_id}, ${problem}, ${weekdays ?? everyWeekday}, ${from_day ?? null}, ${to_day ?? null},
      ${now})`.execute(tx);
  await agreeByRequest(tx, actor.user_id, now);
  return (await getWait(tx, actor, providerId, now)).wait as Wait;
}

const refuse = (message: string) => new Problem('wrong_state', { message });

/** Removes the actor from a provider's list. An offer that was made stays open for an answer. Throws `not_found`. */
export async function leave(tx: Tx, actor: Actor, providerId: number, now: Date) {
  const { numAffectedRows } = await sql`
    delete from waits w where w.provider_id = ${providerId} and w.patient_id = ${actor.user_id} and ${isWaiting(now)}`.execute(
    tx,
  );
  if (numAffectedRows === 0n) throw new Problem('not_found');
}

/** The actor's own list as provider: how many wait, but not who. Throws `not_allowed`. */
export async function getList(db: Db, actor: Actor, now: Date) {
  const { rows } = await sql<{ open: boolean; waiting: number }>`
    select ${isOpen} as open, (select count(*) from waits w where w.provider_id = p.user_id and ${isWaiting(now)}) as waiting
    from ${providerProfiles} p where p.user_id = ${actor.user_id}`.execute(db);
  if (rows[0] === undefined) throw new Problem('not_allowed');
  return rows[0];
}

/** Opens or closes the actor's own list as provider. Throws `not_allowed`. */
export async function switchList(tx: Tx, actor: Actor, open: boolean, now: Date) {
  await getList(tx, actor, now);
  await sql`
    insert into waiting_lists (provider_id, open) values (${actor.user_id}, ${open})
    on conflict (provider_id) do update set open = excluded.open`.execute(tx);
  return await getList(tx, actor, now);
}
