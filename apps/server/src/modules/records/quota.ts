import { reportsOfDay, reportsOfVisit } from '@carecommons/contract/limits';
import { sql } from 'kysely';
import type { Config } from '../../platform/config/config.ts';
import { type Db, lock, type Tx } from '../../platform/db/db.ts';
import { Problem } from '../../platform/errors/errors.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import type { UnderWay } from '../../platform/routing/routing.ts';

const dayMs = 86_400_000;

interface Room {
  config: Pick<Config, 'rateLimit'>;
  now: Date;
  /** The upload to be added. */
  adding: UnderWay;
}

/**
 * Refuses new reports that exceed the limit of their visit or of the provider's day. Throws `wrong_state`,
 * `storage_full`. Exact in a transaction that has called `inTurn`.
 */
export async function makeRoom(db: Db, actor: Actor, appointmentId: number, { config, now, adding }: Room) {
  const factor = config.rateLimit;
  if (factor === 0) return;
  const scaled = (limit: number) => Math.max(1, Math.round(limit * factor));
  const sum = sql`count(*) as count, coalesce(sum(bytes), 0)::float8 as bytes`;
  const { rows } = await sql<{ of: string; count: number; bytes: number }>`
    select 'visit' as of, ${sum} from records
    where appointment_id = ${appointmentId} and provider_id = ${actor.user_id} and withdrawn_at is null
      and scan <> 'infected'
    union all
    select 'day' as of, ${sum} from records
    where provider_id = ${actor.user_id} and created_at > ${new Date(now.getTime() - dayMs)}`.execute(db);
  const isOver = (of: string, limit: { count: number; bytes: number }) =>
    rows.some(
      (row) =>
        row.of === of &&
        (row.count + adding.count > scaled(limit.count) || row.bytes + adding.bytes > scaled(limit.bytes)),
    );
  if (isOver('visit', reportsOfVisit)) {
    const message =
      'This visit has reached its limit for reports. Please combine pages into one smaller PDF, or withdraw a report that is not needed.';
    throw new Problem('wrong_state', { message });
  }
  if (isOver('day', reportsOfDay)) {
    const message = 'You have reached the limit for uploads within 24 hours. Please upload the rest tomorrow.';
    throw new Problem('storage_full', { message, headers: { 'retry-after': '3600' } });
  }
}

/** Serializes the uploads of one provider until the transaction ends. */
export async function inTurn(tx: Tx, actor: Actor) {
  await lock(tx, 'reports of a provider', actor.user_id);
}
