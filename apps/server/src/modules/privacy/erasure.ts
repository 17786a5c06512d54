import { randomInt } from 'node:crypto';
import type { ErasurePlan, ErasureReceipt } from '@carecommons/contract/erasure';
import { sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Db, RowOf, Tx } from '../../platform/db/db.ts';
import { Problem } from '../../platform/errors/errors.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import type { Tombstone } from '../../platform/erasure-list/erasure-list.ts';
import { closeAccount, mayChangeAccess, people, sendEmail } from '../accounts/accounts.ts';
import { applyListing } from '../providers/providers.ts';
import { emailOf } from './erasure-email.ts';
import { planErasure } from './erasure-plan.ts';

/** The settings that an erasure depends on. */
type Settings = Pick<Config, 'retentionYears' | 'providers' | 'mode' | 'defaultTimeZone'>;

// Without letters and digits that look alike. About a hundred bits, so it cannot be guessed.
const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const newNumber = () =>
  Array.from({ length: 4 }, () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('')).join(
    '-',
  );

/**
 * Closes the actor's account permanently: nobody can sign in any more, and its data is erased step by step. The receipt is
 * enqueued before the address is deleted. The caller invalidates the person's cached session after its commit. Throws
 * `second_factor_required`, `last_administrator`, `busy`.
 */
export async function beginErasure(tx: Tx, actor: Actor, settings: Settings, now: Date): Promise<ErasureReceipt> {
  await mayChangeAccess(tx, actor, now);
  const number = newNumber();
  const { plan, ...until } = await planErasure(tx, actor.user_id, settings, now);
  const receipt = { number, requested_at: now.toISOString(), done_at: null, ended_at: null, ...plan };
  await sendEmail(tx, actor.user_id, emailOf(receipt, settings.defaultTimeZone), now);
  await closeAccount(tx, actor.user_id, now);
  await applyListing(tx, settings, actor.user_id);
  await write(tx, actor.user_id, number, plan, until, now);
  const item = { kind: 'user' as const, id: actor.user_id };
  await audit(tx, { at: now, actor, action: 'erase', item, outcome: 'done' });
  return receipt;
}

/**
 * Repeats an erasure that a database restored from an older backup does not know. False if it is known, or if there is no such
 * account.
 */
export async function repeatErasure(tx: Tx, stone: Tombstone, settings: Settings, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from ${people} account where id = ${stone.user_id} and erased_at is null
      and date_trunc('milliseconds', created_at) = ${stone.opened_at}::timestamptz for no key update`.execute(tx);
  if (rows.length === 0) return false;
  const { plan, ...until } = await planErasure(tx, stone.user_id, settings, now);
  await closeAccount(tx, stone.user_id, now);
  await applyListing(tx, settings, stone.user_id);
  await write(tx, stone.user_id, stone.number, plan, until, new Date(stone.requested_at));
  const item = { kind: 'user' as const, id: stone.user_id };
  await audit(tx, { at: now, actor: undefined, action: 'erase', item, outcome: 'done', reason: 'older copy' });
  return true;
}

async function write(
  tx: Tx,
  userId: number,
  number: string,
  plan: ErasurePlan,
  { care_until, name_until }: { care_until: Date | null; name_until: Date | null },
  at: Date,
) {
  await sql`
    insert into erasures (user_id, number, requested_at, care_until, name_until, receipt)
    values (${userId}, ${number}, ${at}, ${care_until}, ${name_until}, ${JSON.stringify(plan)})`.execute(tx);
}

interface ErasureRow extends RowOf<'erasures', 'number' | 'requested_at' | 'done_at' | 'ended_at'> {
  receipt: ErasurePlan;
}

/** The receipt with that number, in any notation. Throws `not_found`. */
export async function findReceipt(db: Db, number: string): Promise<ErasureReceipt> {
  const { rows } = await sql<ErasureRow>`
    select number, requested_at, done_at, ended_at, receipt from erasures where number = ${number.trim().toUpperCase()}`.execute(
    db,
  );
  if (rows[0] === undefined) throw new Problem('not_found');
  const { receipt, requested_at, done_at, ended_at } = rows[0];
  const at = { requested_at: requested_at.toISOString(), done_at: done_at?.toISOString() ?? null };
  return { number: rows[0].number, ...at, ended_at: ended_at?.toISOString() ?? null, ...receipt };
}
