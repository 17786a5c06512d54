import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { schemaOf } from '../../../test/oracles/compare.ts';
import { buildTables, migrate, mustBeMigrated } from './migrate.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const folder = new URL('../../../migrations/', import.meta.url);
const { admin, owner: role, app } = inject('postgres');
const owner = { ...role, database: `${role.database}_${randomBytes(6).toString('hex')}` };
const open = async (connection: pg.ClientConfig) => {
  const client = new pg.Client(connection);
  await client.connect();
  return client;
};
const asAdmin = async (statement: string) => {
  const client = await open(admin);
  await client.query(statement).finally(() => client.end());
};
beforeAll(() => asAdmin(`create database ${owner.database} owner ${owner.user} template template0 encoding 'UTF8'`));
afterAll(() => asAdmin(`drop database ${owner.database} with (force)`));

test(
  'a migration that waits for a table in use lets others at it meanwhile, and comes through when it is free',
  { timeout: 60_000 },
  async () => {
    const [client, clean] = [await open(owner), await open(role)];
    const { rows: all } = await clean.query<{ name: string; checksum: string }>(
      'select * from migrations order by name',
    );
    const schema = await schemaOf(clean);
    await clean.end();
    // The last one but this changes the table of people.
    await buildTables(
      client,
      String(app.user),
      all.filter(({ name }) => name < '0032'),
    );
    await client.query('begin; lock table users in access share mode');

    const waits: string[] = [];
    const migrating = migrate(owner, String(app.user), {
      ...quiet,
      warn: ({ migration = '' }) => void waits.push(migration),
    });
    const server = await open({ ...app, database: owner.database });
    await server.query(`set lock_timeout = '3s'`);
    // Behind one that waited for as long as it takes, these would be refused.
    while (waits.length < 2) await server.query('select id from users limit 1');
    await client.query('commit');
    await migrating;
    expect(new Set(waits)).toEqual(new Set(['0032_erasure.sql']));
    expect(await schemaOf(client)).toEqual(schema);
    await server.end();
    await client.end();
  },
);

test(
  'what people were told before there were months is there, and its numbers go on',
  { timeout: 60_000 },
  async () => {
    const database = `${role.database}_${randomBytes(6).toString('hex')}`;
    await asAdmin(`create database ${database} owner ${owner.user} template template0 encoding 'UTF8'`);
    onTestFinished(() => asAdmin(`drop database ${database} with (force)`));
    const [clean, client] = [await open(role), await open({ ...role, database })];
    onTestFinished(() => client.end());
    const { rows: all } = await clean.query<{ name: string; checksum: string }>(
      'select * from migrations order by name',
    );
    await clean.end();
    const before = all.filter(({ name }) => name < '0052');
    await buildTables(client, String(app.user), before);
    await client.query(`
    insert into users (username, email, password_hash, created_at, password_changed_at)
      values ('asha', 'asha@example.com', '', now(), now());
    insert into notifications (user_id, kind, created_at) select u.id, 'password_changed', at
      from users u, unnest(array[now() - interval '3 years', now(), now() + interval '40 days']) at`);
    const rows = async () => (await client.query('select * from notifications order by id')).rows;
    const told = await rows();
    await migrate({ ...role, database }, String(app.user), quiet);
    expect(await rows()).toEqual(told);

    const server = await open({ ...app, database });
    onTestFinished(() => server.end());
    const { rows: added } = await server.query<{ id: number; part: string }>(`
    insert into notifications (user_id, kind, created_at)
    select id, 'password_changed', at from users, unnest(array[now(), now() + interval '80 days']) at
    returning id::integer, tableoid::regclass::text as part`);
    const last = Math.max(...told.map(({ id }) => id));
    expect(added.map(({ id }) => id)).toEqual([last + 1, last + 2]);
    expect(added[0]?.part).toBe('notifications_before');
    expect(added[1]?.part).toMatch(/^notifications_[0-9_]+$/);
  },
);

/**
 * What statements of the release before break on. A migration that takes something away says on a line of its own which release was
 * the last to use it: `-- last used in 0.4.0`; docs/operations/backup.md has the rule.
 */
const taking =
  /\bdrop\s+(column|table|view|function|type)\b|\balter\s+table\s+\w+\s+drop\s+(?!constraint|not|default)\w|\brename\b|\balter\s+(column\s+)?\w+\s+(set\s+data\s+)?type\b|\bset\s+not\s+null\b|\brevoke\b/i;
const withoutComments = (text: string) => text.replaceAll(/--.*$/gm, '').replaceAll(/\/\*[^]*?\*\//g, '');
const breaks = (text: string) => taking.test(withoutComments(text)) && !/^-- last used in \d+\.\d+\.\d+/m.test(text);

test('no migration takes away what the release before still uses, without saying so', () => {
  // Those up to 0032 came before there were two releases.
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql') && name > '0033');
  expect(names.filter((name) => breaks(readFileSync(new URL(name, folder), 'utf8')))).toEqual([]);
});

test.each([
  ['alter table users drop column phone', true],
  ['alter table users drop phone', true],
  ['alter table users rename to people', true],
  ['alter table users alter column email set not null', true],
  ['alter table users alter id type bigint', true],
  ['drop table users', true],
  ['-- last used in 0.4.0\ndrop table users', false],
  ['alter table users add column phone text -- never rename it', false],
  ['alter table audit drop constraint audit_action_check', false],
  ['create index users_by_name on users (name)', false],
])('%s', (text, expected) => {
  expect(breaks(text)).toBe(expected);
});

test(
  'a server that does not migrate starts only where that was done, and says what is to be done',
  { timeout: 60_000 },
  async () => {
    const database = `${role.database}_${randomBytes(6).toString('hex')}`;
    await asAdmin(`create database ${database} owner ${owner.user} template template0 encoding 'UTF8'`);
    onTestFinished(() => asAdmin(`drop database ${database} with (force)`));
    const asApp = { ...app, database };
    const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
    await expect(mustBeMigrated(asApp)).rejects.toThrow(
      `The database is not at the migration ${names.toSorted()[0]}. Run npm run admin -- migrate`,
    );
    await migrate({ ...role, database }, String(app.user), quiet);
    await expect(mustBeMigrated(asApp)).resolves.toBeUndefined();
    const client = await open({ ...role, database });
    await client.query(`delete from migrations where name = '${names.toSorted().at(-1)}'`);
    await expect(mustBeMigrated(asApp)).rejects.toThrow(`not at the migration ${names.toSorted().at(-1)}`);
    await client.query(`update migrations set checksum = 'other' where name = '${names.toSorted()[0]}'`);
    await client.query(`insert into migrations values ('${names.toSorted().at(-1)}', 'other', now())`);
    await expect(mustBeMigrated(asApp)).rejects.toThrow('was changed after it ran');
    await client.end();
  },
);
