import type { Leave } from '@carecommons/contract/schedules';
import { type RawBuilder, sql } from 'kysely';
import type { ColumnOf, Db, RowOf, Tx } from '../../platform/db/db.ts';
import { invalidField, Problem } from '../../platform/errors/errors.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import { firstAt, isoIn, lastAt } from '../../platform/time/time.ts';
import { providerProfiles } from '../providers/providers.ts';

/** The maximum number of current and future leaves of a provider. */
const leavesAtMost = 100;

interface LeaveRow extends RowOf<'leaves', 'id' | 'reason'> {
  from: Date;
  to: Date;
  time_zone: ColumnOf<'providers', 'time_zone'>;
}

const columns = sql`l.id, lower(l.away) as "from", upper(l.away) as "to", l.reason, p.time_zone`;

const sent = ({ time_zone, from, to, ...row }: LeaveRow): Leave => ({
  ...row,
  from: isoIn(time_zone, from),
  to: isoIn(time_zone, to),
});

/** The actor's current and future leaves, soonest first. Throws `not_allowed`. */
export async function listLeaves(db: Db, actor: Actor, now: Date): Promise<Leave[]> {
  await zoneOf(db, actor);
  const { rows } = await sql<LeaveRow>`
    select ${columns} from leaves l join ${providerProfiles} p on p.user_id = l.provider_id
    where l.provider_id = ${actor.user_id} and l.away && tstzrange(${now}, null)
    order by lower(l.away), l.id`.execute(db);
  return rows.map(sent);
}

async function zoneOf(db: Db, actor: Actor): Promise<string> {
  const { rows } = await sql<RowOf<'providers', 'time_zone'>>`
    select time_zone from ${providerProfiles} profile where user_id = ${actor.user_id}`.execute(db);
  if (rows[0] === undefined) throw new Problem('not_allowed');
  return rows[0].time_zone;
}

interface Away {
  from: Date;
  to: Date;
}

/**
 * The span of a leave given in local time of the provider's zone: from the first instant at which clocks show its beginning to
 * the last one before its end. Throws `not_allowed`, and 400 naming the field.
 */
export async function leaveSpan(db: Db, actor: Actor, local: { from: string; to: string }, now: Date): Promise<Away> {
  const zone = await zoneOf(db, actor);
  const from = new Date(firstAt(zone, wallOf('from', local.from)));
  const to = new Date(lastAt(zone, wallOf('to', local.to)));
  if (local.to <= local.from || to <= from) throw invalidField('to', 'A leave must end after it begins.');
  if (to <= now) throw invalidField('to', 'That time has passed. Please choose a time in the future.');
  return { from, to };
}

/** Local time, parsed as if it were UTC. */
function wallOf(field: string, text: string): number {
  const wall = Date.parse(`${text}Z`);
  // Date.parse reads 31 February as 3 March, and 24:00 as the next day; PostgreSQL has no year 0.
  if (Number.isNaN(wall) || !new Date(wall).toISOString().startsWith(text) || text.startsWith('0000')) {
    throw invalidField(field, 'There is no such time. Please choose another one.');
  }
  return wall;
}

/** Adds a leave of the actor. Throws 400 if there are too many. */
export async function addLeave(tx: Tx, actor: Actor, { from, to }: Away, reason: string | null, now: Date) {
  const { rows } = await sql<LeaveRow>`
    with l as (
      insert into leaves (provider_id, away, reason, created_at)
      select ${actor.user_id}::int, tstzrange(${from}, ${to}), ${reason}::text, ${now}::timestamptz
      where (select count(*) from leaves where provider_id = ${actor.user_id} and away && tstzrange(${now}, null)) < ${leavesAtMost}
      returning *)
    select ${columns} from l join ${providerProfiles} p on p.user_id = l.provider_id where p.user_id = ${actor.user_id}`.execute(
    tx,
  );
  if (rows[0] === undefined) throw invalidField('from', 'You have too many future leaves. Please end one first.');
  return sent(rows[0]);
}

/** Deletes a leave of the actor. Throws `not_found`. */
export async function endLeave(tx: Tx, actor: Actor, id: number) {
  const { numAffectedRows } = await sql`
    delete from leaves where id = ${id} and provider_id = ${actor.user_id}`.execute(tx);
  if (numAffectedRows !== 1n) throw new Problem('not_found');
}

/** Whether a provider is on leave at any moment of a range of time. */
export async function isAway(tx: Tx, providerId: number, range: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql`
    select from leaves where provider_id = ${providerId} and away && ${range} limit 1`.execute(tx);
  return rows.length > 0;
}
