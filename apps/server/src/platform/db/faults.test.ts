import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClusters, urlAt } from '../../../test/servers/clusters.ts';
import { addressesOf, openClient } from './addresses.ts';
import { warnOfMissingTimeLimits } from './role-limits.ts';
import { connect } from './pool.ts';
import { toProblem } from '../errors/errors.ts';

// Faults of a database that has others beside it: two real servers, of which one follows the other.

const log = { debug() {}, info() {}, warn() {}, error() {} };
let clusters: Awaited<ReturnType<typeof openClusters>>;
beforeAll(async () => {
  clusters = await openClusters(1);
  await clusters.primary.ask('create table notes (id int primary key); grant select, insert on notes to public');
}, 180_000);
afterAll(() => clusters.close());

const busy = { code: 'busy', status: 503, headers: { 'retry-after': '2' } };
const one = { prepare: true, connections: 1 };

test('a connection on which something was not answered in time is never used again', async () => {
  const db = connect(clusters.primary.as('carecommons_app'), { ...one, queryMs: 300 }, log);
  const pid = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid;
  const before = await pid();
  expect(await sql`select 'late', pg_sleep(1)`.execute(db).catch(toProblem)).toMatchObject(busy);
  // The late answer would come to whoever asks next over that connection.
  expect(await pid()).not.toBe(before);
  expect((await sql`select 'mine' as word`.execute(db)).rows).toEqual([{ word: 'mine' }]);
  await db.destroy();
});

test('nor is that of a transaction, whose own error is told', async () => {
  const db = connect(clusters.primary.as('carecommons_app'), { ...one, queryMs: 300 }, log);
  const cut = db.transaction().execute(async (tx) => {
    await sql`insert into notes values (1)`.execute(tx);
    await sql`select pg_sleep(1)`.execute(tx);
  });
  await expect(cut).rejects.toThrow('Query read timeout');
  expect((await sql`select from notes`.execute(db)).rows).toEqual([]);
  await db.destroy();
});

test('nobody waits for a connection longer than it may take', async () => {
  const db = connect(clusters.primary.as('carecommons_app'), { ...one, connectMs: 200 }, log);
  const long = sql`select pg_sleep(1)`.execute(db);
  expect(await sql`select 1`.execute(db).catch(toProblem)).toMatchObject(busy);
  await long;
  await db.destroy();
});

test('a changed table makes a prepared statement anew, and its connection', async () => {
  const db = connect(clusters.primary.as('carecommons_app'), one, log);
  await clusters.primary.ask('create table changing (a int); grant all on changing to public');
  const read = () => sql`table changing`.execute(db);
  await read();
  await clusters.primary.ask('alter table changing add b int; insert into changing values (1, 2)');
  expect((await read()).rows).toEqual([{ a: 1, b: 2 }]);
  const { rows } = await sql`select from pg_prepared_statements where statement = 'table changing'`.execute(db);
  expect(rows).toEqual([]);
  await db.destroy();
});

test('says which time limits the role lacks, and nothing where it has them', async () => {
  const [said, has] = [[] as unknown[], [] as unknown[]];
  const telling = (to: unknown[]) => ({ ...log, warn: ({ setting }: { setting?: string }) => void to.push(setting) });
  const bare = connect(clusters.primary.as('carecommons_owner'), one, log);
  await warnOfMissingTimeLimits(bare, telling(said));
  const app = connect(clusters.primary.as('carecommons_app'), one, log);
  await warnOfMissingTimeLimits(app, telling(has));
  expect(said).toEqual(['idle_in_transaction_session_timeout', 'lock_timeout', 'statement_timeout']);
  expect(has).toEqual([]);
  await bare.destroy();
  await app.destroy();
});

test('an address may name several hosts, of which the one is used that takes writes', async () => {
  const [standby] = clusters.standbys as [(typeof clusters.standbys)[0]];
  const both = addressesOf(urlAt('app', standby, clusters.primary));
  expect(both.map((address) => new pg.Client(address).port)).toEqual([standby.port, clusters.primary.port]);
  const db = connect(both, one, log);
  await sql`insert into notes values (2)`.execute(db);
  await db.destroy();
  const client = await openClient(both);
  expect(client.port).toBe(clusters.primary.port);
  await client.end();
  const alone = connect(addressesOf(urlAt('app', standby)), one, log);
  expect(await sql`select 1`.execute(alone).catch(toProblem)).toMatchObject(busy);
  await alone.destroy();
});

test('where the primary was put down and a standby promoted, the first refusal is the last', async () => {
  const { primary, standbys } = clusters;
  const [standby] = standbys as [(typeof standbys)[0]];
  const db = connect(addressesOf(urlAt('app', primary, standby)), { prepare: true, connections: 3 }, log);
  const three = (statement: () => Promise<unknown>) => Promise.all([statement(), statement(), statement()]);
  await three(() => sql`select pg_sleep(0.1)`.execute(db));
  await primary.ask('alter system set default_transaction_read_only = on');
  await primary.ask('select pg_reload_conf()');
  await standby.promote();
  // The old one still answers: three connections to it stand open.
  await expect
    .poll(async () =>
      sql`insert into notes values (3)`.execute(db).then(
        () => 'taken',
        (error: unknown) => (error as { code?: string }).code,
      ),
    )
    .toBe('25006');
  await sql`insert into notes values (4)`.execute(db);
  await three(() => sql`select pg_sleep(0.1) from notes`.execute(db));
  expect(await standby.ask('select id from notes where id > 2 order by id')).toContainEqual({ id: 4 });
  expect(await primary.ask('select from notes where id = 4')).toEqual([]);
  await db.destroy();
});
