import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { openSealer } from '../../apps/server/src/platform/audit/seal.ts';
import { systemClock } from '../../apps/server/src/platform/time/time.ts';
import { addressOf, connect } from '../../apps/server/src/platform/db/db.ts';
import { superuser } from '../../apps/server/src/platform/embedded-postgres/cluster.ts';

const command = new URL('../../apps/server/src/audit-verify.ts', import.meta.url).pathname;
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

const emptied = 'truncate audit_seals, audit_checkpoints';
const cut = (seq: number) => `
  with gone as (delete from audit_seals where seq >= ${seq} returning audit_id) delete from audit where id in (select audit_id from gone)`;

/** The manipulation of a seal in the middle of the chain, by a superuser, bypassing all triggers. */
const kinds: Record<string, (seq: number) => string[]> = {
  edit: (seq) => [`update audit set actor_id = coalesce(1 - actor_id, 1) where id = ${rowAt(seq)}`],
  delete: (seq) => [`delete from audit where id = ${rowAt(seq)}`],
  swap: (seq) => [
    `update audit a set (at, actor_id, role, session_id, action, record_id, patient_id, item_kind, item_id, outcome, reason) =
       (select at, actor_id, role, session_id, action, record_id, patient_id, item_kind, item_id, outcome, reason from audit b
        where b.id in (${rowAt(seq)}, ${rowAt(seq + 2)}) and b.id <> a.id)
     where id in (${rowAt(seq)}, ${rowAt(seq + 2)})`,
  ],
  truncate: (seq) => [cut(seq), `delete from audit_checkpoints where seq >= ${seq}`],
  // Resealed by the product's own code, with a key that is not the site's.
  rewrite: (seq) => [
    `update audit set actor_id = coalesce(1 - actor_id, 1) where id = ${rowAt(seq)}`,
    emptied,
    'insert into audit_unsealed (audit_id, audit_at) select id, at from audit',
  ],
};
const rowAt = (seq: number) => `(select audit_id from audit_seals where seq = ${seq})`;

/** What the operator's command finds in an untouched audit. */
export const untouched = (owner: pg.ClientConfig, dataDir: string) => verify(owner, dataDir);

/** Applies each manipulation to a copy, and returns what the operator's command finds. */
export async function tamper(owner: pg.ClientConfig, dataDir: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const middle = Math.floor(Number(await first(owner, 'select max(seq) / 2 as value from audit_seals')));
  for (const [kind, statementsAt] of Object.entries(kinds)) {
    const copy = { ...owner, user: superuser, database: `copy_${kind}` };
    await run(
      { ...owner, user: superuser, database: 'postgres' },
      `create database ${copy.database} template ${owner.database}`,
    );
    await run(copy, 'set session_replication_role = replica', ...statementsAt(middle));
    if (kind === 'rewrite') await sealAnew(copy, dataDir);
    found[kind] = await verify(copy, dataDir);
  }
  return found;
}

async function sealAnew(copy: pg.ClientConfig, dataDir: string) {
  const db = connect(copy, { prepare: false }, quiet);
  const config = { auditKey: undefined, dataDir: join(dataDir, 'of-an-attacker') };
  await openSealer({ db, config, clock: systemClock })({ last: true });
  await db.destroy();
}

/** `nothing`, or kind and position as the command reports them; otherwise its whole output. */
async function verify(database: pg.ClientConfig, dataDir: string) {
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, DATABASE_URL: addressOf(database) };
  const child = spawn(process.execPath, [command], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit') as Promise<[number]>]);
  if (code === 0) return 'nothing';
  return /WRONG: (\w+ at seal \d+)/.exec(said)?.[1] ?? said;
}

async function run(connection: pg.ClientConfig, ...statements: string[]) {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

async function first(connection: pg.ClientConfig, statement: string): Promise<unknown> {
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query<{ value: unknown }>(statement);
  await client.end();
  return rows[0]?.value;
}
