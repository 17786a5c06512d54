import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { audit, openAuditKey } from '../../platform/audit/audit.ts';
import type { Config } from '../../platform/config/config.ts';
import { type ColumnOf, type Db, lock, type RowOf, type Tx } from '../../platform/db/db.ts';
import { dropKeptCare, type ErasureDependencies, type ErasureStep, type Leaving } from '../erasure/erasure.ts';
import { destroyFileKeys } from '../../platform/files/files.ts';
import type { Logger } from '../../platform/log/log.ts';
import { dropOldEmails } from '../../platform/mail/mail.ts';
import { Problem, StartError } from '../../platform/errors/errors.ts';
import { repeat } from '../../platform/time/time.ts';
import { openTombstones, type Tombstone, type Tombstones } from '../../platform/erasure-list/erasure-list.ts';
import { forgetProviderName } from '../providers/providers.ts';
import { laneOf } from '../accounts/send-email.ts';
import { people } from '../accounts/accounts.ts';
import { repeatErasure } from './erasure.ts';

type Dependencies = ErasureDependencies & { steps: readonly ErasureStep[] };

const dayMs = 86_400_000;
const againAfterMs = 3_600_000;
// Another process may be erasing the same account, or somebody may be changing a visit.
const tries = 20;
const pauseMs = 250;

// One for each process; it also reads what others append to the file.
const lists = new WeakMap<Config, Promise<Tombstones>>();

function listOf(config: Config): Promise<Tombstones> {
  const known = lists.get(config) ?? openTombstones(config.dataDir, openAuditKey(config));
  lists.set(config, known);
  known.catch(() => lists.delete(config));
  return known;
}

/** Runs erasures. */
export type Erasing = ReturnType<typeof openErasing>;

/** Erases accounts by these steps. */
export function openErasing(needs: Dependencies) {
  const { db, config, clock } = needs;

  async function eraseAgain(stone: Tombstone) {
    try {
      return await db.transaction().execute((tx) => repeatErasure(tx, stone, config, clock.now()));
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'last_administrator') throw error;
      throw new StartError(
        'This database was put back from a copy in which an administrator whose account was erased is the only one. Run `npm run admin -- grant <username> administrator` for somebody else, and start again.',
      );
    }
  }

  return {
    /**
     * Repeats the erasures that are in the list in the data folder but not in the database, because the database was restored
     * from an older backup. Await it before serving anybody. Returns how many there were. Throws a StartError if the list is
     * damaged.
     */
    async catchUp(): Promise<number> {
      const stones = await listOf(config);
      const known = new Set(await numbersKnown(db));
      let repeated = 0;
      for (const stone of stones.all()) {
        if (!known.has(stone.number) && (await eraseAgain(stone))) repeated += 1;
      }
      if (repeated > 0) await patiently(() => eraseDue(needs));
      for (const number of known) await entomb(needs, number);
      return repeated;
    },

    /** Does all erasures that are due, and ends retention periods that are over. */
    async work() {
      await eraseDue(needs);
      await endKept(needs);
      await dropReceipts(needs);
    },
  };
}

async function patiently(work: () => Promise<void>) {
  for (let left = tries; ; left--) {
    try {
      return await work();
    } catch (error) {
      if (left === 0) throw error;
      await wait(pauseMs);
    }
  }
}

async function numbersKnown(db: Db): Promise<string[]> {
  const { rows } = await sql<RowOf<'erasures', 'number'>>`select number from erasures order by requested_at`.execute(
    db,
  );
  return rows.map(({ number }) => number);
}

/** Runs due erasures, at the start and once a second, until stopped. */
export const sweepErasures = (erasing: Erasing, log: Logger) =>
  repeat(() => erasing.work(), { everyMs: 1000, failing: 'an erasure could not be finished yet', log });

