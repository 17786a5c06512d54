import { createHmac } from 'node:crypto';
import type { Endpoint } from '@carecommons/contract/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Clock } from '../time/time.ts';
import type { Config } from '../config/config.ts';
import { type Db, inTransaction, type RowOf, type Tx } from '../db/db.ts';
import { invalidField, Problem } from '../errors/errors.ts';
import { deriveKey } from '../crypto/crypto.ts';

const header = 'Idempotency-Key';
const keptMs = 24 * 3600 * 1000;
// Each new key takes so many old ones away, which is more than come.
const sweptAtOnce = 10;

/**
 * Runs the work of a call in one transaction. Where the call carries an `Idempotency-Key`, the work is done once: the
 * same call again within 24 hours gets the same answer. `sent` is what tells the same call from another one, where it is not the
 * body: of an upload, its content. Throws 400, `request_running`, and `key_reused` for another call under the same key.
 */
export type Transaction = <T>(work: (tx: Tx) => Promise<T>, sent?: unknown) => Promise<T>;

/** The `transaction` of one call. */
export function transactionOf(
  { db, clock, config }: { db: Db; clock: Clock; config: Pick<Config, 'secret'> },
  { method, path }: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Transaction {
  const { actor, params, query, body } = request;
  return async (work, sent = body) => {
    const key = request.headers['idempotency-key'];
    if (key === undefined || actor === undefined) return await inTransaction(db, work);
    // A header that comes twice is joined with a blank, which no key has.
    if (typeof key !== 'string' || !/^[!-~]{1,255}$/.test(key)) {
      throw invalidField(header, 'Please use 1 to 255 visible ASCII characters.');
    }
    const call = { user_id: actor.user_id, route: `${method} ${path}`, key };
    // Under a key that is not in the database: passwords and codes that were sent cannot be guessed from what is kept. Calls that
    // were kept before the secret was replaced are taken for other ones, and refused.
    const bodyHash = createHmac('sha256', deriveKey(config.secret, 'idempotency'))
      .update(JSON.stringify([actor.user_id, params, query, sent ?? null]))
      .digest();
    return await inTransaction(db, async (tx) => {
      const now = clock.now();
      await claim(tx, call);
      const before = await answerTo(tx, call, now);
      if (before !== undefined) {
        if (!before.body_hash.equals(bodyHash)) throw new Problem('key_reused');
        reply.status(before.status).header('idempotency-replayed', 'true');
        return before.body as never;
      }
      const answer = await work(tx);
      await storeAnswer(tx, call, { body_hash: bodyHash, status: reply.statusCode, body: answer }, now);
      return answer;
    });
  };
}

/** The key of a call that may come again; undefined where it has none. */
export function keyOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const key = headers['idempotency-key'];
  return typeof key === 'string' ? key : undefined;
}

interface KeyedCall {
  user_id: number;
  route: string;
  key: string;
}

interface Answer extends RowOf<'idempotency_keys', 'body_hash' | 'status'> {
  body: unknown;
}

/** Makes sure that the same call is not running somewhere else, until the transaction ends. */
async function claim(tx: Tx, call: KeyedCall) {
  const name = JSON.stringify([call.user_id, call.route, call.key]);
  const { rows } = await sql<{ claimed: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as claimed`.execute(tx);
  if (rows[0]?.claimed !== true) throw new Problem('request_running', { headers: { 'retry-after': '1' } });
}

async function answerTo(tx: Tx, { user_id, route, key }: KeyedCall, now: Date) {
  const { rows } = await sql<Answer>`
    select body_hash, status, body from idempotency_keys
    where user_id = ${user_id} and route = ${route} and key = ${key} and created_at > ${oldest(now)}`.execute(tx);
  return rows[0];
}

async function storeAnswer(tx: Tx, { user_id, route, key }: KeyedCall, { body_hash, status, body }: Answer, now: Date) {
  // The key itself may still stand there from long ago.
  await sql`
    insert into idempotency_keys (user_id, route, key, body_hash, status, body, created_at)
    values (${user_id}, ${route}, ${key}, ${body_hash}, ${status}, ${JSON.stringify(body ?? null)}, ${now})
    on conflict (user_id, route, key) do update set body_hash = excluded.body_hash, status = excluded.status,
      body = excluded.body, created_at = excluded.created_at`.execute(tx);
  // Skips what somebody else is sweeping, and so never waits with the locks of the work in hand.
  await sql`
    delete from idempotency_keys where (user_id, route, key) in (
      select user_id, route, key from idempotency_keys where created_at <= ${oldest(now)}
      order by created_at limit ${sweptAtOnce} for update skip locked)`.execute(tx);
}

const oldest = (now: Date) => new Date(now.getTime() - keptMs);

/** Forgets the answers that are kept for a person. */
export async function forgetAnswers(db: Db, userId: number) {
  await db.deleteFrom('idempotency_keys').where('user_id', '=', userId).execute();
}

/** The answers kept for others whose text matches a pattern, held until the transaction ends. */
export async function holdAnswersOfOthers(tx: Tx, userId: number, pattern: string) {
  return await tx
    .selectFrom('idempotency_keys')
    .select(['user_id', 'route', 'key', 'body'])
    .where('user_id', '<>', userId)
    .where(sql<boolean>`body::text ~ ${pattern}`)
    .forUpdate()
    .execute();
}

/** Puts another answer, as JSON, in the place of one that is kept. */
export async function replaceAnswer(tx: Tx, { user_id, route, key }: KeyedCall, body: string) {
  await tx
    .updateTable('idempotency_keys')
    .set({ body })
    .where('user_id', '=', user_id)
    .where('route', '=', route)
    .where('key', '=', key)
    .execute();
}
