import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cluster, openClusters } from '../../../test/servers/clusters.ts';
import { connect, type Db } from './pool.ts';
import { Problem } from '../errors/errors.ts';
import { openReplica, type PublicReads } from './replica.ts';

// On a primary and its standby, as PostgreSQL has them.

const told: string[] = [];
const tell = (_: object, message: string) => void told.push(message);
const log = { debug() {}, info: tell, warn: tell, error: tell };
let clusters: Awaited<ReturnType<typeof openClusters>>;
let standby: Cluster;
let primary: Db;
let reads: PublicReads;

beforeAll(async () => {
  clusters = await openClusters(1);
  standby = clusters.standbys[0] as Cluster;
  await clusters.primary.ask('create table notes (id int); grant select, insert on notes to public');
  primary = connect(clusters.primary.as('carecommons_app'), { prepare: true }, log);
  const hasty = { prepare: true, readOnly: true, connectMs: 500, queryMs: 1000 };
  reads = openReplica({ primary, replica: connect(standby.as('carecommons_app'), hasty, log), log });
}, 180_000);
afterAll(async () => {
  await reads.stop();
  await primary.destroy();
  await clusters.close();
});

const isReplica = async (db: Db) =>
  (await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(db)).rows[0]?.is;
const fromReplica = () => reads.read(isReplica);
const soon = async (is: boolean) => await expect.poll(fromReplica, { timeout: 20_000 }).toBe(is);

test('is read while it is well', async () => {
  await soon(true);
  await primary.transaction().execute((tx) => sql`insert into notes values (1)`.execute(tx));
  await expect.poll(() => reads.read(async (db) => (await sql`select from notes`.execute(db)).rows.length)).toBe(1);
});

test('is passed over while it is behind, and used again', async () => {
  await soon(true);
  await standby.ask('select pg_wal_replay_pause()');
  await sql`insert into notes values (2)`.execute(primary);
  await soon(false);
  await expect.poll(() => told.at(-1)).toBe('the replica is away or behind: public lists are read from the primary');
  expect(await reads.read(async (db) => (await sql`select from notes`.execute(db)).rows.length)).toBe(2);
  await standby.ask('select pg_wal_replay_resume()');
  await soon(true);
  await expect.poll(() => told.at(-1)).toBe('public lists are read from the replica again');
});

test('what it refuses or does not answer in time is read from the primary at once', async () => {
  await soon(true);
  const written = await reads.read(async (db) => await sql`insert into notes values (3) returning id`.execute(db));
  expect(written.rows).toEqual([{ id: 3 }]);
  await soon(true);
  expect(
    await reads.read(async (db) => {
      const is = await isReplica(db);
      if (is === true) await sql`select pg_sleep(3)`.execute(db);
      return is;
    }),
  ).toBe(false);
});

test('a refusal of the reader is a refusal, and nothing is asked twice', async () => {
  await soon(true);
  let asked = 0;
  const refused = reads.read(async () => {
    asked += 1;
    throw new Problem('not_found');
  });
  await expect(refused).rejects.toMatchObject({ code: 'not_found' });
  expect([asked, await fromReplica()]).toEqual([1, true]);
});

test('is passed over while it is gone, and used again', async () => {
  await soon(true);
  await standby.stop('SIGKILL');
  expect(await fromReplica()).toBe(false);
  await standby.start();
  await soon(true);
});

test('is no replica any longer once it was promoted', async () => {
  await soon(true);
  await standby.promote();
  await sql`insert into notes values (4)`.execute(primary);
  const whatIs = async (db: Db) => (await sql`select from notes where id = 4`.execute(db)).rows.length;
  await expect.poll(() => reads.read(whatIs), { timeout: 20_000 }).toBe(1);
});
