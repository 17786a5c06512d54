import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../apps/server/src/platform/embedded-postgres/start.ts';
import { schemaOf } from '../../apps/server/test/oracles/compare.ts';
import { closing } from '../tools/closing.ts';
import { type Figure, type Size, sized } from '../tools/figure.ts';

const program = new URL('migrate-process.ts', import.meta.url).pathname;
const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const appRole = 'carecommons_app';

/**
 * F25: a migrating server is killed at one schema-changing statement after another, and restarted; then several start at once.
 * In the end, the schema is identical to that of an undisturbed migration.
 */
export async function migrations(size: Size): Promise<Figure> {
  // Every so many statements of a migration, and the first one.
  const step = sized(size, 200, 40, 1);
  const starts = sized(size, 1, 2, 10);
  const dataDir = mkdtempSync(join(tmpdir(), 'carecommons-migrate-'));
  const database = startEmbeddedPostgres({ dataDir, log: quiet });
  const close = closing(async () => {
    await (await database.catch(() => undefined))?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  try {
    const place = openPlace(await database);
    const clean = await place.make('clean');
    await ended(start(clean));
    const expected = await place.look(clean);

    const killed = await place.make('killed');
    const kills = await killAtStatements(place, killed, step);
    const afterKills = differing(expected, await place.look(killed));

    let [failed, atOnce] = [0, 0];
    for (let n = 0; n < starts; n++) {
      const shared = await place.make(`shared_${n}`);
      const codes = await Promise.all([1, 2, 3].map(() => ended(start(shared))));
      failed += codes.filter((code) => code !== 0).length;
      atOnce += differing(expected, await place.look(shared));
    }
    return {
      figure: 'F25 migrations killed at a statement, and by three servers at once: what differs from a clean schema',
      value: {
        lines_of_schema: expected.length,
        kills,
        different_after_kills: afterKills,
        starts_of_three: starts,
        failed,
        different_after_these: atOnce,
      },
      target: '0 different, 0 failed; with --full at every statement that changes the schema',
      ok: afterKills + atOnce + failed === 0 && kills > 0 && expected.length > 500,
    };
  } finally {
    await close();
  }
}

type Place = ReturnType<typeof openPlace>;

function openPlace({ admin, owner }: EmbeddedPostgres) {
  const as = (database: string) => ({ ...owner, database });
  const run = async <T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>) => {
    const client = new pg.Client(connection);
    await client.connect();
    return await work(client).finally(() => client.end());
  };
  return {
    /** An empty database; the address of its owner. */
    async make(name: string) {
      await run(admin, (client) => client.query(`create database ${name} owner ${owner.user} template template0`));
      return as(name);
    },
    look: (connection: pg.ClientConfig) =>
      run(connection, async (client) => {
        const { rows } = await client.query<{ line: string }>(
          `select 'migrated ' || name || checksum as line from migrations`,
        );
        return [...(await schemaOf(client)), ...rows.map(({ line }) => line).toSorted()];
      }),
    asAdmin: <T>({ database }: pg.ClientConfig, work: (client: pg.Client) => Promise<T>) =>
      run({ ...admin, database: String(database) }, work),
  };
}

function start(owner: pg.ClientConfig) {
  return fork(program, [JSON.stringify({ owner, appRole })], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
}

async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}

/** Repeats migrations until they are complete, each run stopped at a later statement of its first migration. */
async function killAtStatements(place: Place, owner: pg.ClientConfig, step: number) {
  return await place.asAdmin(owner, async (client) => {
    await client.query(pausing);
    let [kills, at, before] = [0, 1, 0];
    for (;;) {
      await client.query(`alter sequence pause.statements restart; update pause.target set at = ${at}`);
      const child = start(owner);
      const over = ended(child);
      const paused = await Promise.race([over.then(() => false), pauses(client, child)]);
      if (!paused) break;
      child.kill('SIGKILL');
      await over;
      kills += 1;
      // Its connection is cut, as when the machine stops.
      await client.query(`select pg_terminate_backend(pid, 10000) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`);
      const done = await applied(client);
      at = done > before ? 1 + step : at + step;
      before = done;
    }
    await client.query('drop event trigger pause; drop schema pause cascade');
    return kills;
  });
}

/** Whether it has reached the statement at which it is to be killed. */
async function pauses(client: pg.Client, child: ChildProcess): Promise<boolean> {
  while (child.exitCode === null) {
    const { rowCount } = await client.query(
      `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
    );
    if (rowCount === 1) return true;
    await sleep(5);
  }
  return false;
}

async function applied(client: pg.Client) {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('public.migrations') is not null as there`,
  );
  if (rows[0]?.there !== true) return 0;
  return (await client.query<{ count: number }>('select count(*)::int as count from migrations')).rows[0]?.count ?? 0;
}

const differing = (expected: string[], found: string[]) => {
  const [left, right] = [new Set(expected), new Set(found)];
  return expected.filter((line) => !right.has(line)).length + found.filter((line) => !left.has(line)).length;
};

/** Makes every schema change wait at one statement. A sequence counts them, because it survives a rollback. */
const pausing = `
  create schema pause;
  create sequence pause.statements;
  create table pause.target (at integer);
  insert into pause.target values (0);
  grant usage on schema pause to public;
  grant usage on sequence pause.statements to public;
  grant select on pause.target to public;
  create function pause.wait() returns event_trigger language plpgsql as $$
  begin
    if session_user = 'carecommons_owner' then
      if nextval('pause.statements') = (select at from pause.target) then
        perform pg_sleep(600);
      end if;
    end if;
  end
  $$;
  create event trigger pause on ddl_command_end execute function pause.wait();
`;
