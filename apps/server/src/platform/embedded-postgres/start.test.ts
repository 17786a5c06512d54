import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ask, dataFolder, kill, killPostgres, notes } from '../../../test/servers/embedded.ts';
import { borrowEmbeddedPostgres, startEmbeddedPostgres } from './start.ts';
import { isPostgresOf, postgresProcessesOf } from '../process/process.ts';
import { StartError } from '../errors/errors.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

// A database that was made and stopped: most tests begin with a copy of it.
let made: ReturnType<typeof dataFolder>;
beforeAll(async () => {
  made = dataFolder();
  await (await made.start()).stop();
});
afterAll(() => made.remove());

let data: ReturnType<typeof dataFolder>;
beforeEach(() => {
  data = made.copy();
});
afterEach(() => data.remove());

test('a fresh start makes a database that only its own two roles use', async () => {
  rmSync(data.cluster, { recursive: true });
  const { admin, owner, app } = await data.start();
  const [set] = await ask(
    admin,
    `select current_setting('listen_addresses') as listens, current_setting('fsync') as fsync,
       current_setting('synchronous_commit') as commits, current_setting('server_encoding') as encoding`,
  );
  expect(set).toEqual({ listens: '', fsync: 'on', commits: 'on', encoding: 'UTF8' });
  await ask(owner, 'create table secrets (secret text)');
  await ask(owner, 'create extension if not exists btree_gist; alter extension pg_trgm update');
  await expect(ask(app, 'select secret from secrets')).rejects.toThrow('permission denied for table secrets');
  await expect(ask(app, 'create table own (id integer)')).rejects.toThrow('permission denied for schema public');
  await expect(ask(app, 'create temporary table own (id integer)')).rejects.toThrow('permission denied');
  expect(await ask(app, 'show statement_timeout')).toEqual([{ statement_timeout: '5s' }]);
  await expect(ask(owner, 'create role another')).rejects.toThrow('permission denied');
  expect(statSync(String(owner.host)).mode & 0o777).toBe(0o700);
});

test('a second start finds what the first one kept', async () => {
  const first = await data.start();
  await ask(first.owner, `create table notes (note text); insert into notes values ('kept')`);
  await first.stop();
  expect(existsSync(String(first.owner.host))).toBe(false);
  expect(existsSync(join(data.dataDir, 'server.lock'))).toBe(false);
  expect(postgresProcessesOf(data.cluster)).toEqual([]);

  const second = await data.start();
  expect(await notes(second.owner)).toEqual(['kept']);
});

test('the database runs in a session of its own, so that Ctrl-C leaves it to the server', async () => {
  await data.start();
  const stat = readFileSync(`/proc/${data.postmaster()}/stat`, 'utf8');
  const session = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3];
  expect(Number(session)).toBe(data.postmaster());
});

test('a second server on the folder is refused, naming the first one', async () => {
  const first = await data.hold('kept');
  await expect(data.start()).rejects.toThrow(StartError);
  await expect(data.start()).rejects.toThrow(
    `Another server (pid ${first.pid}) is using the data folder ${data.dataDir}.`,
  );
  expect(await notes(first.owner)).toEqual(['kept']);
});

