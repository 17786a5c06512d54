import type { Leave } from '@carecommons/contract/schedules';
import { type RawBuilder, sql } from 'kysely';
import type { ColumnOf, Db, RowOf, Tx } from '../../platform/db/db.ts';
import { invalidField, Problem } from '../../platform/errors/errors.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import { firstAt, isoIn, lastAt } from '../../platform/time/time.ts';
import { providerProfiles } from '../providers/providers.ts';

/** How many leaves that are not over a provider may have. */
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

/** The actor's leaves that are not over, soonest first. Throws `not_allowed`. */
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
 * A leave as the actor says it, in local time of the provider's zone: from the first time that clocks show its beginning
 * to the last one before its end. Throws `not_allowed`, 400 naming the field.
 */
export async function leaveSpan(db: Db, actor: Actor, said: { from: string; to: string }, now: Date): Promise<Away> {
  const zone = await zoneOf(db, actor);
  const from = new Date(firstAt(zone, wallOf('from', said.from)));
  const to = new Date(lastAt(zone, wallOf('to', said.to)));
  if (said.to <= said.from || to <= from) throw invalidField('to', 'A leave must end after it begins.');
  if (to <= now) throw invalidField('to', 'That time has passed. Please choose a time in the future.');
  return { from, to };
}

/** What a clock on the wall shows, read as if it were UTC. */
function wallOf(field: string, text: string): number {
  const wall = Date.parse(`${text}Z`);
  // 31 February is read as 3 March, 24:00 as the next day; and no calendar of the database has a year 0.
  if (Number.isNaN(wall) || !new Date(wall).toISOString().startsWith(text) || text.startsWith('0000')) {
    throw invalidField(field, 'There is no such time. Please choose another one.');
  }
  return wall;
}

/** Writes a leave of the actor's down. Throws 400 where there are too many. */
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

/** Takes a leave of the actor's back. Throws `not_found`. */
export async function endLeave(tx: Tx, actor: Actor, id: number) {
  const { numAffectedRows } = await sql`
    delete from leaves where id = ${id} and provider_id = ${actor.user_id}`.execute(tx);
  if (numAffectedRows !== 1n) throw new Problem('not_found');
}

/** Whether a provider is away at some moment of a range of time. */
export async function isAway(tx: Tx, providerId: number, range: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql`
    select from leaves where provider_id = ${providerId} and away && ${range} limit 1`.execute(tx);
  return rows.length > 0;
}
