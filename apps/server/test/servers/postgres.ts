import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../src/platform/db/db.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** What the tests need to make databases of their own: a superuser, and the two roles. */
export interface TestPostgres {
  admin: pg.ClientConfig;
  owner: pg.ClientConfig;
  app: pg.ClientConfig;
}

declare module 'vitest' {
  interface ProvidedContext {
    postgres: TestPostgres;
  }
}

/**
 * Once for a whole run: takes the PostgreSQL that TEST_DATABASE_URL names (as superuser), else starts the embedded one in
 * a temporary folder; makes the roles and one migrated database, from which each test file copies its own.
 */
export default async function setup(project: TestProject) {
  const given = process.env.TEST_DATABASE_URL;
  const { admin, stop } = given === undefined ? await embedded() : { admin: fromUrl(given), stop: async () => {} };
  const suffix = given === undefined ? '' : `_${process.pid}`;
  const [ownerRole, appRole, template] = [`test_owner${suffix}`, `test_app${suffix}`, `test_template${suffix}`];

  const client = new pg.Client(admin);
  await client.connect();
  // What is lost when the machine goes down is made anew; who kills a database starts one of their own.
  if (given === undefined) {
    await client.query('alter system set fsync = off');
    await client.query('select pg_reload_conf()');
  }
  await client.query(`create role ${ownerRole} login password 'owner'`);
  await client.query(`create role ${appRole} login password 'app'`);
  await client.query(`create database ${template} owner ${ownerRole} template template0 encoding 'UTF8'`);
  const owner = { ...admin, user: ownerRole, password: 'owner', database: template };
  const app = { ...admin, user: appRole, password: 'app', database: template };
  await migrate(owner, appRole, quiet);
  project.provide('postgres', { admin, owner, app });

  return async () => {
    const { rows } = await client.query(`select datname from pg_database where datname like '${template}%'`);
    for (const { datname } of rows) await client.query(`drop database "${datname}" with (force)`);
    await client.query(`drop role ${appRole}`);
    await client.query(`drop role ${ownerRole}`);
    await client.end();
    await stop();
  };
}

function fromUrl(url: string): pg.ClientConfig {
  const client = new pg.Client(url);
  return {
    host: client.host,
    port: client.port,
    user: client.user ?? 'postgres',
    password: client.password ?? '',
    database: client.database ?? 'postgres',
  };
}

async function embedded() {
  const { startEmbeddedPostgres } = await import('../../src/platform/embedded-postgres/start.ts');
  const dataDir = await mkdtemp(join(tmpdir(), 'carecommons-test-'));
  const started = await startEmbeddedPostgres({ dataDir, log: quiet });
  return {
    admin: started.admin,
    async stop() {
      await started.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
