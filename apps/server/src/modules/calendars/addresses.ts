import { createHash, randomBytes } from 'node:crypto';
import type { Side } from '@carecommons/contract/appointment-rules';
import type { CalendarAddress } from '@carecommons/contract/calendars';
import { sql } from 'kysely';
import type { Db, RowOf, Tx } from '../../platform/db/db.ts';
import type { Actor, EndSignedLinks } from '../../platform/auth/auth.ts';
import { Problem } from '../../platform/errors/errors.ts';
import { people } from '../accounts/accounts.ts';
import { providerProfiles } from '../providers/providers.ts';

interface AddressRow extends Omit<CalendarAddress, 'made_at'>, RowOf<'calendar_addresses', 'made_at'> {}

const columns = sql`side, names, made_at`;
const sent = ({ made_at, ...row }: AddressRow): CalendarAddress => ({ ...row, made_at: made_at.toISOString() });
const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** The actor's private addresses, without their tokens. */
export async function listAddresses(db: Db, actor: Actor): Promise<CalendarAddress[]> {
  const { rows } = await sql<AddressRow>`
    select ${columns} from calendar_addresses where user_id = ${actor.user_id} order by side`.execute(db);
  return rows.map(sent);
}

/** Creates or replaces the actor's address for one side; its token is returned only this once. Throws `not_allowed` (no provider). */
export async function makeAddress(tx: Tx, actor: Actor, side: Side, names: boolean, now: Date) {
  const token = randomBytes(32).toString('base64url');
  const { rows } = await sql<AddressRow>`
    insert into calendar_addresses (user_id, side, token_hash, names, made_at)
    select ${actor.user_id}::int, ${side}::text, ${hashOf(token)}::bytea, ${names}::boolean, ${now}::timestamptz
    where ${side}::text = 'patient' or exists (select from ${providerProfiles} profile where user_id = ${actor.user_id})
    on conflict (user_id, side) do update set token_hash = excluded.token_hash, names = excluded.names,
      made_at = excluded.made_at
    returning ${columns}`.execute(tx);
  if (rows[0] === undefined) throw new Problem('not_allowed');
  return { ...sent(rows[0]), path: `/calendars/${token}/` };
}

/** Chooses whether the actor's address names people and places. Throws `not_found`. */
export async function changeAddress(tx: Tx, actor: Actor, side: Side, names: boolean): Promise<CalendarAddress> {
  const { rows } = await sql<AddressRow>`
    update calendar_addresses set names = ${names} where user_id = ${actor.user_id} and side = ${side}
    returning ${columns}`.execute(tx);
  if (rows[0] === undefined) throw new Problem('not_found');
  return sent(rows[0]);
}

/** Revokes one of the actor's addresses. Throws `not_found`. */
export async function revokeAddress(tx: Tx, actor: Actor, side: Side) {
  const { numAffectedRows } = await sql`
    delete from calendar_addresses where user_id = ${actor.user_id} and side = ${side}`.execute(tx);
  if (numAffectedRows === 0n) throw new Problem('not_found');
}

/** Revokes all addresses of a person. */
export const endAddresses: EndSignedLinks = async (tx, { user_id }) => {
  await sql`delete from calendar_addresses where user_id = ${user_id}`.execute(tx);
};

/**
 * The person whose visits a token opens, with the address's settings and the language. Throws `not_found`, also for a disabled
 * account.
 */
export async function holderOfAddress(db: Db, token: string) {
  const { rows } = await sql<RowOf<'calendar_addresses', 'user_id' | 'side' | 'names'> & RowOf<'users', 'language'>>`
    select c.user_id, c.side, c.names, u.language from calendar_addresses c join ${people} u on u.id = c.user_id
    where c.token_hash = ${hashOf(token)} and u.disabled_at is null`.execute(db);
  if (rows[0] === undefined) throw new Problem('not_found');
  return rows[0];
}