/** Records the erasure of an account outside the database, so that it survives the restore of an older backup. */
export async function entomb({ db, config }: Pick<Dependencies, 'db' | 'config'>, number: string) {
  const stones = await listOf(config);
  if (stones.has(number)) return;
  await db.transaction().execute(async (tx) => {
    // Serialises processes that share a data folder.
    await lock(tx, 'list of erasures');
    const { rows } = await sql<
      RowOf<'erasures', 'user_id' | 'requested_at'> & { opened_at: ColumnOf<'users', 'created_at'> }
    >`
      select e.user_id, u.created_at as opened_at, e.requested_at from erasures e join ${people} u on u.id = e.user_id
      where e.number = ${number}`.execute(tx);
    if (rows[0] === undefined) return;
    const { user_id, opened_at, requested_at } = rows[0];
    const at = { opened_at: opened_at.toISOString(), requested_at: requested_at.toISOString() };
    await stones.add({ number, user_id, ...at });
  });
}

/**
 * Continues every erasure that has begun, and repeats each an hour later: by then any upload that was in progress when the
 * account was closed has ended. One that fails does not hold up the others.
 */
async function eraseDue(needs: Dependencies) {
  const { db, clock, steps } = needs;
  const now = clock.now();
  const failures: unknown[] = [];
  const { rows } = await sql<Leaving & { again: boolean }>`
    select user_id, number, requested_at, care_until, name_until, done_at is not null as again from erasures
    where checked_at is null and (done_at is null or requested_at <= ${new Date(now.getTime() - againAfterMs)})
    order by requested_at`.execute(db);
  for (const { again, ...leaving } of rows) {
    try {
      await entomb(needs, leaving.number);
      for (const step of steps) await step(needs, leaving);
      await sql`
        update erasures set done_at = coalesce(done_at, ${now}), checked_at = case when ${again}::boolean then ${now}::timestamptz end,
          ended_at = case when care_until is null and name_until is null then coalesce(ended_at, ${now}) end
        where user_id = ${leaving.user_id}`.execute(db);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** Erases kept care, with its files and their keys, and the names of providers, at the end of the retention period. */
async function endKept({ db, files, clock }: Dependencies) {
  const now = clock.now();
  const { rows } = await sql<RowOf<'erasures', 'user_id'>>`
    select user_id from erasures
    where ended_at is null and done_at is not null and least(care_until, name_until) <= ${now}`.execute(db);
  for (const { user_id } of rows) {
    const gone = await db.transaction().execute((tx) => endFor(tx, user_id, now));
    // If this fails, the sweep of unreferenced files removes them.
    for (const file of gone) await files.remove(file);
  }
}

async function endFor(tx: Tx, userId: number, now: Date): Promise<string[]> {
  const { rows } = await sql<{ care: boolean; name: boolean }>`
    select coalesce(care_until <= ${now}, false) as care, coalesce(name_until <= ${now}, false) as name from erasures
    where user_id = ${userId} and ended_at is null for update`.execute(tx);
  const { care = false, name = false } = rows[0] ?? {};
  if (!care && !name) return [];
  if (name) await forgetProviderName(tx, userId);
  const gone = care ? await dropKeptCare(tx, userId) : [];
  if (gone.length > 0) await destroyFileKeys(tx, gone);
  await sql`
    update erasures set care_until = case when not ${care}::boolean then care_until end,
      name_until = case when not ${name}::boolean then name_until end,
      ended_at = case when (${care}::boolean or care_until is null) and (${name}::boolean or name_until is null)
        then ${now}::timestamptz end
    where user_id = ${userId}`.execute(tx);
  const item = { kind: 'user' as const, id: userId };
  await audit(tx, { at: now, actor: undefined, action: 'end_kept', item, outcome: 'done' });
  return gone;
}

/** Removes receipts that could not be sent within a day from the queue, together with their address. */
async function dropReceipts({ db, clock }: Dependencies) {
  const now = clock.now();
  const { rows } = await sql<RowOf<'erasures', 'user_id'>>`
    select user_id from erasures where requested_at > ${new Date(now.getTime() - 3 * dayMs)} and done_at is not null`.execute(
    db,
  );
  if (rows.length === 0) return;
  await dropOldEmails(
    db,
    rows.map(({ user_id }) => laneOf(user_id)),
    now,
  );
}