describe('after kill -9', () => {
  test('of the server, the next one takes the running database over', async () => {
    const { child, owner } = await data.hold('kept');
    const open = new pg.Client(owner);
    const cut = vi.fn<() => void>();
    open.on('error', cut);
    await open.connect();
    await open.query(`begin; insert into notes values ('never committed')`);
    await kill(child);
    const postmaster = data.postmaster();

    const next = await data.start();
    expect(next.told.map((line) => line.message)).toEqual(['embedded database adopted']);
    expect(data.postmaster()).toBe(postmaster);
    expect(await notes(next.owner)).toEqual(['kept']);
    await vi.waitFor(() => expect(cut).toHaveBeenCalled());
    await next.stop();
    expect(postgresProcessesOf(data.cluster)).toEqual([]);
  });

  test('of the server, a database that was started otherwise is stopped first', async () => {
    const { child, host } = await data.hold('kept');
    await kill(child);
    const postmaster = data.postmaster();
    writeFileSync(join(data.cluster, 'postmaster.opts'), '/usr/lib/postgresql/18/bin/postgres "-D" "elsewhere"\n');

    const next = await data.start();
    expect(isPostgresOf(postmaster, data.cluster)).toBe(false);
    expect(existsSync(host)).toBe(false);
    expect(await notes(next.owner)).toEqual(['kept']);
  });

  test('of the server, a halted database is stopped first', { timeout: 30_000 }, async () => {
    const { child } = await data.hold('kept');
    await kill(child);
    const postmaster = data.postmaster();
    process.kill(postmaster, 'SIGSTOP');

    const next = await data.start();
    expect(isPostgresOf(postmaster, data.cluster)).toBe(false);
    expect(await notes(next.owner)).toEqual(['kept']);
  });

  test('of everything, the database repairs itself', async () => {
    const { child, host } = await data.hold('kept');
    await kill(child);
    for (const pid of postgresProcessesOf(data.cluster)) await killPostgres(pid, data.cluster);

    const next = await data.start();
    expect(await notes(next.owner)).toEqual(['kept']);
    expect(existsSync(host)).toBe(false);
  });

  test('of the server and of the first process of the database alone', async () => {
    const { child, owner } = await data.hold('kept');
    const busy = new pg.Client(owner);
    busy.on('error', () => {});
    await busy.connect();
    const [{ pid } = { pid: 0 }] = (await busy.query<{ pid: number }>('select pg_backend_pid() as pid')).rows;
    // A halted process does not notice that it is the last one.
    process.kill(pid, 'SIGSTOP');
    await kill(child);
    await killPostgres(data.postmaster(), data.cluster);

    const next = await data.start();
    expect(isPostgresOf(pid, data.cluster)).toBe(false);
    expect(await notes(next.owner)).toEqual(['kept']);
  });

  test('of everything, with another program under the pid of the database and of the server', async () => {
    const { child } = await data.hold('kept');
    await kill(child);
    const first = data.postmaster();
    for (const pid of postgresProcessesOf(data.cluster)) await killPostgres(pid, data.cluster);
    const { uid, gid } = statSync(data.cluster);
    const other = spawn('sleep', ['60'], { uid, gid });
    const pidFile = join(data.cluster, 'postmaster.pid');
    writeFileSync(pidFile, readFileSync(pidFile, 'utf8').replace(String(first), String(other.pid)));
    writeFileSync(join(data.dataDir, 'server.lock'), `${other.pid}\nanother boot/1\n`);

    const next = await data.start().finally(() => other.kill());
    expect(await notes(next.owner)).toEqual(['kept']);
  });

  test('in the first start, what was half made is made again', async () => {
    rmSync(data.cluster, { recursive: true });
    mkdirSync(join(data.dataDir, 'postgres.new-1/base'), { recursive: true });
    writeFileSync(join(data.dataDir, 'server.lock'), '');
    await data.start();
    expect(existsSync(join(data.dataDir, 'postgres.new-1'))).toBe(false);
  });

  test('of the database, the server starts it again at the same address', async () => {
    const { owner, told } = await data.start();
    await ask(owner, `create table notes (note text); insert into notes values ('kept')`);
    await killPostgres(data.postmaster(), data.cluster);

    await vi.waitFor(async () => expect(await notes(owner)).toEqual(['kept']), { timeout: 8000, interval: 50 });
    expect(told.map((line) => line.message)).toContain('the embedded database ended by itself');
  });
});

test('another program borrows the database that runs, and leaves it running', async () => {
  const server = await data.start();
  await ask(server.owner, `create table notes (note text); insert into notes values ('kept')`);
  const borrowed = await borrowEmbeddedPostgres({ dataDir: data.dataDir, log: quiet });
  expect(await notes(borrowed.owner)).toEqual(['kept']);
  await borrowed.stop();
  expect(await notes(server.owner)).toEqual(['kept']);
});

test('another program borrows a database that does not run, and stops it again', async () => {
  await (await data.start()).stop();
  const borrowed = await borrowEmbeddedPostgres({ dataDir: data.dataDir, log: quiet });
  expect(await ask(borrowed.owner, 'select 1 as one')).toEqual([{ one: 1 }]);
  await borrowed.stop();
  expect(postgresProcessesOf(data.cluster)).toEqual([]);
});

test('stop ends a database that a client uses, and a second stop waits for the first', async () => {
  const { owner, stop } = await data.start();
  const client = new pg.Client(owner);
  client.on('error', () => {});
  await client.connect();
  const sleeping = client.query('select pg_sleep(60)').catch((error: unknown) => error);
  await Promise.all([stop(), stop()]);
  expect(postgresProcessesOf(data.cluster)).toEqual([]);
  expect(await sleeping).toBeInstanceOf(Error);
});

test.each([
  ['in another encoding', 'SQL_ASCII', 'is encoded in SQL_ASCII, not in UTF8'],
  ['whose locale knows English letters alone', 'UTF8', 'cannot search in Hindi'],
])('a database %s is refused', async (_, encoding, sentence) => {
  const { admin, stop } = await data.start();
  await ask(admin, 'alter database carecommons rename to former');
  await ask(
    admin,
    `create database carecommons owner carecommons_owner template template0 locale_provider libc locale 'C' encoding '${encoding}'`,
  );
  await stop();

  await expect(data.start()).rejects.toThrow(sentence);
  await expect(data.start()).rejects.toThrow(StartError);
  expect(postgresProcessesOf(data.cluster)).toEqual([]);
});

test('a data folder that cannot be made is one sentence', async () => {
  const file = join(data.dataDir, 'file');
  writeFileSync(file, '');
  const start = startEmbeddedPostgres({ dataDir: join(file, 'data'), log: quiet });
  await expect(start).rejects.toThrow(
    `The data folder cannot be written: ${file}/data. Check DATA_DIR and who owns the folder.`,
  );
});
